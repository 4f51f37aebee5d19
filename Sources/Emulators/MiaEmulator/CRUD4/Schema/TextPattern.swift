import GhostlightCore
import GhostlightEmulation

/// A pattern or a format that a string value must match.
enum TextPattern: Sendable {
  /// A date with or without a time of day (A9).
  case date
  /// An id of 24 hexadecimal digits.
  case objectID
  /// A regular expression from a definition, with its compiled form.
  case custom(String, FilterPattern)
  /// JSON Schema's format of a date with a time of day and a time zone.
  case dateTimeFormat
  /// JSON Schema's format of a date.
  case dateFormat
  /// JSON Schema's format of a time of day.
  case timeFormat

  /// Creates the pattern for a format of JSON Schema, or returns `nil` for a format that is not
  /// checked.
  init?(format: String) {
    switch format {
    case "date-time": self = .dateTimeFormat
    case "date": self = .dateFormat
    case "time": self = .timeFormat
    default: return nil
    }
  }

  /// The condition in the validator's words.
  var requirement: String {
    switch self {
    case .date:
      #"pattern "^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$""#
    case .objectID: #"pattern "^[a-fA-F\d]{24}$""#
    case .custom(let text, _): "pattern \"\(text)\""
    case .dateTimeFormat: #"format "date-time""#
    case .dateFormat: #"format "date""#
    case .timeFormat: #"format "time""#
    }
  }

  /// Returns whether a string matches the pattern.
  ///
  /// A date that does not exist, such as February 30, does not match.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .date: return Self.isDate(text)
    case .objectID: return FilterValue.isObjectID(text)
    case .custom(_, let pattern): return try pattern.matches(text, within: budget)
    case .dateTimeFormat: return text.utf8.count > 10 && Self.isDate(text, digits: .max)
    case .dateFormat: return text.utf8.count == 10 && Self.isDate(text)
    case .timeFormat: return Self.isDate("2000-01-01T" + text, digits: .max)
    }
  }

  /// Returns whether a string is a date, whose fraction of a second has at most some digits.
  private static func isDate(_ text: String, digits: Int = 3) -> Bool {
    guard ISODate.milliseconds(text) != nil else { return false }
    let bytes = Array(text.utf8)
    guard bytes.count > 10 else { return true }
    guard bytes.count > 19, bytes[16] == UInt8(ascii: ":") else { return false }
    guard bytes[19] == UInt8(ascii: ".") else { return true }
    return bytes[20...].prefix { (48...57).contains($0) }.count <= digits
  }
}
