public import GhostlightCore
import HTTPTypes

extension Difference.Place: CustomStringConvertible {
  /// `$.items[0]`, `header Content-Type`, `status`, `body` or `exchange`.
  public var description: String {
    switch self {
    case .status: "status"
    case .header(let name): "header \(name.rawName)"
    case .json(let path): path.description
    case .body: "body"
    case .exchange: "exchange"
    }
  }
}

extension Difference: CustomStringConvertible {
  /// One line such as `value at $.name: expected "a", actual "b"`; long values are cut.
  public var description: String {
    let place = place.description
    let subject = place.hasPrefix(kind.rawValue) ? place : "\(kind.rawValue) at \(place)"
    return "\(subject): expected \(Self.text(expected)), actual \(Self.text(actual))"
  }

  /// The difference for machines: `kind`, `place`, and `expected` and `actual` where they are.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue), "place": .string("\(place)")]
    object["expected"] = expected
    object["actual"] = actual
    return .object(object)
  }

  private static func text(_ value: JSON?) -> String { value.map { $0.text().shortened } ?? "none" }
}
