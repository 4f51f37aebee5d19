package import GhostlightCore

/// The parameters of an `Authorization` field with the scheme `OAuth`.
///
/// - Source: RFC 5849, section 3.5.1; StackMob A5.
package struct OAuth1Authorization: Sendable, Hashable {
  /// The decoded parameters that the signature covers, in order: all except `realm` and
  /// `oauth_signature`.
  package var parameters: [FormField]
  /// The consumer key, which identifies the application.
  package var consumerKey: String
  /// The signature, in base64; empty until the request is signed.
  package var signature: String

  /// Creates an unsigned authorization for two-legged OAuth with HMAC-SHA1.
  package init(consumerKey: String, nonce: String, timestamp: Int64) {
    self.consumerKey = consumerKey
    signature = ""
    parameters = [
      FormField("oauth_consumer_key", consumerKey),
      FormField("oauth_nonce", nonce),
      FormField("oauth_signature_method", "HMAC-SHA1"),
      FormField("oauth_timestamp", String(timestamp)),
      FormField("oauth_version", "1.0"),
    ]
  }

  /// Parses an `Authorization` value; parameters may be in any order, and the realm is ignored.
  ///
  /// - Throws: `otherScheme` for a scheme other than `OAuth`, `malformed` if the syntax is invalid,
  ///   `repeated` if a parameter occurs twice, `missing` if a required parameter is missing,
  ///   `badEscape` if a percent-encoding is invalid, and `unsupported` for a method other than
  ///   HMAC-SHA1 or a version other than 1.0.
  package init(parsing field: String) throws(AuthorizationHeaderError) {
    var header = try AuthorizationHeader(parsing: field, scheme: "OAuth")
    header.attributes.removeAll { $0.name == "realm" }
    for index in header.attributes.indices {
      header.attributes[index] = try Self.decode(header.attributes[index])
    }
    consumerKey = try header.required("oauth_consumer_key")
    signature = try header.required("oauth_signature")
    for name in ["oauth_nonce", "oauth_timestamp", "oauth_signature_method"]
    where header.value(of: name) == nil {
      throw .missing(name)
    }
    for known in Self.knownValues {
      guard let value = header.value(of: known.name), value != known.value else { continue }
      throw .unsupported(AuthorizationAttribute(known.name, value))
    }
    parameters = []
    for attribute in header.attributes where attribute.name != "oauth_signature" {
      parameters.append(FormField(attribute.name, attribute.value))
    }
  }
  /// Returns the `Authorization` value, without spaces after commas.
  ///
  /// `realm` must not contain a double quote.
  package func headerValue(realm: String? = nil) -> String {
    var attributes: [String] = []
    if let realm { attributes.append("realm=\"\(realm)\"") }
    for field in parameters + [FormField("oauth_signature", signature)] {
      let value = PercentEncoding.encode(field.value)
      attributes.append(PercentEncoding.encode(field.name) + "=\"" + value + "\"")
    }
    return "OAuth " + attributes.joined(separator: ",")
  }

  private static let knownValues = [
    AuthorizationAttribute("oauth_signature_method", "HMAC-SHA1"),
    AuthorizationAttribute("oauth_version", "1.0"),
  ]

  private static func decode(
    _ attribute: AuthorizationAttribute
  ) throws(AuthorizationHeaderError) -> AuthorizationAttribute {
    guard let name = PercentEncoding.decode(attribute.name),
      let value = PercentEncoding.decode(attribute.value)
    else { throw .badEscape(attribute.name) }
    return AuthorizationAttribute(name, value)
  }
}

/// The string that an OAuth 1 signature covers.
///
/// - Source: RFC 5849, section 3.4.1.
package struct OAuth1BaseString: Sendable, Hashable {
  /// The signature base string, in ASCII.
  package let text: String

  /// Creates the base string of a request from its query and the `parameters` of its
  /// `Authorization` field.
  ///
  /// A query with invalid escapes counts as a single name, which is used unchanged.
  package init(_ request: OAuth1Request, parameters: [FormField]) {
    let target = Array(request.target.utf8)
    let queryStart = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let query = target[queryStart...].dropFirst()
    let fields =
      FormURLEncoding.parse(query) ?? [FormField(String(decoding: query, as: UTF8.self), "")]
    let path = String(decoding: target[..<queryStart], as: UTF8.self)
    let encoded = [
      request.method.uppercased(), Self.origin(request) + path,
      Self.normalize(parameters + fields),
    ].map(PercentEncoding.encode)
    text = encoded.joined(separator: "&")
  }

  /// Returns the HMAC-SHA1 signature in base64, made with a consumer secret and without a token.
  package func signature(secret: String) -> String {
    let key = PercentEncoding.encode(secret) + "&"
    return Base64.encode(
      MessageAuthentication.sha1(key: Array(key.utf8), message: Array(text.utf8)))
  }

  /// Returns scheme and host, followed by the port unless it is the scheme's default port.
  private static func origin(_ request: OAuth1Request) -> String {
    let scheme = request.scheme.lowercased()
    let origin = scheme + "://" + request.host.lowercased()
    let defaultPort = scheme == "https" ? 443 : 80
    guard let port = request.port, port != defaultPort else { return origin }
    return origin + ":" + String(port)
  }

  /// Returns the encoded parameters as one string, sorted by name and value.
  private static func normalize(_ parameters: [FormField]) -> String {
    let encoded = parameters.map {
      FormField(PercentEncoding.encode($0.name), PercentEncoding.encode($0.value))
    }
    let sorted = encoded.sorted {
      $0.name == $1.name ? $0.value < $1.value : $0.name < $1.name
    }
    return sorted.map { $0.name + "=" + $0.value }.joined(separator: "&")
  }
}

/// An application's keys: the OAuth consumer key and consumer secret.
///
/// - Source: StackMob A5.
package struct OAuth1Credentials: Sendable, Hashable {
  /// The consumer key: the application's public key, which clients send.
  package var key: String
  /// The consumer secret: the application's private key, which clients never send.
  package var secret: String

  package init(key: String, secret: String) {
    self.key = key
    self.secret = secret
  }
}

/// The parts of a request that an OAuth 1 signature covers; the body is not covered.
///
/// - Source: StackMob A5.
package struct OAuth1Request: Sendable, Hashable {
  package var method: String
  /// The URL scheme, `http` or `https`.
  package var scheme: String
  /// The host in the `Host` field, without the port.
  package var host: String
  /// The port in the `Host` field; `nil` if the field has none.
  package var port: Int?
  /// The path and query exactly as in the request line, starting with `/`.
  package var target: String

  package init(method: String, scheme: String, host: String, port: Int?, target: String) {
    self.method = method
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target
  }
}

/// Signs requests with an application's private key.
///
/// - Source: StackMob A5.
package enum OAuth1Signer {
  /// Returns the signed authorization for a request; `timestamp` is in seconds since 1970.
  package static func sign(
    _ request: OAuth1Request, with credentials: OAuth1Credentials, timestamp: Int64, nonce: String
  ) -> OAuth1Authorization {
    var authorization = OAuth1Authorization(
      consumerKey: credentials.key, nonce: nonce, timestamp: timestamp)
    let base = OAuth1BaseString(request, parameters: authorization.parameters)
    authorization.signature = base.signature(secret: credentials.secret)
    return authorization
  }
}

/// Verifies the OAuth 1 signature of a request in the same way as the StackMob service.
///
/// - Source: StackMob A5.
package enum OAuth1Verifier {
  /// Compares the signature with the expected one; neither timestamp nor nonce is checked.
  package static func verify(
    _ authorization: OAuth1Authorization, secret: String, request: OAuth1Request
  ) -> SignatureVerdict {
    let base = OAuth1BaseString(request, parameters: authorization.parameters)
    let ours = base.signature(secret: secret)
    let theirs = authorization.signature
    guard !ConstantTime.equal(ours, theirs) else { return .valid }
    return .invalid(SignatureMismatch(stringToSign: base.text, ours: ours, theirs: theirs))
  }
}
