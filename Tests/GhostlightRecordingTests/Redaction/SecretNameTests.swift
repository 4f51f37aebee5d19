import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Names of secrets` {
  @Test(arguments: [
    "password2", "password_confirmation", "passwordConfirmation", "passwordconfirmation",
    "tokenValue", "secretKeyBase", "apikey_v2", "APIKey", "userPassword1", "PassWord",
    "client_secrets", "mac-key", "card_pin", "pin_code", "recoveryCode", "HMACKey",
    "soap:Password", "user[credentials][token]", "reset_token", "x-amz-security-token",
  ])
  func `a name that contains a strong word is a name of a secret`(_ name: String) {
    #expect(RedactionRules.standard.isSecret(name: name))
    #expect(Self.redacted(name, "keynote") != "keynote")
  }

  @Test(arguments: [
    "session", "sessionId", "pass", "pin", "auth", "private", "sig", "signature", "code",
    "auth_code", "key", "state", "X-Access", "authData", "token_id", "license",
  ])
  func `under a weak name, only a value that looks like a secret is replaced`(_ name: String) {
    #expect(!RedactionRules.standard.isSecret(name: name))
    for word in ["keynote", "ios-meetup-2024", "2013-06-12T12:26:40Z", "1234", "needs review"] {
      #expect(Self.redacted(name, word) == word)
    }
    for secret in [
      "kT9vQ2mZx81L", "9f86d081884c7d659a2feaa0", "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e19",
    ] {
      #expect(Self.redacted(name, secret).hasPrefix("REDACTED-"))
    }
  }

  @Test(arguments: [
    "token_type", "password_length", "max_tokens", "forgot_password", "has_secret",
    "access_token_expires_in", "tokenEndpoint", "secret_garden_title", "next_page_token",
    "partition_key", "sortKey", "public_key", "author", "secretary", "tokenizer", "passenger",
    "state_name", "codec", "keyboard",
  ])
  func `a word next to a secret word can make a name harmless`(_ name: String) {
    #expect(Self.redacted(name, "keynote") == "keynote")
    #expect(Self.redacted(name, "150") == "150")
  }

  @Test(arguments: [
    "x-amz-cf-id", "x-amz-request-id", "cf-ray", "x-fb-debug", "ETag", "X-Request-Id",
    "traceparent", "sec-websocket-key",
  ])
  func `values of identifier fields are not secrets`(_ name: String) throws {
    let value = "kT9vQ2mZx81LpR4sW7yB-_dk29Fj3kZ"
    let field = try #require(HTTPField.Name(name))
    let recording = Recording([
      RecordedExchange(Request(.get, "/"), Response(.ok, headers: [field: value]))
    ])
    #expect(Redactor().redact(recording) == recording)
    #expect(RedactionLint().findings(in: .object(HARDocument(recording).json)) == [])
  }

  @Test func `two different values never get the same placeholder`() {
    let request = Request.json(
      .post, "/?api_key=one&api-key=two&Api.Key=three",
      ["a": ["otp": 7], "b": ["otp": 8], "note": 990_000_001, "otp": 990_000_001])
    let body: JSON = ["digits": ["token": "4929123456781234"], "n": 4_929_123_456_781_234]
    let redacted = Redactor().redact(
      Recording([RecordedExchange(request, .json(.ok, body))]))
    let exchange = redacted.exchanges[0]
    #expect(
      exchange.request.target.raw
        == "/?api_key=REDACTED-api_key-1&api-key=REDACTED-api_key-2&Api.Key=REDACTED-api_key-3")
    #expect(
      String(decoding: exchange.request.body, as: UTF8.self)
        == #"{"a":{"otp":990000002},"b":{"otp":990000003},"note":990000001,"otp":990000001}"#)
    #expect(exchange.response.text == #"{"digits":{"token":"REDACTED-token-1"},"n":990000004}"#)
  }

  private static func redacted(_ name: String, _ value: String) -> String {
    let request = Request.json(.post, "/", [name: .string(value)])
    let redacted = Redactor().redact(Recording([RecordedExchange(request, Response(.ok))]))
    do {
      return try JSON.parse(redacted.exchanges[0].request.body)[name]?.string ?? ""
    } catch {
      return "\(error)"
    }
  }
}
