/// The reason why bytes are not valid JSON, with the position.
///
/// `JSON.parse(_:limits:)` throws it for the first problem. Print its description for a person:
/// `expected ',' or '}' at byte 17`.
public struct JSONError: Error, Sendable, Hashable {
  /// The position of the first byte that is not valid, from 0.
  ///
  /// It is the number of bytes if the text ends too early. For a character that is not UTF-8 it is
  /// the position of its first byte, and for half a surrogate pair that of the backslash.
  public let offset: Int
  /// The problem at that position.
  public let reason: Reason

  /// Creates an error.
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
  /// A problem of a JSON text.
  ///
  /// The raw value is its description in English. The cases name what the parser expected, or which
  /// limit of ``JSONLimits`` was exceeded.
  public enum Reason: String, Sendable, CaseIterable {
    /// The text ends before its value does.
    case unexpectedEnd = "unexpected end"
    /// The text starts with a byte order mark.
    case byteOrderMark = "unexpected byte order mark"
    /// No value starts here.
    case expectedValue = "expected a value"
    /// A value starts like a literal and continues differently.
    case expectedLiteral = "expected true, false or null"
    /// After `{` there is neither a name nor the end of the object.
    case expectedNameOrBrace = "expected a name or '}'"
    /// After a comma there is no name.
    case expectedName = "expected a name"
    /// After a name there is no colon.
    case expectedColon = "expected ':'"
    /// After a member there is neither a comma nor the end of the object.
    case expectedCommaOrBrace = "expected ',' or '}'"
    /// After an element there is neither a comma nor the end of the array.
    case expectedCommaOrBracket = "expected ',' or ']'"
    /// The text continues after its value.
    case expectedEnd = "expected nothing more"
    /// A number does not have a digit where one is needed.
    case expectedDigit = "expected a digit"
    /// A number has digits after a leading zero.
    case leadingZero = "unexpected digit after 0"
    /// A string contains a control character below 0x20.
    case controlCharacter = "unescaped control character"
    /// No escape starts with this character.
    case unknownEscape = "unknown escape"
    /// An escape `\u` does not have four hexadecimal digits.
    case expectedHexDigit = "expected a hex digit"
    /// An escaped surrogate does not have its other half.
    case loneSurrogate = "lone surrogate"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid UTF-8"
    /// Arrays and objects are nested deeper than ``JSONLimits/depth``.
    case tooDeep = "nested too deep"
    /// The text is longer than ``JSONLimits/bytes``.
    case tooLong = "too long"
  }
}
