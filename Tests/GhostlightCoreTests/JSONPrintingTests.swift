import GhostlightCore
import Testing

@Suite struct `JSON printing` {
  struct Row: Sendable, CustomTestStringConvertible {
    let value: JSON
    let text: String
    init(_ value: JSON, _ text: String) { (self.value, self.text) = (value, text) }
    var testDescription: String { text }
  }

  @Test(arguments: [
    Row(nil, "null"), Row(true, "true"), Row(false, "false"), Row("", #""""#), Row([], "[]"),
    Row([:], "{}"), Row([1, "a", nil], #"[1,"a",null]"#), Row([[[]], [:]], "[[[]],{}]"),
    Row(["b": 1, "a": ["c": 2.5]], #"{"b":1,"a":{"c":2.5}}"#),
    Row("\"\\/", #""\"\\/""#), Row("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
    Row("\0\u{1}\u{b}\u{f}\u{10}\u{1f}", #""\u0000\u0001\u000b\u000f\u0010\u001f""#),
    Row("\u{7f}é日😀\u{2028}", "\"\u{7f}é日😀\u{2028}\""),
    Row("1234567\"", #""1234567\"""#), Row("12345678\"x", #""12345678\"x""#),
    Row("long text before the end\n", #""long text before the end\n""#),
    Row(["a\"b": "c\\d"], #"{"a\"b":"c\\d"}"#),
  ])
  func `a value prints without white space and with few escapes`(_ row: Row) {
    #expect(row.value.text() == row.text)
    #expect(row.value.bytes == Array(row.text.utf8))
    #expect("\(row.value)" == row.text)
  }

  @Test(arguments: 0..<20)
  func `a quote is escaped at every position of a text`(_ length: Int) {
    for position in 0..<length {
      let before = String(repeating: "a", count: position)
      let behind = String(repeating: "b", count: length - position - 1)
      #expect(JSON.string(before + "\"" + behind).text() == #""\#(before)\"\#(behind)""#)
    }
    let plain = String(repeating: "a", count: length)
    #expect(JSON.string(plain).text() == "\"\(plain)\"")
  }

  @Test func `each control character and its neighbours can be parsed again`() throws {
    for scalar in (0..<0x100).compactMap(Unicode.Scalar.init(_:)) {
      for length in 0..<17 {
        let padding = String(repeating: "p", count: length)
        let text = JSON.string(padding + String(scalar) + padding)
        #expect(try JSON.parse(text.bytes) == text)
      }
    }
  }

  @Test(
    arguments: [
      0, 1, 9, 10, 99, 100, 101, 999, 1000, 12_345, 1_389_623_812_345, 100_000_000_000_000_000,
      .max,
      -1, -10, -99, -100, .min, .min + 1,
    ] as [Int64])
  func `an integer prints its digits`(_ value: Int64) throws {
    #expect(JSON.integer(value).text() == String(value))
    #expect(try JSON.parse(String(value)) == .integer(value))
  }

  @Test(arguments: [
    Row(1.0, "1.0"), Row(.double(-0.0), "-0.0"), Row(100.01, "100.01"), Row(1e300, "1e+300"),
    Row(1e-5, "1e-05"), Row(0.1, "0.1"), Row(.double(.leastNonzeroMagnitude), "5e-324"),
    Row(1e15, "1000000000000000.0"),
    Row(.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"), Row(1e16, "1e+16"),
    Row(.double(.infinity), "null"), Row(.double(-.infinity), "null"), Row(.double(.nan), "null"),
  ])
  func `a double prints the shortest exact digits, or null`(_ row: Row) {
    #expect(row.value.text() == row.text)
  }

  @Test func `pretty text has a line for each member, and none for empty values`() {
    let value: JSON = [
      "name": "n", "tags": ["a", ["b"]], "none": [], "object": ["z": nil, "a": [:]],
    ]
    let expected = """
      {
        "name": "n",
        "tags": [
          "a",
          [
            "b"
          ]
        ],
        "none": [],
        "object": {
          "z": null,
          "a": {}
        }
      }
      """
    #expect(value.text(pretty: true) == expected)
    #expect(JSON.string("alone").text(pretty: true) == "\"alone\"")
  }

  @Test func `sorted text is ordered by the bytes of the names at every level`() {
    let value: JSON = ["é": 1, "b": [["z": 1, "y": 2]], "": 0, "B": 3, "aa": 4, "a": 5]
    #expect(
      value.text(sortedKeys: true) == #"{"":0,"B":3,"a":5,"aa":4,"b":[{"y":2,"z":1}],"é":1}"#)
    #expect(
      JSON.object(["b": 1, "a": 2]).text(pretty: true, sortedKeys: true)
        == "{\n  \"a\": 2,\n  \"b\": 1\n}")
    #expect(value.text() == #"{"é":1,"b":[{"z":1,"y":2}],"":0,"B":3,"aa":4,"a":5}"#)
  }

  @Test func `a value is appended to existing bytes`() {
    var bytes = Array("data: ".utf8)
    JSON.array([1, 2]).print(into: &bytes)
    JSON.string("x").print(into: &bytes)
    #expect(bytes == Array(#"data: [1,2]"x""#.utf8))
  }

  @Test func `large values exceed the first buffer`() throws {
    let long = String(repeating: "text \"quoted\" and é ", count: 1_000)
    let value = JSON.array((0..<100).map { ["n": .integer($0), "long": .string(long), "d": 0.5] })
    #expect(try JSON.parse(value.bytes) == value)
    #expect(try JSON.parse(value.text(pretty: true)) == value)
  }
}
