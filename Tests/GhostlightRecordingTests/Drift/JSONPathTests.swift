import GhostlightRecording
import Testing

@Suite struct `JSON paths` {
  @Test(arguments: [
    "$", "$.a", "$.a[0].b", "$[3][*]", "$..id", "$.*['no name']", "$..[*].a", #"$['it\'s']"#,
  ])
  func `a parsed path is printed in its original form`(_ text: String) throws {
    let path = try JSONPath(text)
    #expect(path.description == text.replacing(".*", with: "[*]"))
    #expect(try JSONPath(path.description) == path)
  }

  @Test(arguments: [
    ("$.a", "$.a", true), ("$.a", "$.b", false), ("$.a", "$.a.b", false), ("$", "$", true),
    ("$.a[*].id", "$.a[7].id", true), ("$.a[*].id", "$.a[7].name", false),
    ("$..id", "$.id", true), ("$..id", "$.a[1].b.id", true), ("$..id", "$.a.id.b", false),
    ("$..a..b", "$.x.a.y.b", true), ("$[1]", "$[2]", false), ("$.*", "$[2]", true),
  ])
  func `a pattern covers its places`(_ pattern: String, _ place: String, _ covers: Bool) throws {
    #expect(try JSONPath(pattern).covers(JSONPath(place)) == covers)
  }

  @Test(arguments: [
    ("a.b", #"invalid JSON path "a.b": begin with "$", as in $.items[*].id"#),
    ("$a", #"invalid JSON path "$a": write "." or "[" before byte 1"#),
    ("$.", #"invalid JSON path "$.": write a name after the dot"#),
    ("$..", #"invalid JSON path "$..": write a name after the dot"#),
    ("$.a[", #"invalid JSON path "$.a[": write "]" at the end of the step"#),
    ("$[-1]", #"invalid JSON path "$[-1]": write an index, * or a quoted name instead of [-1]"#),
    ("$['a", #"invalid JSON path "$['a": write a closing quotation mark after the name"#),
    ("$['a'", #"invalid JSON path "$['a'": write "]" after 'a'"#),
  ])
  func `an invalid path is an error of one line`(_ text: String, _ message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text) }
    #expect(error?.description == message)
  }
}
