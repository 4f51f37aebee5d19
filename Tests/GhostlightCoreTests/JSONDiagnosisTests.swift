import GhostlightCore
import Testing

@Suite struct `Mistakes in JSON files` {
  static let rows: [(String, String)] = [
    ("{\"a\": 1,\n \"b\": [2, 3],\n}", "2:13 trailing comma after the last member; remove it"),
    ("[1, 2, ]", "1:6 trailing comma after the last element; remove it"),
    ("{\n  // a comment\n}", "2:3 comments are not allowed in JSON; remove it"),
    ("{\"a\": /* b */ 1}", "1:7 comments are not allowed in JSON; remove it"),
    ("{\"a\": 1} # c", "1:10 comments are not allowed in JSON; remove it"),
    ("{\"a\": 1 // c\n}", "1:9 comments are not allowed in JSON; remove it"),
    ("{'a': 1}", "1:2 single quote; use double quotes (\")"),
    ("{\"a\": 'b'}", "1:7 single quote; use double quotes (\")"),
    ("{“a”: 1}", "1:2 typographic quote or dash; use straight double quotes (\")"),
    ("[`a`]", "1:2 backtick; use double quotes (\")"),
    ("{seed: 1}", "1:2 the name seed is not in quotes; write \"seed\""),
    ("{\"a\": 1, max-age: 2}", "1:10 the name max-age is not in quotes; write \"max-age\""),
    ("{1: 2}", "1:2 expected a name in double quotes; write it as \"name\": value"),
    ("{,}", "1:2 comma without a member before it; remove it"),
    ("{\"a\": NaN}", "1:7 NaN is not a JSON value; write a number, or null"),
    ("[nan]", "1:2 nan is not a JSON value; write a number, or null"),
    ("[Infinity]", "1:2 Infinity is not a JSON value; write a number, or null"),
    ("[-Infinity]", "1:3 Infinity is not a JSON value; write a number, or null"),
    ("[None]", "1:2 None is not a JSON value; write null"),
    ("[undefined]", "1:2 undefined is not a JSON value; write null"),
    ("[True]", "1:2 True is not a JSON value; write true"),
    ("[tRue]", "1:2 tRue is not a JSON value; write true"),
    ("[off]", "1:2 off is not a JSON value; write false"),
    ("[tru]", "1:2 the text tru is not in quotes; write \"tru\""),
    ("{\"a\": text}", "1:7 the text text is not in quotes; write \"text\""),
    ("{\"a\": 1\n \"b\": 2}", "2:2 missing comma before this member; add one"),
    ("[1 2]", "1:4 missing comma before this element; add one"),
    ("{\"a\": 1; \"b\": 2}", "1:8 semicolon; write a comma"),
    ("[\"a\": 1]", "1:5 colon in an array; use an object in { } for members with names"),
    ("{\"a\" 1}", "1:6 missing colon after the name; add one"),
    ("{\"a\" = 1}", "1:6 equals sign after a name; write a colon"),
    ("{\"a\": }", "1:7 missing value; add one, such as null"),
    ("[,1]", "1:2 comma without a value before it; remove it, or add a value"),
    ("[@]", "1:2 expected a value; write a string, number, object or array here"),
    ("{\"a\": {\"b\": [1, 2}}", "1:18 } cannot close the [ before it; write ]"),
    ("{\"a\": 1]", "1:8 ] cannot close the { before it; write }"),
    ("{\n \"a\": {\n", "3:1 missing } for the { at line 2, column 7; add it"),
    ("{\"a\": [\"}\", 1", "1:14 missing ] for the [ at line 1, column 7; add it"),
    (
      "{\"a\": \"b\\\"",
      "1:11 the string at line 1, column 7 is not closed; add a double quote (\")"
    ),
    ("", "1:1 the file is empty; write a value such as {}"),
    (" \n ", "2:2 the file is empty; write a value such as {}"),
    ("tr", "1:3 the value is not complete; add the rest"),
    ("{}}", "1:3 } without its opening bracket; remove it"),
    ("{}, {}", "1:3 comma after the end of the value; remove it"),
    ("{} {}", "1:4 text after the end of the value; remove it"),
    ("\u{feff}{}", "1:1 byte order mark at the start of the file; save it as UTF-8 without one"),
    ("[0x10]", "1:3 hexadecimal number; write it in decimal"),
    ("1_000", "1:2 underscore in a number; remove it"),
    ("[1.2.3]", "1:5 second point in a number; remove it, or write a string"),
    ("[16M]", "1:4 letters after a number; remove them, or write a string in double quotes"),
    ("[1.]", "1:4 a digit is missing in the number; add one"),
    ("[.5]", "1:2 a number starts with a digit; write 0 before the point"),
    ("[+1]", "1:2 plus sign before a number; remove it"),
    ("[007]", "1:3 a number must not start with 0; remove the zero"),
    ("[\"a\n\"]", "1:4 line break in a string; close the string before it, or write \\n"),
    ("[\"a\t\"]", "1:4 tab in a string; write \\t"),
    ("[\"\u{1}\"]", "1:3 control character in a string; write it as an escape such as \\u0001"),
    (#"["C:\dir"]"#, #"1:6 unknown escape in a string; write \\ for a backslash"#),
    (#"["\u12"]"#, #"1:7 \u needs four hexadecimal digits, such as \u00e9"#),
    (
      #"["\ud800"]"#,
      "1:3 half of a surrogate pair; write both halves, or the character itself"
    ),
  ]

  @Test(arguments: rows)
  func `a mistake is named with its line, its column and its remedy`(
    _ text: String, _ expected: String
  ) {
    #expect(Self.diagnosis(of: Array(text.utf8)) == expected)
  }

  @Test func `the remedy for a file in another encoding is to save it as UTF-8`() {
    #expect(
      Self.diagnosis(of: [0xFF, 0xFE, 0x7B, 0x00])
        == "1:1 the file is not UTF-8; save it as UTF-8")
    #expect(
      Self.diagnosis(of: [0x22, 0xE4, 0x22])
        == "1:2 bytes that are not UTF-8; save the file as UTF-8")
  }

  @Test func `a diagnosis of any damaged text stays within the text`() {
    let text = Array(#"{"a": [1, -2.5e3, true, null, "b\n\u00e9"], "c": {"d": "é"}}"#.utf8)
    for position in text.indices {
      for byte in [0x00, 0x20, 0x22, 0x27, 0x2C, 0x2F, 0x3A, 0x5C, 0x5D, 0x61, 0x7D, 0xFF]
        as [UInt8]
      {
        var damaged = text
        damaged[position] = byte
        for bytes in [damaged, Array(damaged.prefix(position))] {
          guard let error = Self.error(of: bytes) else { continue }
          let diagnosis = JSONDiagnosis(of: error, in: bytes)
          #expect(diagnosis.line == 1 && (1...bytes.count + 1).contains(diagnosis.column))
          #expect(diagnosis.problem.contains(/; |needs four/))
        }
      }
    }
  }

  private static func error(of bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSON.parse(bytes)
      return nil
    } catch {
      return error
    }
  }

  private static func diagnosis(of bytes: [UInt8]) -> String? {
    error(of: bytes).map {
      let diagnosis = JSONDiagnosis(of: $0, in: bytes)
      return "\(diagnosis.line):\(diagnosis.column) \(diagnosis.problem)"
    }
  }
}
