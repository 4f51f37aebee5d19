import GhostlightCore
import Testing

@Suite struct `JSON parsing` {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let value: JSON
    init(_ text: String, _ value: JSON) { (self.text, self.value) = (text, value) }
    var testDescription: String { text }
  }

  @Test(arguments: [
    Row("null", nil), Row("true", true), Row("false", false), Row("0", 0), Row("-1", -1),
    Row("9223372036854775807", .integer(.max)), Row("-9223372036854775808", .integer(.min)),
    Row("1.0", 1.0), Row("0.0", 0.0), Row("-0.0", .double(-0.0)), Row("100.01", 100.01),
    Row("0.0001", 0.0001), Row("1e-05", 0.00001), Row("1e+300", 1e300),
    Row("5e-324", .double(.leastNonzeroMagnitude)),
    Row("-0.30000000000000004", -0.30000000000000004), Row("123456789012345.6", 123456789012345.6),
    Row(#""""#, ""), Row(#""plain""#, "plain"), Row(#""Grüße, 日本 👋🏽""#, "Grüße, 日本 👋🏽"),
    Row(#""a\"b\\c\n\t\r\b\f""#, "a\"b\\c\n\t\r\u{8}\u{c}"), Row(#""\u0000\u001f""#, "\0\u{1f}"),
    Row("[]", []), Row("[[],{}]", [[], [:]]), Row("{}", [:]),
    Row(#"{"b":1,"a":[true,null],"":{"b":"c"}}"#, ["b": 1, "a": [true, nil], "": ["b": "c"]]),
  ])
  func `a value in ordinary notation prints as it was parsed`(_ row: Row) throws {
    let value = try JSON.parse(row.text)
    #expect(value == row.value)
    #expect(value.bytes == Array(row.text.utf8))
    #expect(try JSON.parse(Array(row.text.utf8)) == value)
  }

  @Test(arguments: [
    "-0", "1.10", "100.00", "1E3", "1e3", "1e+3", "1.5e10", "1e20", "0.00001", "0e1", "0.00",
    "9223372036854775808", "-9223372036854775809", "12345678901234567890", "18446744073709551616",
    "1e400", "-1e400", "1e-400", "1e99999999999999999999", "0.1000000000000000055511151231257827",
    "123456789012345.678", "10000000000000000.0", "3.141592653589793238",
  ])
  func `a number that no type would print again keeps its digits`(_ digits: String) throws {
    let value = try JSON.parse(digits)
    guard case .decimal(let decimal) = value else {
      Issue.record("\(digits) became \(value)")
      return
    }
    #expect(decimal.digits == digits)
    #expect(decimal.double == Double(digits))
    #expect(value.bytes == Array(digits.utf8))
  }

  @Test(arguments: [
    Row(" \t\r\n7\n", 7), Row("{ \"a\" : [ 1 , 2 ] , \"b\" : { } }", ["a": [1, 2], "b": [:]]),
    Row("[\n]", []), Row(#""\/\u0041\u00e9\u20AC""#, "/Aé€"), Row(#""\ud83d\udE00""#, "😀"),
    Row(#""\u007f\u0080\uFFFF""#, "\u{7f}\u{80}\u{ffff}"), Row(#""\\u0041""#, "\\u0041"),
    Row(#"{"\u0061":1}"#, ["a": 1]), Row("\"\u{2028}\u{7f}\"", "\u{2028}\u{7f}"),
  ])
  func `other notations are parsed`(_ row: Row) throws {
    let value = try JSON.parse(row.text)
    #expect(value == row.value)
    #expect(try JSON.parse(value.bytes) == value)
  }

  @Test(arguments: [
    (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), (#"{"a":1,"\u0061":null}"#, #"{"a":null}"#),
    (#"{"":1,"":2,"":3}"#, #"{"":3}"#), (#"{"a":{"a":1,"a":2},"a":[]}"#, #"{"a":[]}"#),
  ])
  func `of equal names the last value is used, in the first place`(text: String, printed: String)
    throws
  {
    #expect(try JSON.parse(text).text() == printed)
  }

  @Test func `names with different bytes are different, although Swift calls them equal`() throws {
    let text = "{\"\u{e9}\":1,\"e\u{301}\":2}"
    let value = try JSON.parse(text)
    #expect(value.text().utf8.elementsEqual(text.utf8))
    #expect(value["\u{e9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test(arguments: [15, 16, 17, 18, 40])
  func `members keep order and last value around the table size`(
    _ count: Int
  ) throws {
    let names = (0..<count).map { "k\($0)" }
    let first = names.map { "\"\($0)\":0" }.joined(separator: ",")
    let second = names.reversed().map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",")
    let object = try #require(JSON.parse("{\(first),\(second)}").object)
    #expect(object.keys == names)
    #expect(object.members.map(\.value) == names.map(JSON.string))
  }

  @Test func `50,000 members, half of them with repeated names, are parsed`() throws {
    let members = (0..<50_000).map { "\"name \($0 % 25_000)\":\($0)" }
    let object = try #require(JSON.parse("{\(members.joined(separator: ","))}").object)
    #expect(object.keys == (0..<25_000).map { "name \($0)" })
    #expect(object.members.map(\.value) == (25_000..<50_000).map { JSON.integer($0) })
  }
}
