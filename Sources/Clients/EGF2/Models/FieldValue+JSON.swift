import Foundation
import GhostlightCore

extension FieldValue {
  /// The value of a member; `nil` where it is of another type.
  init?(_ json: JSON, of kind: FieldKind, by reader: ModelReader) {
    switch kind {
    case .string, .reference:
      guard let text = json.string else { return nil }
      self = .string(text)
    case .date:
      guard let text = json.string, let time = ISODate.milliseconds(text) else { return nil }
      self = .date(Date(timeIntervalSince1970: Double(time) / 1000))
    case .integer:
      let whole = json.integer.flatMap { Int(exactly: $0) }
      guard let number = whole ?? json.number.flatMap({ Int(exactly: $0) }) else { return nil }
      self = .integer(number)
    case .number:
      guard let number = json.number else { return nil }
      self = .number(number)
    case .boolean:
      guard let value = json.bool else { return nil }
      self = .boolean(value)
    case .dictionary:
      guard let object = json.object else { return nil }
      self = .dictionary(NSDictionary(dictionary: object.foundation))
    case .structure(let type):
      guard let object = json.object else { return nil }
      self = .model(reader.make(type, from: object))
    case .list(let element):
      guard let values = json.array else { return nil }
      let read = values.compactMap { FieldValue($0, of: element, by: reader) }
      guard read.count == values.count else { return nil }
      self = .list(read)
    }
  }

  /// The value as an app sees it in a dictionary; `nil` where there is none.
  ///
  /// Structs become dictionaries by property name, in which dates are text.
  var foundation: Any? { foundation(inside: false) }

  private func foundation(inside: Bool) -> Any? {
    switch self {
    case .none: nil
    case .string(let value): value
    case .date(let value): inside ? DateText.text(value) : value
    case .integer(let value): value
    case .number(let value): value
    case .boolean(let value): value
    case .dictionary(let value): value
    case .model(let model): model.graphMembers.compactMapValues { $0.foundation(inside: true) }
    case .list(let values): values.compactMap { $0.foundation(inside: inside) }
    }
  }
}
