public import GhostlightCore
package import HTTPTypes

/// The decoded `Authorization` field of a Cosmos DB request.
///
/// - Source: Cosmos B4.
package enum CosmosAuthorization: Sendable, Hashable {
  /// A signature made with the master key, in base64.
  case master(signature: String)
  /// A resource token, as the server issued it.
  case resource(String)

  /// Parses the value of an `Authorization` field; returns `nil` if it has a different format.
  package init?(_ value: String) {
    guard let text = PercentEncoding.decode(value) else { return nil }
    if text.hasPrefix("type=resource&") {
      self = .resource(text)
      return
    }
    let prefix = "type=master&ver=1.0&sig="
    guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
    self = .master(signature: String(Substring(text.utf8.dropFirst(prefix.utf8.count))))
  }
}

extension Request {
  /// Returns the request with `Authorization` and `x-ms-date` fields that sign it with a master
  /// key.
  ///
  /// `milliseconds` is the time of the request, in milliseconds since 1970.
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

/// The master key of a Cosmos DB account, which permits all access to the account.
///
/// Sign a request with `Request.signed(with:milliseconds:)`. For emulators, use the public key
/// ``wellKnown``.
///
/// ```swift
/// import Ghostlight
/// import GhostlightSigning
///
/// let request = Request(.get, "http://127.0.0.1:8081/dbs")
///   .signed(with: .wellKnown, milliseconds: 1_568_974_272_000)
/// ```
///
/// - Source: Cosmos B4.1.
public struct CosmosMasterKey: Sendable, Hashable {
  /// The key in base64, as the Azure portal shows it.
  public let text: String

  let bytes: [UInt8]
  private let code: MessageAuthentication.SHA256Key

  /// The published key of Microsoft's own Cosmos DB emulator.
  public static let wellKnown = CosmosMasterKey(
    text:
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
    bytes: Base64.decode(
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==")
      ?? [])

  /// Creates a key from base64; returns `nil` if the string is empty or not valid base64.
  public init?(_ text: String) {
    guard let bytes = Base64.decode(text), !bytes.isEmpty else { return nil }
    self.init(text: text, bytes: bytes)
  }

  private init(text: String, bytes: [UInt8]) {
    self.text = text
    self.bytes = bytes
    code = MessageAuthentication.SHA256Key(bytes)
  }

  /// Returns whether both keys have the same base64 form.
  public static func == (left: CosmosMasterKey, right: CosmosMasterKey) -> Bool {
    left.text.isExactly(right.text)
  }

  /// Hashes the key's base64 form.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Returns the signature of a string, in base64.
  package func signature(of text: String) -> String {
    Base64.encode(code.code(of: Array(text.utf8)))
  }

  /// Returns whether a base64 signature of a message was made with this key; compares in constant
  /// time.
  package func signs(_ message: [UInt8], as signature: String) -> Bool {
    ConstantTime.equal(Base64.encodedBytes(code.code(of: message)), Array(signature.utf8))
  }

  /// Checks whether a base64 signature of a string was made with this key; compares in constant
  /// time.
  package func verify(_ signature: String, of text: String) -> SignatureVerdict {
    let ours = self.signature(of: text)
    guard ConstantTime.equal(ours, signature) else {
      return .invalid(SignatureMismatch(stringToSign: text, ours: ours, theirs: signature))
    }
    return .valid
  }
}

/// The resource that a request addresses, in the form that the request's signature covers.
///
/// Create it from the request's target. A path with an odd number of segments is a feed, such as
/// `/dbs/x/colls`; the feed's link is the link of its parent resource.
///
/// - Source: Cosmos B4.1.
public struct CosmosResourceLink: Sendable, Hashable {
  /// The resource type, such as `dbs`, `colls` or `docs`; empty for the account itself.
  public let type: String
  /// The resource's path with decoded names, without a slash at the start or end.
  public let link: String
  /// The link if the path has resource ids (RIDs) instead of names: only the last RID, in lower
  /// case.
  public let ridLink: String

  /// Creates a link from the path of a request target; a slash at the end is ignored.
  public init(_ target: RequestTarget) {
    var segments: [String] = []
    for part in target.rawPath.utf8.split(separator: UInt8(ascii: "/")) {
      let raw = String(decoding: part, as: UTF8.self)
      segments.append(PercentEncoding.decode(raw) ?? raw)
    }
    // An operation on a container is signed with the container's link (B11).
    if segments.count == 6, segments[4] == "operations" { segments.removeLast(2) }
    let isFeed = !segments.count.isMultiple(of: 2)
    type = segments.isEmpty ? "" : segments[segments.count - (isFeed ? 1 : 2)]
    if isFeed { segments.removeLast() }
    link = segments.joined(separator: "/")
    ridLink = (segments.last ?? "").lowercased()
  }

  /// Returns the string that the signature of a request covers.
  ///
  /// - Parameters:
  ///   - method: The HTTP method, in any case.
  ///   - date: The value of the `x-ms-date` field.
  ///   - httpDate: The value of the `Date` field; empty if the request has an `x-ms-date` field.
  ///   - usesRID: Whether the path has resource ids instead of names.
  /// - Returns: Five lines, each ending with a line feed.
  public func stringToSign(
    method: String, date: String, httpDate: String = "", usesRID: Bool = false
  ) -> String {
    "\(method.lowercased())\n\(type.lowercased())\n\(usesRID ? ridLink : link)\n"
      + "\(date.lowercased())\n\(httpDate.lowercased())\n"
  }
}

extension CosmosResourceLink {
  /// Returns the bytes of ``stringToSign(method:date:httpDate:usesRID:)`` for a path with resource
  /// names.
  ///
  /// The result is `nil` for a path with escapes, non-ASCII letters or extra slashes; use the
  /// slower method for such paths.
  package static func bytesToSign(
    _ target: RequestTarget, method: String, date: String, httpDate: String = ""
  ) -> [UInt8]? {
    var raw = target.raw
    return raw.withUTF8 { bytes -> [UInt8]? in
      let path = UnsafeBufferPointer(rebasing: bytes[..<target.pathLength])
      guard let parts = parts(of: path) else { return nil }
      var text: [UInt8] = []
      text.reserveCapacity(path.count + method.utf8.count + date.utf8.count + 64)
      append(lowercased: method.utf8, to: &text)
      append(lowercased: path[parts.type], to: &text)
      text.append(contentsOf: path[parts.link])
      text.append(lineFeed)
      append(lowercased: date.utf8, to: &text)
      append(lowercased: httpDate.utf8, to: &text)
      return text.allSatisfy { $0 < 0x80 } ? text : nil
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns the ranges of the resource type and link in `path`; `nil` if the path has escapes,
  /// extra slashes or an operation.
  private static func parts(
    of path: UnsafeBufferPointer<UInt8>
  ) -> (type: Range<Int>, link: Range<Int>)? {
    let slash = UInt8(ascii: "/")
    guard path.count > 1, path[0] == slash, path[path.count - 1] != slash else { return nil }
    var segments = 0
    var before = 0
    var last = 0
    for position in path.indices {
      if path[position] == UInt8(ascii: "%") { return nil }
      guard path[position] == slash else { continue }
      if path[position + 1] == slash { return nil }
      (before, last) = (last, position)
      segments += 1
    }
    if !segments.isMultiple(of: 2) { return (last + 1..<path.count, min(1, last)..<last) }
    // An operation on a container is signed with the container's link, which is not its whole path.
    if segments == 6, path[before + 1] == UInt8(ascii: "o") { return nil }
    return (before + 1..<last, 1..<path.count)
  }

  /// Appends `line` in lower case, followed by a line feed.
  private static func append(
    lowercased line: some Sequence<UInt8>, to text: inout [UInt8]
  ) {
    for byte in line {
      text.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
    }
    text.append(lineFeed)
  }
}

extension HTTPField.Name {
  /// The `x-ms-date` field, which signatures cover.
  package static let msDate = known("x-ms-date")
}
