import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightSigning

@Suite struct `Parts of signatures` {
  @Test(arguments: [(31, nil), (32, nil), (33, 229)] as [(Int, Int?)])
  func `a field has up to 32 attributes`(_ count: Int, _ offset: Int?) throws {
    let field = "MAC " + (10..<(10 + count)).map { "a\($0)=\"\"" }.joined(separator: ",")
    do throws(AuthorizationHeaderError) {
      let header = try AuthorizationHeader(parsing: field, scheme: "mac")
      #expect(header.attributes.count == count && offset == nil)
    } catch {
      #expect(offset != nil)
      // The attribute after the last allowed one ends here.
      #expect(error == .malformed(offset: "MAC ".count + 33 * 6 + 32))
    }
  }

  @Test func `an attribute is found by its exact name`() throws {
    let header = try AuthorizationHeader(
      parsing: "X  ab=\"1\" , abc=\"2\",AB=\"3\",\u{9}b=\"\"", scheme: "x")
    #expect(
      header.attributes == [
        AuthorizationAttribute("ab", "1"), AuthorizationAttribute("abc", "2"),
        AuthorizationAttribute("AB", "3"), AuthorizationAttribute("b", ""),
      ])
    #expect(
      ["ab", "abc", "AB", "b", "a", "Ab"].map(header.value) == ["1", "2", "3", "", nil, nil])
    #expect(try header.required("abc") == "2")
    #expect(throws: AuthorizationHeaderError.missing("c")) { try header.required("c") }
  }

  @Test(
    arguments: [
      ("type%3Dmaster%26ver%3D1.0%26sig%3Da%2Bb%3D", .master(signature: "a+b=")),
      ("type=master&ver=1.0&sig=x", .master(signature: "x")),
      ("type=master&ver=1.0&sig=", nil), ("type=master&ver=2.0&sig=x", nil),
      ("type%3Dresource%26ver%3D1%26sig%3Dx", .resource("type=resource&ver=1&sig=x")),
      ("type=resource", nil), ("xtype=resource&", nil),
    ] as [(String, CosmosAuthorization?)])
  func `an authorization of Cosmos DB is of a master key or a resource`(
    _ value: String, _ authorization: CosmosAuthorization?
  ) {
    #expect(CosmosAuthorization(value) == authorization)
  }

  @Test func `each field of a resource token is signed and read again`() throws {
    let token = CosmosResourceToken(
      expiry: 5, mode: .read, partitionKey: ["a": 1], resource: "dbs/a")
    let changes: [(inout CosmosResourceToken) -> Void] = [
      { _ in }, { $0.expiry = 6 }, { $0.mode = .all }, { $0.partitionKey = "x" },
      { $0.resource = "dbs/b" },
    ]
    let texts = changes.map { change in
      var token = token
      change(&token)
      let text = token.text(signedWith: .wellKnown)
      #expect(CosmosResourceToken(text, signedWith: .wellKnown) == token)
      return text
    }
    #expect(Set(texts).count == changes.count)
    let other = try #require(CosmosMasterKey("AAAA"))
    #expect(CosmosResourceToken(texts[0], signedWith: other) == nil)
    let parts = texts.map { $0.split(separator: ";").map(String.init) }
    for text in [
      String(texts[0].dropLast()), "x" + texts[0],
      "\(parts[0][0]);\(parts[1][1]);", "\(parts[0][0]);", "type=resource&ver=1&sig=;;",
    ] { #expect(CosmosResourceToken(text, signedWith: .wellKnown) == nil, "\(text)") }
  }

  @Test(arguments: [
    #"{"exp":"5","m":"Read","pk":1,"r":"x"}"#, #"{"exp":5,"m":"Write","pk":1,"r":"x"}"#,
    #"{"exp":5,"m":"Read","r":"x"}"#, #"{"exp":5,"m":"Read","pk":1}"#,
    #"{"m":"Read","pk":1,"r":"x"}"#,
    #"{"exp":5,"pk":1,"r":"x"}"#, "{",
  ])
  func `a signed token without a field is not a token`(_ payload: String) {
    let key = CosmosMasterKey.wellKnown
    let code = MessageAuthentication.sha256(key: key.bytes, message: Array(payload.utf8)).prefix(16)
    let text =
      "type=resource&ver=1&sig=\(Base64.encode(Array(code)));\(Base64.encode(Array(payload.utf8)));"
    #expect(CosmosResourceToken(text, signedWith: key) == nil)
  }

  @Test func `a master key is base64, and equal to the same text only`() {
    #expect(CosmosMasterKey("") == nil)
    #expect(CosmosMasterKey("?") == nil)
    #expect(CosmosMasterKey("AAAA")?.text == "AAAA")
    #expect(CosmosMasterKey("AAAA")?.bytes == [0, 0, 0])
    #expect(CosmosMasterKey("AAAA") == CosmosMasterKey("AAAA"))
    #expect(CosmosMasterKey("AAAA") != CosmosMasterKey("AAAB"))
    #expect(Set([CosmosMasterKey("AAAA"), CosmosMasterKey("AAAA")]).count == 1)
    let mismatch = SignatureMismatch(
      stringToSign: "a", ours: CosmosMasterKey.wellKnown.signature(of: "a"), theirs: "x")
    #expect(CosmosMasterKey.wellKnown.verify("x", of: "a") == .invalid(mismatch))
  }

  @Test(
    arguments: [
      ("/dbs", "dbs", "", ""), ("/dbs/A", "dbs", "dbs/A", "a"),
      ("/dbs/a/colls", "colls", "dbs/a", "a"),
      ("/dbs/a/colls/B", "colls", "dbs/a/colls/B", "b"), ("/", "", "", ""),
      ("/dbs/a%20b", "dbs", "dbs/a b", "a b"),
      ("/dbs/a/colls/b/operations/partitionkeydelete", "colls", "dbs/a/colls/b", "b"),
      ("/dbs/a/colls/b/docs/c", "docs", "dbs/a/colls/b/docs/c", "c"),
    ])
  func `the link of a resource is its path, or that of its parent for a feed`(
    _ target: String, _ type: String, _ link: String, _ rid: String
  ) {
    let found = CosmosResourceLink(RequestTarget(target))
    #expect(found.type == type)
    #expect(found.link == link)
    #expect(found.ridLink == rid)
    #expect(
      found.stringToSign(method: "GET", date: "D", httpDate: "H")
        == "get\n\(type)\n\(link)\nd\nh\n")
    #expect(
      found.stringToSign(method: "GET", date: "D", usesRID: true) == "get\n\(type)\n\(rid)\nd\n\n")
  }

  @Test(arguments: [
    ("http", "a.example.com", 80), ("https", "a.example.com", 443), ("https", "a.example.com:8", 8),
  ])
  func `a signed request has the host and port of its authority`(
    _ scheme: String, _ authority: String, _ port: Int
  ) throws {
    let credentials = MACCredentials(id: "i", key: "k")
    let request = Request(.put, "/x?y", scheme: scheme, authority: authority, body: [1])
    var signed = request.signed(with: credentials, timestamp: 7, nonce: "n")
    let field = try #require(signed.headers[.authorization])
    let authorization = try MACAuthorization(parsing: field)
    #expect(authorization.id == "i" && authorization.timestamp == "7")
    #expect(authorization.nonce == "n")
    let part = MACRequest(method: "PUT", target: "/x?y", host: "a.example.com", port: port)
    #expect(
      MACVerifier.verify(
        authorization, key: MessageAuthentication.SHA1Key("k"), request: part) == .valid)
    signed.headers[.authorization] = nil
    #expect(signed == request)
  }

  @Test(
    arguments: [
      (#""a" rest"#, "a", " rest"), (#""\n\r\t\"\\\u{e9}""#, "\n\r\t\"\\é", ""), (#""""#, "", ""),
      ("a", nil, "a"), (#""a"#, nil, #""a"#), (#""\x""#, nil, #""\x""#),
      (#""\u{}""#, nil, #""\u{}""#),
      (#""\ue9""#, nil, #""\ue9""#), ("", nil, ""),
    ] as [(String, String?, String)])
  func `a quoted text is read up to its end`(_ text: String, _ read: String?, _ rest: String) {
    var left = text[...]
    #expect(EscapedText.unquote(&left) == read)
    #expect(left == rest)
  }
}
