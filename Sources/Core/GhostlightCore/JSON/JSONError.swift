/// The first reason why bytes are not valid JSON, with its position.
///
/// `JSON.parse(_:limits:)` throws it. Print its description for people, such as
/// `expected ',' or '}' at byte 17`.
public struct JSONError: Error, Sendable, Hashable {
  /// The offset of the first invalid byte, from 0.
  ///
  /// If the input ends too early, it is the number of bytes. For a character that is not UTF-8, it
  /// is the offset of the character's first byte. For half a surrogate pair, it is that of the
  /// backslash.
  public let offset: Int
  /// The problem at ``offset``.
  public let reason: Reason

  /// Creates an error at a byte offset.
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
  /// A problem in JSON input.
  ///
  /// The raw value describes the problem in English. The cases name what the parser expected, or
  /// which limit of ``JSONLimits`` was exceeded.
  public enum Reason: String, Sendable, CaseIterable {
    /// The input ends before the value is complete.
    case unexpectedEnd = "unexpected end"
    /// The input starts with a byte order mark.
    case byteOrderMark = "unexpected byte order mark"
    /// The parser expected a value, but this byte cannot start one.
    case expectedValue = "expected a value"
    /// A value starts like `true`, `false` or `null`, but continues differently.
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
    /// The input continues after the value.
    case expectedEnd = "expected nothing more"
    /// A number does not have a digit where JSON requires one.
    case expectedDigit = "expected a digit"
    /// A number has digits after a leading zero.
    case leadingZero = "unexpected digit after 0"
    /// A string contains a control character below 0x20.
    case controlCharacter = "unescaped control character"
    /// A backslash precedes a character that does not form an escape.
    case unknownEscape = "unknown escape"
    /// An escape `\u` does not have four hexadecimal digits.
    case expectedHexDigit = "expected a hex digit"
    /// An escaped surrogate is not followed by the other half of the pair.
    case loneSurrogate = "lone surrogate"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid UTF-8"
    /// Arrays and objects are nested deeper than ``JSONLimits/depth``.
    case tooDeep = "nested too deep"
    /// The input has more bytes than ``JSONLimits/bytes``.
    case tooLong = "too long"
  }
}
