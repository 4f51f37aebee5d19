import Foundation
import GhostlightClient
import GhostlightCore

/// A property's value, of any kind.
indirect enum FieldValue {
  case none
  case string(String)
  case date(Date)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case dictionary(NSDictionary)
  case model(any EGF2Model)
  case list([FieldValue])

  /// Returns whether both values are equal.
  ///
  /// Structs and lists are compared element by element, at every depth.
  func equals(_ other: FieldValue) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.string(let left), .string(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.model(let left), .model(let right)): left.isEqual(graphObject: right)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    default: false
    }
  }

  /// A copy of the value, including copies of its structs.
  var copied: FieldValue {
    switch self {
    case .model(let model): .model(model.graphCopy)
    case .list(let values): .list(values.map(\.copied))
    case .dictionary(let members): .dictionary((members.copy() as? NSDictionary) ?? members)
    default: self
    }
  }
}

extension FieldValue {
  /// Converts the JSON value of a member.
  ///
  /// Returns `nil` if its type does not fit the kind of the field.
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

  /// The value as apps receive it in dictionaries; `nil` if the property is `nil`.
  ///
  /// Structs become dictionaries keyed by property name. Dates inside structs become strings.
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

enum FieldKind: Sendable {
  case string
  case date
  case integer
  case number
  case boolean
  /// The id of another object.
  case reference
  /// Any JSON object.
  case dictionary
  case structure(any EGF2Model.Type)
  indirect case list(FieldKind)

  /// The class of the struct or of the list's structs; `nil` for other kinds.
  var structure: (any EGF2Model.Type)? {
    switch self {
    case .structure(let type): type
    case .list(let element): element.structure
    default: nil
    }
  }
}

/// Formats dates for requests.
enum DateText {
  /// Returns a date as a string such as `2017-01-20T09:15:00.123Z`.
  ///
  /// A date outside the supported range is replaced by the nearest date in the range.
  static func text(_ date: Date) -> String {
    let limit = 8_640_000_000_000_000.0
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard !milliseconds.isNaN else { return ISODate.format(milliseconds: 0) }
    return ISODate.format(milliseconds: Int64(min(max(milliseconds, -limit), limit)))
  }

  /// Returns the day of a date in UTC, such as `2017-01-20`; `nil` for an infinite date.
  static func day(_ date: Date) -> String? {
    guard date.timeIntervalSince1970.isFinite else { return nil }
    return text(date).split(separator: "T").first.map(String.init)
  }
}

extension JSONObject {
  /// The members as a dictionary with `NSNull`, `Bool`, `Int`, `Double`, `String`, arrays and
  /// dictionaries.
  var foundation: [String: Any] { foundation(\.spelled) }
}

extension JSON {
  /// The number as an `Int` or `Double`, depending on how it is written: `1.0` is a `Double`.
  fileprivate var spelled: Any {
    guard case .integer(let value) = self else { return number ?? 0 }
    return Int(exactly: value) ?? Double(value)
  }
}
