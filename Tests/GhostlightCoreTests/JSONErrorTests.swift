import GhostlightCore
import Testing

@Suite struct `JSON errors` {
  struct Row: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let message: String

    init(_ text: String, _ message: String) {
      (bytes, self.message) = (Array(text.utf8), message)
    }

    init(_ bytes: [UInt8], _ message: String) { (self.bytes, self.message) = (bytes, message) }

    var testDescription: String { "\(String(decoding: bytes, as: UTF8.self)): \(message)" }
  }

  private func expectError(_ row: Row) {
    #expect {
      try JSON.parse(row.bytes)
    } throws: { error in
      (error as? JSONError)?.description == row.message
    }
  }

  @Test(arguments: [
    Row("", "unexpected end at byte 0"), Row("  ", "unexpected end at byte 2"),
    Row("\u{feff}1", "unexpected byte order mark at byte 0"),
    Row("+1", "expected a value at byte 0"),
    Row("NaN", "expected a value at byte 0"), Row(" 'a'", "expected a value at byte 1"),
    Row("tru", "unexpected end at byte 3"), Row("trUe", "expected true, false or null at byte 2"),
    Row("nil", "expected true, false or null at byte 1"),
    Row("1 2", "expected nothing more at byte 2"),
    Row("{} // no", "expected nothing more at byte 3"), Row("]", "expected a value at byte 0"),
    Row("truex", "expected nothing more at byte 4"),
    Row("[1] ]", "expected nothing more at byte 4"),
  ])
  func `an error in a value names the byte`(_ row: Row) { expectError(row) }

  @Test(arguments: [
    Row("[", "unexpected end at byte 1"), Row("[1", "unexpected end at byte 2"),
    Row("[1,", "unexpected end at byte 3"), Row("[1 2]", "expected ',' or ']' at byte 3"),
    Row("[1,]", "expected a value at byte 3"), Row("[,1]", "expected a value at byte 1"),
    Row("[1}", "expected ',' or ']' at byte 2"), Row("{", "unexpected end at byte 1"),
    Row("{1:2}", "expected a name or '}' at byte 1"), Row("{]", "expected a name or '}' at byte 1"),
    Row("{,}", "expected a name or '}' at byte 1"), Row(#"{"a"#, "unexpected end at byte 3"),
    Row(#"{"a""#, "unexpected end at byte 4"), Row(#"{"a" 1}"#, "expected ':' at byte 5"),
    Row(#"{"a":"#, "unexpected end at byte 5"), Row(#"{"a":}"#, "expected a value at byte 5"),
    Row(#"{"a":1"#, "unexpected end at byte 6"), Row(#"{"a":1]"#, "expected ',' or '}' at byte 6"),
    Row(#"{"a":1 "b":2}"#, "expected ',' or '}' at byte 7"),
    Row(#"{"a":1,}"#, "expected a name at byte 7"), Row(#"{"a":1,"#, "unexpected end at byte 7"),
    Row(#"{"a":1,,"b":2}"#, "expected a name at byte 7"),
    Row(#"{"item":1,"x":2;}"#, "expected ',' or '}' at byte 15"),
  ])
  func `an error in an array or object names the byte`(_ row: Row) { expectError(row) }

  @Test(arguments: [
    Row("-", "unexpected end at byte 1"), Row("-a", "expected a digit at byte 1"),
    Row("01", "unexpected digit after 0 at byte 1"),
    Row("-00", "unexpected digit after 0 at byte 2"),
    Row("1.", "unexpected end at byte 2"), Row("1.e5", "expected a digit at byte 2"),
    Row("[1.]", "expected a digit at byte 3"), Row("1e", "unexpected end at byte 2"),
    Row("1e+", "unexpected end at byte 3"), Row("1e+-1", "expected a digit at byte 3"),
    Row(".5", "expected a value at byte 0"), Row("1.2.3", "expected nothing more at byte 3"),
    Row("0x10", "expected nothing more at byte 1"), Row("1_000", "expected nothing more at byte 1"),
    Row("--1", "expected a digit at byte 1"), Row("-Infinity", "expected a digit at byte 1"),
  ])
  func `an error in a number names the byte`(_ row: Row) { expectError(row) }

  @Test(arguments: [
    Row("\"abc", "unexpected end at byte 4"), Row("\"abcdefghijkl", "unexpected end at byte 13"),
    Row("\"a\nb\"", "unescaped control character at byte 2"),
    Row("\"12345678\0\"", "unescaped control character at byte 9"),
    Row("\"é\u{1f}\"", "unescaped control character at byte 3"),
    Row(#""\"#, "unexpected end at byte 2"), Row(#""\""#, "unexpected end at byte 3"),
    Row(#""\x41""#, "unknown escape at byte 2"), Row(#""ab\'""#, "unknown escape at byte 4"),
    Row(#""\U0041""#, "unknown escape at byte 2"), Row(#""\u00"#, "unexpected end at byte 5"),
    Row(#""\u00g0""#, "expected a hex digit at byte 5"),
    Row(#""\u""#, "expected a hex digit at byte 3"),
    Row(#""\u+123""#, "expected a hex digit at byte 3"),
    Row(#""\ud800""#, "lone surrogate at byte 1"), Row(#""ab\udc00""#, "lone surrogate at byte 3"),
    Row(#""\ud800\n""#, "lone surrogate at byte 1"),
    Row(#""\ud800\ud800""#, "lone surrogate at byte 1"),
    Row(#""\ud800\u0041""#, "lone surrogate at byte 1"),
    Row(#""\ud83d\ude0""#, "expected a hex digit at byte 12"),
  ])
  func `an error in a string names the byte`(_ row: Row) { expectError(row) }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x28],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xFE],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused with or without a closing quote`(_ bad: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let text = [quote, 0x61] + bad
    expectError(Row(text, "invalid UTF-8 at byte 2"))
    expectError(Row(text + [quote], "invalid UTF-8 at byte 2"))
    let long = [quote] + Array("12345678 é".utf8)
    expectError(Row(long + bad + [quote], "invalid UTF-8 at byte 12"))
    let escaped = [quote] + Array(#"\n"#.utf8)
    expectError(Row(escaped + bad + [quote], "invalid UTF-8 at byte 3"))
  }

  @Test func `every reason has a different description`() {
    let reasons = JSONError.Reason.allCases
    #expect(Set(reasons.map(\.rawValue)).count == reasons.count)
  }
}
