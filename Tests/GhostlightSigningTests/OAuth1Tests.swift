import GhostlightCore
import GhostlightSigning
import Testing

@Suite struct `OAuth1 signatures` {
  static let credentials = OAuth1Credentials(
    key: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13", secret: "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60")

  static let register = OAuth1Request(
    method: "POST", scheme: "http", host: "push.stackmob.com", port: nil,
    target: "/register_device_token_universal")
  static let getTokens = OAuth1Request(
    method: "GET", scheme: "http", host: "push.stackmob.com", port: nil,
    target: "/get_tokens_for_users_universal?userIds=nola%2Cbodie")

  static let baseString =
    "POST&http%3A%2F%2Fpush.stackmob.com%2Fregister_device_token_universal"
    + "&oauth_consumer_key%3D3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    + "%26oauth_nonce%3D5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678"
    + "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1371040000"
    + "%26oauth_version%3D1.0"

  static let header =
    #"OAuth realm="http://push.stackmob.com","#
    + #"oauth_consumer_key="3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13","#
    + #"oauth_nonce="5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678",oauth_signature_method="HMAC-SHA1","#
    + #"oauth_timestamp="1371040000",oauth_version="1.0","#
    + #"oauth_signature="S0wYaXO8JvAHUjFeAODXSsKnu%2Fw%3D""#

  static func sign(_ request: OAuth1Request) -> OAuth1Authorization {
    OAuth1Signer.sign(
      request, with: credentials, timestamp: 1_371_040_000,
      nonce: "5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678")
  }

  @Test func `the first vector has the base string, signature and header of the reference`() {
    let authorization = Self.sign(Self.register)
    let base = OAuth1BaseString(Self.register, parameters: authorization.parameters)
    #expect(base.text == Self.baseString)
    #expect(authorization.signature == "S0wYaXO8JvAHUjFeAODXSsKnu/w=")
    #expect(authorization.headerValue(realm: "http://push.stackmob.com") == Self.header)
  }

  @Test func `the second vector signs its query`() {
    let authorization = OAuth1Signer.sign(
      Self.getTokens, with: Self.credentials, timestamp: 1_371_040_001,
      nonce: "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9")
    #expect(authorization.signature == "4nx25RINJvVhVHlFilCOrEZ22hw=")
  }

  @Test(arguments: [header, header.split(separator: ",").joined(separator: ", ")])
  func `a header with either separator is parsed and verified`(_ field: String) throws {
    let authorization = try OAuth1Authorization(parsing: field)
    #expect(authorization == Self.sign(Self.register))
    let verdict = OAuth1Verifier.verify(
      authorization, secret: Self.credentials.secret, request: Self.register)
    #expect(verdict == .valid)
  }

  @Test func `the order of parameters is ignored`() throws {
    let parts = Self.header.dropFirst("OAuth ".count).split(separator: ",").reversed()
    let field = "OAuth " + parts.joined(separator: ",")
    let verdict = OAuth1Verifier.verify(
      try OAuth1Authorization(parsing: field), secret: Self.credentials.secret,
      request: Self.register)
    #expect(verdict == .valid)
  }

  @Test func `a mismatch shows the base string and both signatures, but not the secret`() throws {
    var authorization = Self.sign(Self.register)
    authorization.signature = "S0wYaXO8JvAHUjFeAODXSsKnu/A="
    let verdict = OAuth1Verifier.verify(
      authorization, secret: Self.credentials.secret, request: Self.register)
    let mismatch = SignatureMismatch(
      stringToSign: Self.baseString, ours: "S0wYaXO8JvAHUjFeAODXSsKnu/w=",
      theirs: "S0wYaXO8JvAHUjFeAODXSsKnu/A=")
    #expect(verdict == .invalid(mismatch))
    #expect(mismatch.firstDifference == 26)
    #expect(!mismatch.description.contains(Self.credentials.secret))
  }

  struct Change: Sendable {
    var secret = credentials.secret
    var edit: @Sendable (inout OAuth1Request) -> Void = { _ in }
  }

  @Test(arguments: [
    Change(secret: "another"),
    Change { $0.method = "GET" },
    Change { $0.scheme = "https" },
    Change { $0.host = "localhost" },
    Change { $0.port = 8080 },
    Change { $0.target += "?a" },
    Change { $0.target += "?%" },
    Change { $0.target = "" },
  ])
  func `a changed request or secret is refused`(_ change: Change) {
    var request = Self.register
    change.edit(&request)
    let verdict = OAuth1Verifier.verify(
      Self.sign(Self.register), secret: change.secret, request: request)
    #expect(verdict != .valid)
  }

  @Test(arguments: [
    (Optional<Int>.none, "http", "http%3A%2F%2Fexample.com%2Fa"),
    (80, "HTTP", "http%3A%2F%2Fexample.com%2Fa"),
    (443, "https", "https%3A%2F%2Fexample.com%2Fa"),
    (443, "http", "http%3A%2F%2Fexample.com%3A443%2Fa"),
    (80, "https", "https%3A%2F%2Fexample.com%3A80%2Fa"),
    (4401, "http", "http%3A%2F%2Fexample.com%3A4401%2Fa"),
  ])
  func `only a default port is left out`(_ port: Int?, _ scheme: String, _ url: String) {
    let request = OAuth1Request(
      method: "get", scheme: scheme, host: "Example.COM", port: port, target: "/a")
    #expect(OAuth1BaseString(request, parameters: []).text == "GET&\(url)&")
  }

  /// The example of RFC 5849, section 3.4.1.1, with its form fields moved into the query.
  ///
  /// The base string is the same, because it contains both kinds of fields.
  @Test func `the example of the RFC has the base string of the RFC`() throws {
    let field = """
      OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", \
      oauth_token="kkk9d7dh3k39sjv7", oauth_signature_method="HMAC-SHA1", \
      oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", \
      oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"
      """
    let request = OAuth1Request(
      method: "POST", scheme: "http", host: "EXAMPLE.COM", port: 80,
      target: "/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b&c2&a3=2+q")
    let authorization = try OAuth1Authorization(parsing: field)
    let base = OAuth1BaseString(request, parameters: authorization.parameters)
    #expect(
      base.text
        == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da"
        + "%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2"
        + "%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1"
        + "%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7")
  }
}
