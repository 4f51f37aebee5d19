import GhostlightCore
import GhostlightEmulation

/// What a text must look like.
enum TextPattern: Sendable {
  /// A date with or without a time of day (A9).
  case date
  /// 24 hexadecimal digits.
  case objectID
  /// A pattern of a definition's own, as it was written and compiled.
  case custom(String, FilterPattern)

  /// The pattern as validation messages and schemas show it.
  var text: String {
    switch self {
    case .date:
      #"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$"#
    case .objectID: #"^[a-fA-F\d]{24}$"#
    case .custom(let text, _): text
    }
  }

  /// Whether a text looks like it; a date that does not exist does not.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .date: return Self.isDate(text)
    case .objectID: return FilterValue.isObjectID(text)
    case .custom(_, let pattern): return try pattern.matches(text, within: budget)
    }
  }

  private static func isDate(_ text: String) -> Bool {
    guard ISODate.milliseconds(text) != nil else { return false }
    let bytes = Array(text.utf8)
    guard bytes.count > 10 else { return true }
    guard bytes.count > 19, bytes[16] == UInt8(ascii: ":") else { return false }
    guard bytes[19] == UInt8(ascii: ".") else { return true }
    return bytes[20...].prefix { (48...57).contains($0) }.count <= 3
  }
}
