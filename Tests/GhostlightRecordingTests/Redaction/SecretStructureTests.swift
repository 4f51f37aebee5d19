import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Redaction of structures` {
  private static let secret = "hunter2 &Co"
  private static let bodies: [(String, String)] = [
    ("application/json", #"{"password":{"value":"SECRET","type":"text"}}"#),
    ("application/json", #"{"password":{"new":"SECRET","minLength":8}}"#),
    ("application/json", #"[{"key":"password","value":"SECRET"},{"key":"city","value":"Rome"}]"#),
    ("application/json", #"{"value":["SECRET"],"name":"password"}"#),
    ("application/json", #"[{"op":"replace","path":"/user/password","value":"SECRET"}]"#),
    ("application/json", #"{"rows":[["password","SECRET"],["city","Rome"]]}"#),
    ("application/json", #"{"query":"mutation{login(name:\"ann\",password:\"SECRET\"){id}}"}"#),
    ("application/json", #"{"variables":{"input":{"password":"SECRET","size":3}}}"#),
    ("text/xml", "<a:password xsi:type=\"string\">SECRET</a:password><city>Rome</city>"),
    ("text/xml", "<password><![CDATA[SECRET]]></password>"),
    ("text/xml", "<login user=\"ann\" password=\"SECRET\" kind=\"x\"/>"),
    ("text/xml", "<add key=\"password\" value=\"SECRET\"/><add key=\"city\" value=\"Rome\"/>"),
    (
      "text/xml", "<dict><key>password</key>\n<string>SECRET</string><key>a</key><string>b</string>"
    ),
    ("text/html", "<input value=\"SECRET\" id=\"f1\" name=\"password\"><input value=\"Rome\">"),
    ("text/html", "<textarea name=\"password\">SECRET</textarea>"),
    ("application/yaml", "login:\n  user: ann\n  password: 'SECRET'\n  city: Rome\n"),
    ("application/yaml", "- name: password\n  value: \"SECRET\"\n- name: city\n  value: Rome\n"),
    ("application/yaml", "password: |\n  SECRET\ncity: Rome\n"),
    ("text/plain", "$config = ['password' => 'SECRET', 'city' => 'Rome'];"),
    ("text/plain", "password := \"SECRET\"\ncity := \"Rome\"\n"),
  ]

  @Test(arguments: bodies)
  func `only the secret in a structured body is replaced`(_ type: String, _ body: String) {
    #expect(
      Self.redacted(type, body.replacing("SECRET", with: Self.secret))
        == body.replacing("SECRET", with: "REDACTED-password-1"))
  }

  @Test(arguments: [
    "/reset/9f86d081884c7d659a2feaa0c55ad015", "/team/invite/9f86d081884c7d659a2feaa0c55ad015",
    "/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/getMe",
    "/services/T00000000/B00000000/XXXXkT9vQ2mZx81LpR4sW7yB",
    "/blob?se=2013-06-12&sig=kT9vQ2mZx81LpR4sW7yBkT9vQ2mZ%3D",
    "/upload?signature=kT9vQ2mZx81LpR4sW7yB&expires=60",
  ])
  func `secrets in URLs of requests, fields and bodies are replaced`(_ target: String) {
    let url = "https://api.example.com" + target
    var exchange = RecordedExchange(
      Request(.get, RequestTarget(target)),
      .json(.ok, ["upload_url": .string(url)], headers: [.location: url]))
    exchange.request.headers[.referer] = url
    let before = HARDocument(Recording([exchange]))
    let after = HARDocument(Redactor().redact(Recording([exchange])))
    #expect(RedactionLint().findings(in: .object(before.json)).count >= 4)
    #expect(RedactionLint().findings(in: .object(after.json)) == [])
    #expect(!String(decoding: after.bytes, as: UTF8.self).contains(target))
  }

  @Test func `the subject of a JSON web token is replaced if it is an account`() throws {
    let header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
    let token = { (subject: String) in
      let claims: JSON = ["sub": .string(subject), "exp": 1_371_040_000]
      return header + Base64.text(claims.text()).replacing("=", with: "") + ".c2lnbmF0dXJl"
    }
    let request = Request.json(.post, "/", ["id_token": .string(token("ann@example.org"))])
    let response = Response.json(.ok, ["mail": "ann@example.org", "t": .string(token("jack"))])
    let exchange = Redactor().redact(Recording([RecordedExchange(request, response)])).exchanges[0]
    let claims = { (text: String?) in
      try JSON.parse(Base64.bytes(String(text?.split(separator: ".").dropFirst().first ?? "")))
    }
    let sent = try JSON.parse(exchange.request.body)
    #expect(try claims(sent["id_token"]?.string)["sub"] == "REDACTED-sub-1")
    #expect(exchange.response.json?["mail"] == "REDACTED-sub-1")
    #expect(try claims(exchange.response.json?["t"]?.string)["sub"] == "jack")
  }

  /// The same password in CBOR, MessagePack, BSON and a Protocol Buffers map.
  @Test(arguments: [
    "\u{A1}hpasswordghunter2", "\u{81}\u{A8}password\u{A7}hunter2",
    "\u{17}\0\0\0\u{2}password\0\u{8}\0\0\0hunter2\0\0", "\u{A}\u{8}password\u{12}\u{7}hunter2",
  ])
  func `a secret name in a binary body is reported, not replaced`(_ characters: String) {
    var response = Response(
      .ok, body: characters.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    response.headers[.contentType] = "application/octet-stream"
    let recording = Recording([RecordedExchange(Request(.get, "/"), response)])
    #expect(Redactor().redact(recording) == recording)
    let findings = RedactionLint().findings(in: .object(HARDocument(recording).json))
    #expect(findings.map(\.name).contains("password"))
  }

  private static func redacted(_ type: String, _ body: String) -> String {
    let escaped =
      type.contains("xml") || type.contains("html") ? body.replacing("&Co", with: "&amp;Co") : body
    var response = Response(.ok, body: Array(escaped.utf8))
    response.headers[.contentType] = type
    let recording = Recording([RecordedExchange(Request(.get, "/"), response)])
    return Redactor().redact(recording).exchanges[0].response.text
  }
}
