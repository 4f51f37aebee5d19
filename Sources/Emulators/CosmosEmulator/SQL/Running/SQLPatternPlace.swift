/// What stands for one character in a pattern of `LIKE`.
enum SQLPatternPlace: Sendable {
  /// The character itself.
  case scalar(UInt32)
  /// `_`.
  case any
  /// `[…]`.
  case set(SQLPatternSet)

  /// Whether a character can stand here.
  func accepts(_ value: UInt32) -> Bool {
    switch self {
    case .scalar(let wanted): wanted == value
    case .any: true
    case .set(let set): set.contains(value)
    }
  }
}
