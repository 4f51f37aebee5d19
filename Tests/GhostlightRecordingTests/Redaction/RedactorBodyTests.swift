import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Redaction of bodies` {
  private static let json: [(String, String)] = [
    (#"{"password":"a"}"#, #"{"password":"REDACTED-password-1"}"#),
    (
      "{ \"old\" : { \"password\" : \"a\" },\n  \"n\": 1.10, \"new\":{\"password\":\"b\"} }",
      "{ \"old\" : { \"password\" : \"REDACTED-password-1\" },\n  \"n\": 1.10, "
        + "\"new\":{\"password\":\"REDACTED-password-2\"} }"
    ),
    (
      #"{"tokens":["a","b","a"]}"#,
      #"{"tokens":["REDACTED-tokens-1","REDACTED-tokens-2","REDACTED-tokens-1"]}"#
    ),
    (
      #"{"tokens":[{"status":"Succeed","token":"t"}]}"#,
      #"{"tokens":[{"status":"Succeed","token":"REDACTED-token-1"}]}"#
    ),
    (#"{"secrets":{"db":"x"}}"#, #"{"secrets":{"db":"REDACTED-secrets-1"}}"#),
    (#"{"password":{"type":"string"}}"#, #"{"password":{"type":"string"}}"#),
    (
      #"{"passcode":1234,"tokens":150,"password":null,"secret":true,"pwd":""}"#,
      #"{"passcode":990000001,"tokens":150,"password":null,"secret":true,"pwd":""}"#
    ),
    (
      #"[{"name":"sid","value":"1"},{"value":"2","name":"sid"}]"#,
      #"[{"name":"sid","value":"REDACTED-sid-1"},{"value":"REDACTED-sid-2","name":"sid"}]"#
    ),
    (
      #"{"password":"real","password":null}"#,
      #"{"password":"REDACTED-password-1","password":null}"#
    ),
    (#"{"a":1,"password":"cut of"#, #"{"a":1,"password":"REDACTED-password-1""#),
    (
      "{\"sid\":\"1\"}\n{\"sid\":\"2\"}\n",
      "{\"sid\":\"REDACTED-sid-1\"}\n{\"sid\":\"REDACTED-sid-2\"}\n"
    ),
    (#"{"body":"{\"token\":\"x\\\"y\"}"}"#, #"{"body":"{\"token\":\"REDACTED-token-1\"}"}"#),
    (
      #"{"link":"https://h/v1/verify_email?token=a%7Cb&x=1"}"#,
      #"{"link":"https://h/v1/verify_email?token=REDACTED-token-1&x=1"}"#
    ),
    (
      #"{"state":"eyJzZWNyZXQiOiJ4In0="}"#, #"{"state":"eyJzZWNyZXQiOiJSRURBQ1RFRC1zZWNyZXQtMSJ9"}"#
    ),
    (
      #"{"db":"AccountEndpoint=https://h/;AccountKey=Zm9v==;"}"#,
      #"{"db":"AccountEndpoint=https://h/;AccountKey=REDACTED-accountkey-1;"}"#
    ),
    (
      #"{"title":"the token of my love","count":3}"#, #"{"title":"the token of my love","count":3}"#
    ),
  ]

  @Test(arguments: json)
  func `only the secrets of a JSON body are replaced`(_ body: String, _ expected: String) {
    #expect(redacted(body, "application/json") == expected)
    #expect(redacted(body, nil) == expected)
  }

  @Test(arguments: [
    ("username=jack&password=p+w%21&x", "username=jack&password=REDACTED-password-1&x"),
    ("refresh_token=r1&token_type=mac", "refresh_token=REDACTED-refresh_token-1&token_type=mac"),
  ])
  func `secrets in forms are replaced`(_ body: String, _ expected: String) {
    #expect(redacted(body, "application/x-www-form-urlencoded; charset=utf-8") == expected)
  }

  private static let text: [(String, String)] = [
    ("Authorization: Bearer abcdefghij\nok", "Authorization: Bearer REDACTED-bearer-1\nok"),
    ("api_key: k3yk3yk3y9\nnote", "api_key: REDACTED-api_key-1\nnote"),
    ("Password: must have 8 characters", "Password: must have 8 characters"),
    (
      "<login><password>pw &amp; x</password></login>",
      "<login><password>REDACTED-password-1</password></login>"
    ),
    ("use ghp_0123456789abcdefghijABCDEFGHIJ now", "use REDACTED-github_token-1 now"),
    (
      "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
      "-----BEGIN RSA PRIVATE KEY-----REDACTED-private_key-1-----END RSA PRIVATE KEY-----"
    ),
    (
      "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
      "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----"
    ),
    ("mongodb://jack:pw@h/db, see ftp://h", "mongodb://jack:REDACTED-password-1@h/db, see ftp://h"),
  ]

  @Test(arguments: text)
  func `secrets in plain text are replaced`(_ body: String, _ expected: String) {
    #expect(redacted(body, "text/plain") == expected)
  }

  @Test func `secrets in each part of a multipart body are replaced`() {
    let body = { (password: String, json: String) in
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(password)\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"doc\"\r\n"
        + "Content-Type: application/json\r\n\r\n\(json)\r\n--b--\r\n"
    }
    #expect(
      redacted(body("p w", #"{"sid":"1"}"#), "multipart/form-data; boundary=\"b\"")
        == body("REDACTED-password-1", #"{"sid":"REDACTED-sid-1"}"#))
  }

  @Test func `a known secret is replaced in a binary body`() {
    var recording = Recording([
      RecordedExchange(.json(.post, "/", ["token": "kj3hKJH23kjh4KJH"]), Response(.ok))
    ])
    recording.exchanges[0].response.body = [0xFF, 0] + Array("kj3hKJH23kjh4KJH".utf8) + [0xFE]
    #expect(
      Redactor().redact(recording).exchanges[0].response.body
        == [0xFF, 0] + Array("REDACTED-token-1".utf8) + [0xFE])
  }

  @Test func `the header and the expiry of a JSON web token stay readable`() throws {
    let token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxIn0"
      + ".eyJzdWIiOiJqYWNrIiwiZXhwIjoxMzcxMDQwMDAwLCJlbWFpbCI6ImpAeC5vcmcifQ.c2lnbmF0dXJl"
    let expected =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
      + ".eyJzdWIiOiJqYWNrIiwiZXhwIjoxMzcxMDQwMDAwfQ.REDACTED-id_token-1"
    #expect(redacted(#"{"id_token":"\#(token)"}"#, nil) == #"{"id_token":"\#(expected)"}"#)
    #expect(
      redacted("x \(token) y", "text/plain")
        == "x " + expected.replacing("id_token", with: "jwt") + " y")
  }

  @Test func `redaction corrects the content length`() {
    var request = Request.json(.post, "/", ["otp": 1])
    request.headers[.contentLength] = "9"
    let redacted = Redactor().redact(Recording([RecordedExchange(request, Response(.ok))]))
    #expect(redacted.exchanges[0].request.headers[.contentLength] == "17")
  }

  private func redacted(_ body: String, _ type: String?) -> String {
    var request = Request(.post, "/", body: Array(body.utf8))
    request.headers[.contentType] = type
    let recording = Recording([RecordedExchange(request, Response(.ok))])
    return String(
      decoding: Redactor().redact(recording).exchanges[0].request.body, as: UTF8.self)
  }
}
