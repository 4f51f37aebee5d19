import GhostlightCore
import GhostlightSigning
import Testing

@Suite struct `OAuth1 authorization fields` {
  static let required =
    #"oauth_consumer_key="k",oauth_nonce="n",oauth_signature_method="HMAC-SHA1","#
    + #"oauth_timestamp="1""#

  @Test func `values are decoded, and the realm and the signature are not signed`() throws {
    let field =
      #"oauth oauth_signature="a%2Fb%3D",realm="r%",other="%C3%A9+","# + Self.required
    let authorization = try OAuth1Authorization(parsing: field)
    #expect(authorization.consumerKey == "k")
    #expect(authorization.signature == "a/b=")
    #expect(
      authorization.parameters == [
        FormField("other", "é+"), FormField("oauth_consumer_key", "k"),
        FormField("oauth_nonce", "n"), FormField("oauth_signature_method", "HMAC-SHA1"),
        FormField("oauth_timestamp", "1"),
      ])
  }

  @Test func `a header without a realm is printed without one`() {
    var authorization = OAuth1Authorization(consumerKey: "k /", nonce: "é", timestamp: 5)
    authorization.signature = "a+/="
    #expect(
      authorization.headerValue()
        == #"OAuth oauth_consumer_key="k%20%2F",oauth_nonce="%C3%A9","#
        + #"oauth_signature_method="HMAC-SHA1",oauth_timestamp="5",oauth_version="1.0","#
        + #"oauth_signature="a%2B%2F%3D""#)
  }

  @Test(
    arguments: [
      (#"MAC id="a""#, .otherScheme(expected: "OAuth")),
      ("OAuth", .missing("oauth_consumer_key")),
      ("OAuth " + required, .missing("oauth_signature")),
      (
        #"OAuth oauth_consumer_key="k",oauth_signature="s",oauth_timestamp="1""#,
        .missing("oauth_nonce")
      ),
      (
        #"OAuth oauth_consumer_key="k",oauth_signature="s",oauth_nonce="1""#,
        .missing("oauth_timestamp")
      ),
      (
        #"OAuth oauth_consumer_key="k",oauth_signature="s",oauth_nonce="1",oauth_timestamp="1""#,
        .missing("oauth_signature_method")
      ),
      (
        #"OAuth oauth_consumer_key="k",oauth_signature="s",oauth_nonce="1",oauth_timestamp="1","#
          + #"oauth_signature_method="PLAINTEXT""#,
        .unsupported(AuthorizationAttribute("oauth_signature_method", "PLAINTEXT"))
      ),
      (
        #"OAuth oauth_version="2.0",oauth_signature="s","# + required,
        .unsupported(AuthorizationAttribute("oauth_version", "2.0"))
      ),
      (#"OAuth oauth_signature="%2","# + required, .badEscape("oauth_signature")),
      (#"OAuth oauth_signature="%FF","# + required, .badEscape("oauth_signature")),
      (#"OAuth oauth_nonce="a","# + required, .repeated("oauth_nonce")),
      ("OAuth oauth_signature=s," + required, .malformed(offset: 22)),
    ] as [(String, AuthorizationHeaderError)])
  func `an invalid field is refused as such`(_ field: String, _ error: AuthorizationHeaderError) {
    #expect(throws: error) { try OAuth1Authorization(parsing: field) }
  }
}
