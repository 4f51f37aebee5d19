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

extension JSONError {
  /// What can be wrong with a JSON text; the raw value says it to people.
  public enum Reason: String, Sendable, CaseIterable {
    /// The text ends before its value does.
    case unexpectedEnd = "unexpected end"
    /// The text starts with a byte order mark.
    case byteOrderMark = "unexpected byte order mark"
    /// No value starts here.
    case expectedValue = "expected a value"
    /// A value starts like a literal and goes on differently.
    case expectedLiteral = "expected true, false or null"
    /// Neither a member nor the end of the object follows `{`.
    case expectedNameOrBrace = "expected a name or '}'"
    /// No member follows a comma.
    case expectedName = "expected a name"
    /// No colon follows a name.
    case expectedColon = "expected ':'"
    /// An object goes on with something else after a member.
    case expectedCommaOrBrace = "expected ',' or '}'"
    /// An array goes on with something else after an element.
    case expectedCommaOrBracket = "expected ',' or ']'"
    /// Something follows the value.
    case expectedEnd = "expected nothing more"
    /// A number lacks a digit.
    case expectedDigit = "expected a digit"
    /// A number has digits after a first zero.
    case leadingZero = "unexpected digit after 0"
    /// A byte under 0x20 stands bare in a string.
    case controlCharacter = "unescaped control character"
    /// No escape starts with this character.
    case unknownEscape = "unknown escape"
    /// An escape `\u` lacks one of its four digits.
    case expectedHexDigit = "expected a hex digit"
    /// An escaped surrogate stands without its other half.
    case loneSurrogate = "lone surrogate"
    /// The bytes are no UTF-8.
    case invalidUTF8 = "invalid UTF-8"
    /// Arrays and objects stand deeper than ``JSONLimits/depth``.
    case tooDeep = "nested too deep"
    /// The text is longer than ``JSONLimits/bytes``.
    case tooLong = "too long"
  }
}
