import GhostlightCore
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// A client that signs with OAuth1, and sends the cookie of a login back.
///
/// Its requests have the address, the header fields and the order of parameters that the client's
/// public source has.
struct OldClient {
  /// The value of `Authorization`, with `{key}` and `{signature}` in place of the values.
  let authorization: String
  let authority: String
  /// The start of each path, such as `/api/0/shop`.
  var prefix = ""
  /// The header fields of every request.
  let headers: KeyValuePairs<String, String>
  /// The header fields of a request with a body.
  let bodyHeaders: KeyValuePairs<String, String>
  /// The value of `Cookie`; `nil` to send none.
  var cookie: String?

  func request(
    _ method: String, _ path: String, _ body: String = "", scheme: String = "http",
    _ keys: StackMobKeys = StackMobConfiguration().developmentKeys
  ) throws -> Request {
    var request = Request(
      HTTPRequest.Method(rawValue: method) ?? .get, RequestTarget(prefix + path), scheme: scheme,
      authority: authority, body: Array(body.utf8))
    for (name, value) in headers { request.headers[.field(name)] = value }
    if method == "POST" || method == "PUT" {
      for (name, value) in bodyHeaders { request.headers[.field(name)] = value }
    }
    request.headers[.cookie] = cookie
    let field = authorization.replacing("{key}", with: keys.publicKey)
    let parameters = try OAuth1Authorization(parsing: field).parameters
    let base = OAuth1BaseString(
      OAuth1Request(
        method: method, scheme: scheme, host: authority, port: nil, target: request.target.raw),
      parameters: parameters)
    request.headers[.authorization] = field.replacing(
      "{signature}", with: PercentEncoding.encode(base.signature(secret: keys.privateKey)))
    return request
  }
}

extension OldClient {
  /// The Java SDK 1.3.5 in its OAuth1 mode.
  ///
  /// - Source: `StackMobRequest.java`, `StackMobUserBasedRequest.java`; scribe 1.3 signs.
  static let java = OldClient(
    authorization: #"OAuth oauth_nonce="8f1b2f7e-52a5-4a4e-9c3b-6f0d1c2b3a4e", "#
      + #"oauth_signature="{signature}", oauth_token="", oauth_consumer_key="{key}", "#
      + #"oauth_timestamp="1371040000", oauth_signature_method="HMAC-SHA1", oauth_version="1.0""#,
    authority: "api.stackmob.com",
    headers: [
      "Accept": "application/vnd.stackmob+json; version=0",
      "User-Agent": "StackMob (Java Client; 1.3.5)",
    ],
    bodyHeaders: ["Content-Type": "application/json; charset=utf-8"])

  /// The iOS SDK 0.4.1.
  ///
  /// - Source: `StackMobSession.m`, `StackMobRequest.m`, `OAMutableURLRequest.m`.
  static let iOS = OldClient(
    authorization: #"OAuth realm="", oauth_consumer_key="{key}", "#
      + #"oauth_signature_method="HMAC-SHA1", oauth_signature="{signature}", "#
      + #"oauth_timestamp="1371040000", oauth_nonce="0E5E9C4C-6E5A-4C6B-9D2B-2F2E6C1D7A11", "#
      + #"oauth_version="1.0""#,
    authority: "acme.stackmob.com", prefix: "/api/0/shop",
    headers: [
      "Accept": "*/*", "Accept-Encoding": "gzip,deflate",
      "User-Agent": "StackMob (iOS; 0.4.1)/shop",
    ],
    bodyHeaders: ["Content-Type": "application/json"])

  /// The Ruby gem `stackmob` 0.1.3.
  ///
  /// - Source: `client.rb`, `data_store.rb`, `push.rb`; the gem `oauth` 0.4.5 signs.
  static let ruby = OldClient(
    authorization: #"OAuth oauth_body_hash="2jmj7l5rSw0yVb%2FvlWAYkK%2FYBwk%3D", "#
      + #"oauth_consumer_key="{key}", oauth_nonce="5hKXZeA8wWXoJq7xyvCpn3v0eTHrYUmxqyXy0Fyk", "#
      + #"oauth_signature="{signature}", oauth_signature_method="HMAC-SHA1", "#
      + #"oauth_timestamp="1371040000", oauth_version="1.0""#,
    authority: "acme.mob2.stackmob.com", prefix: "/api/0/shop",
    headers: ["Accept": "*/*", "User-Agent": "OAuth gem v0.4.5"],
    bodyHeaders: ["Content-Type": "application/json"])

  /// The JavaScript SDK 0.2.1 behind the proxy of the Ruby gem, which signs its requests.
  ///
  /// - Source: `stackmob-js-0.2.1.js`, `proxy.rb`.
  static let javaScript = OldClient(
    authorization: ruby.authorization, authority: "acme.mob1.stackmob.com",
    prefix: "/api/0/web-shop",
    headers: [
      "Accept": "application/json", "User-Agent": "Mozilla/5.0 (X11; Linux) Gecko/20100101",
      "X-StackMob-User-Agent": "StackMob (JS; 0.2.1)/web-shop",
      "X-StackMob-Proxy": "stackmob-api",
    ],
    bodyHeaders: ["Content-Type": "application/json"])
}

/// The cookies of the Java SDK, parsed by the rules of its class `StackMobCookieManager`.
struct JavaCookies {
  private var cookies: [String: (value: String, expires: String?)] = [:]

  mutating func store(_ field: String?) {
    let parts = field?.split(separator: ";") ?? []
    guard let pair = parts.last(where: { $0.hasPrefix("session_") })?.split(separator: "="),
      pair.count == 2
    else { return }
    let expires = parts.last { $0.hasPrefix("Expires") }
    cookies[String(pair[0])] = (String(pair[1]), expires.map(String.init))
  }

  var header: String? {
    cookies.isEmpty ? nil : cookies.map { "\($0)=\($1.value)" }.joined(separator: "; ")
  }

  private var session: (value: String, expires: String?)? {
    cookies.first { $0.key.hasPrefix("session_") }?.value
  }

  var isLoggedOut: Bool { session?.value.contains(":") ?? false }

  /// The SDK takes a session with a date for a valid one only after this date.
  var isLoggedIn: Bool { session.map { $0.expires == nil && !isLoggedOut } ?? false }
}
