/// An `Authorization` header field of the scheme `MAC`.
///
/// - Source: protocol reference A4.
package struct MACAuthorization: Sendable, Hashable {
  /// The access token.
  package var id: String
  /// The client's time as sent, in seconds; never checked.
  package var timestamp: String
  /// Any text without a double quote.
  package var nonce: String
  /// The signature, in base64.
  package var mac: String

  /// An authorization whose parts hold no double quote.
  package init(id: String, timestamp: String, nonce: String, mac: String) {
    self.id = id
    self.timestamp = timestamp
    self.nonce = nonce
    self.mac = mac
  }

  /// Reads a header field; attributes may come in any order, unknown ones are ignored.
  ///
  /// - Throws: `otherScheme`, `malformed`, `repeated`, `missing`.
  package init(parsing field: String) throws(AuthorizationHeaderError) {
    let header = try AuthorizationHeader(parsing: field, scheme: "MAC")
    id = try header.required("id")
    timestamp = try header.required("ts")
    nonce = try header.required("nonce")
    mac = try header.required("mac")
  }

  /// The header field's value, without spaces after commas.
  package var headerValue: String {
    var value = "MAC id=\""
    value.reserveCapacity(48 + id.utf8.count + nonce.utf8.count + mac.utf8.count)
    value += id
    value += "\",ts=\""
    value += timestamp
    value += "\",nonce=\""
    value += nonce
    value += "\",mac=\""
    value += mac
    value += "\""
    return value
  }
}
