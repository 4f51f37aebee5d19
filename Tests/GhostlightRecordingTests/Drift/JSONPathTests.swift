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
    ("a.b", #""a.b" is no JSON path: begin with "$", as in $.items[*].id"#),
    ("$a", #""$a" is no JSON path: "." or "[" belongs before byte 1"#),
    ("$.", #""$." is no JSON path: a name belongs behind the dot"#),
    ("$..", #""$.." is no JSON path: a name belongs behind the dot"#),
    ("$.a[", #""$.a[" is no JSON path: a "]" is missing"#),
    ("$[-1]", #""$[-1]" is no JSON path: [-1] is neither an index, nor [*], nor a quoted name"#),
    ("$['a", #""$['a" is no JSON path: a quoted name has no end"#),
    ("$['a'", #""$['a'" is no JSON path: "]" belongs behind 'a'"#),
  ])
  func `an invalid path is an error of one line`(_ text: String, _ message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text) }
    #expect(error?.description == message)
  }
}
