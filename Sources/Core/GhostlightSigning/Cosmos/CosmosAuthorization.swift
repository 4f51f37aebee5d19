public import GhostlightCore
import HTTPTypes

/// The `Authorization` field of a Cosmos request, decoded.
///
/// - Source: protocol reference B4.
package enum CosmosAuthorization: Sendable, Hashable {
  /// A signature with the master key, in base64.
  case master(signature: String)
  /// A resource token's text.
  case resource(String)

  /// Reads a field's value, or answers `nil` where it has another form.
  package init?(_ value: String) {
    guard let text = PercentEncoding.decode(value) else { return nil }
    if text.hasPrefix("type=resource&") {
      self = .resource(text)
      return
    }
    let prefix = "type=master&ver=1.0&sig="
    guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
    self = .master(signature: String(text.dropFirst(prefix.count)))
  }
}

extension Request {
  /// The request signed with a master key; without `x-ms-date` that field is added.
  public func signed(with key: CosmosMasterKey, milliseconds: Int64) -> Request {
    var copy = self
    let date = HTTPDate.format(milliseconds: milliseconds)
    copy.headers[.msDate] = date
    let text = CosmosResourceLink(target).stringToSign(method: method.rawValue, date: date)
    copy.headers[.authorization] = PercentEncoding.encode(
      "type=master&ver=1.0&sig=" + key.signature(of: text))
    return copy
  }
}
