/// Where and why bytes are not the JSON that was asked for.
public struct JSONError: Error, Sendable, Hashable {
  /// The first byte that cannot stand where it stands, counted from zero.
  ///
  /// The number of bytes where the text ends too early, the first byte of a character that is no
  /// UTF-8, and the backslash of half a surrogate pair.
  public let offset: Int
  /// What is wrong there.
  public let reason: Reason

  /// Makes an error of `reason` at the byte `offset`.
  public init(_ reason: Reason, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }
}

extension JSONError: CustomStringConvertible {
  /// One line such as `expected ',' or '}' at byte 17`.
  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
