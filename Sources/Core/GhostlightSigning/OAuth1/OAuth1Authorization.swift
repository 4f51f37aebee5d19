package import GhostlightCore

/// An `Authorization` header field of the scheme `OAuth`.
///
/// - Source: RFC 5849, section 3.5.1; protocol reference A5.
package struct OAuth1Authorization: Sendable, Hashable {
  /// The parameters to sign, decoded, in the order sent: all but realm and signature.
  package var parameters: [FormField]
  /// The consumer key.
  package var consumerKey: String
  /// The signature, in base64.
  package var signature: String

  /// The authorization of two-legged OAuth with HMAC-SHA1, not signed yet.
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

  /// Reads a header field; parameters may come in any order, the realm is ignored.
  ///
  /// - Throws: `otherScheme`, `malformed`, `repeated`, `missing`, `badEscape`, and `unsupported` for
  ///   a method other than HMAC-SHA1 or a version other than 1.0.
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
  /// The header field's value, without spaces after commas; a realm must not hold a double quote.
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
