import GhostlightSigning
import Testing

@Suite struct `MAC authorization fields` {
  static let parsed = MACAuthorization(
    id: "tok", timestamp: "1337", nonce: "n1", mac: "ZpsJivPXcc4cTc6I50bC5XpQfEU=")

  @Test(arguments: [
    #"MAC id="tok",ts="1337",nonce="n1",mac="ZpsJivPXcc4cTc6I50bC5XpQfEU=""#,
    #"MAC id="tok", ts="1337", nonce="n1", mac="ZpsJivPXcc4cTc6I50bC5XpQfEU=""#,
    #"mac  mac="ZpsJivPXcc4cTc6I50bC5XpQfEU=",nonce="n1",ts="1337",id="tok""#,
    #" MAC id = "tok" ,ts="1337",nonce="n1",ext="",mac="ZpsJivPXcc4cTc6I50bC5XpQfEU=" "#,
    #"MAC future="a,b=c",id="tok",ts="1337",nonce="n1",mac="ZpsJivPXcc4cTc6I50bC5XpQfEU=""#,
  ])
  func `spaces, order and unknown attributes are ignored`(_ field: String) throws {
    #expect(try MACAuthorization(parsing: field) == Self.parsed)
  }

  @Test func `a printed authorization can be parsed again`() throws {
    let field = #"MAC id="tok",ts="1337",nonce="n1",mac="ZpsJivPXcc4cTc6I50bC5XpQfEU=""#
    #expect(Self.parsed.headerValue == field)
    #expect(try MACAuthorization(parsing: Self.parsed.headerValue) == Self.parsed)
  }

  @Test func `a nonce is any text without a double quote`() throws {
    let field = #"MAC id="",ts="",nonce="a\ =,é",mac="""#
    let parsed = MACAuthorization(id: "", timestamp: "", nonce: #"a\ =,é"#, mac: "")
    #expect(try MACAuthorization(parsing: field) == parsed)
  }

  @Test(
    arguments: [
      ("", .otherScheme(expected: "MAC")),
      ("Bearer abc", .otherScheme(expected: "MAC")),
      ("MACid=\"a\"", .otherScheme(expected: "MAC")),
      ("MAC", .missing("id")),
      ("MAC ", .missing("id")),
      (#"MAC id="a",ts="1",nonce="n""#, .missing("mac")),
      (#"MAC id="a",ts="1",mac="m""#, .missing("nonce")),
      (#"MAC id="a",nonce="n",mac="m""#, .missing("ts")),
      (#"MAC ID="a""#, .missing("id")),
      ("MAC id=a,ts=1,nonce=n,mac=m", .malformed(offset: 7)),
      (#"MAC id='a'"#, .malformed(offset: 7)),
      (#"MAC id="a"#, .malformed(offset: 9)),
      (#"MAC id"#, .malformed(offset: 6)),
      (#"MAC ="a""#, .malformed(offset: 4)),
      (#"MAC id="a","#, .malformed(offset: 11)),
      (#"MAC id="a",,ts="1""#, .malformed(offset: 11)),
      (#"MAC ,id="a""#, .malformed(offset: 4)),
      (#"MAC id="a" ts="1""#, .malformed(offset: 11)),
      ("MAC id=\"a\nb\"", .malformed(offset: 9)),
      (#"MAC id="a",id="a""#, .repeated("id")),
    ] as [(String, AuthorizationHeaderError)])
  func `an invalid field is refused as such`(_ field: String, _ error: AuthorizationHeaderError) {
    #expect(throws: error) { try MACAuthorization(parsing: field) }
  }

  @Test func `a field with a thousand attributes is refused`() {
    let attributes = (0..<1000).map { "a\($0)=\"\"" }.joined(separator: ",")
    #expect(throws: AuthorizationHeaderError.self) {
      try MACAuthorization(parsing: "MAC " + attributes)
    }
  }

  @Test(
    arguments: [
      (.otherScheme(expected: "MAC"), "the Authorization field is not of the scheme MAC"),
      (
        .malformed(offset: 7),
        "the Authorization field is malformed at byte 7: name=\"value\" pairs,"
          + " separated by commas, were expected"
      ),
      (.repeated("id"), "the Authorization field gives \"id\" twice"),
      (.missing("ts"), "the Authorization field does not give \"ts\""),
      (.badEscape("x"), "the Authorization field's \"x\" is not percent-encoded UTF-8"),
      (
        .unsupported(AuthorizationAttribute("oauth_version", "2")),
        "the Authorization field's \"oauth_version\" cannot be \"2\""
      ),
    ] as [(AuthorizationHeaderError, String)])
  func `errors are described as sentences`(_ error: AuthorizationHeaderError, _ text: String) {
    #expect(error.description == text)
  }
}
