public import GhostlightCore
package import HTTPTypes

/// The `Authorization` field of a Cosmos request, decoded.
///
/// - Source: Cosmos B4.
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

/// A Cosmos DB account's master key.
///
/// - Source: Cosmos B4.1.
public struct CosmosMasterKey: Sendable, Hashable {
  /// The key as the portal shows it, in base64.
  public let text: String

  let bytes: [UInt8]

  /// The key of the vendor's own emulator, which is public.
  public static let wellKnown = CosmosMasterKey(
    text:
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
    bytes: Base64.decode(
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==")
      ?? [])

  /// Makes a key of base64 text, or `nil` where it is none.
  public init?(_ text: String) {
    guard let bytes = Base64.decode(text), !bytes.isEmpty else { return nil }
    self.init(text: text, bytes: bytes)
  }

  private init(text: String, bytes: [UInt8]) {
    self.text = text
    self.bytes = bytes
  }

  /// The signature of a text, in base64.
  package func signature(of text: String) -> String {
    Base64.encode(MessageAuthentication.sha256(key: bytes, message: Array(text.utf8)))
  }

  /// Whether a signature in base64 is this key's of a text; takes the same time wherever they differ.
  package func verify(_ signature: String, of text: String) -> SignatureVerdict {
    let ours = self.signature(of: text)
    guard ConstantTime.equal(Array(ours.utf8), Array(signature.utf8)) else {
      return .invalid(SignatureMismatch(stringToSign: text, ours: ours, theirs: signature))
    }
    return .valid
  }
}

/// What a request is about, as its signature names it.
///
/// - Source: Cosmos B4.1.
public struct CosmosResourceLink: Sendable, Hashable {
  /// `dbs`, `colls`, `docs`, …; empty for the account.
  public let type: String
  /// The path of the resource, names decoded, without a slash at either end.
  public let link: String
  /// The link where the path names resources by RID: the last RID alone, in lower case.
  public let ridLink: String

  /// Reads the path of a target; one slash at its end does not count.
  public init(_ target: RequestTarget) {
    var segments: [String] = []
    for part in target.rawPath.utf8.split(separator: UInt8(ascii: "/")) {
      let raw = String(decoding: part, as: UTF8.self)
      segments.append(PercentEncoding.decode(raw) ?? raw)
    }
    // An operation of a container is signed as what is done to the container itself (B11).
    if segments.count == 6, segments[4] == "operations" { segments.removeLast(2) }
    let isFeed = !segments.count.isMultiple(of: 2)
    type = segments.isEmpty ? "" : segments[segments.count - (isFeed ? 1 : 2)]
    if isFeed { segments.removeLast() }
    link = segments.joined(separator: "/")
    ridLink = (segments.last ?? "").lowercased()
  }

  /// The text that a request's signature covers: `date` is that of `x-ms-date`, `httpDate` that of
  /// `Date`, which counts only where the other is absent.
  public func stringToSign(
    method: String, date: String, httpDate: String = "", usesRID: Bool = false
  ) -> String {
    "\(method.lowercased())\n\(type.lowercased())\n\(usesRID ? ridLink : link)\n"
      + "\(date.lowercased())\n\(httpDate.lowercased())\n"
  }
}

extension HTTPField.Name {
  /// `x-ms-date`, which signatures cover.
  package static let msDate = known("x-ms-date")
}
