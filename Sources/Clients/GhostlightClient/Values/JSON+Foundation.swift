import Foundation
package import GhostlightCore

extension JSON {
  /// `NSNull`, `Bool`, `String`, `[Any]`, `[String: Any]`, and for a number what `number` makes of it.
  ///
  /// The vendors' callbacks differ in numbers alone.
  package func foundation(_ number: (JSON) -> Any) -> Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer, .double, .decimal: number(self)
    case .string(let value): value
    case .array(let values): values.map { $0.foundation(number) }
    case .object(let object): object.foundation(number)
    }
  }
}

extension JSONObject {
  /// The members by name.
  package func foundation(_ number: (JSON) -> Any) -> [String: Any] {
    var members: [String: Any] = [:]
    for member in self.members { members[member.key] = member.value.foundation(number) }
    return members
  }
}
