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
    self = .master(signature: String(Substring(text.utf8.dropFirst(prefix.utf8.count))))
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
  private let code: MessageAuthentication.SHA256Key

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
    code = MessageAuthentication.SHA256Key(bytes)
  }

  /// Whether both are the same key in the same spelling.
  public static func == (left: CosmosMasterKey, right: CosmosMasterKey) -> Bool {
    left.text.isExactly(right.text)
  }

  /// Hashes the key's text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The signature of a text, in base64.
  package func signature(of text: String) -> String {
    Base64.encode(code.code(of: Array(text.utf8)))
  }

  /// Whether a signature in base64 is this key's of a message; takes the same time wherever they
  /// differ.
  package func signs(_ message: [UInt8], as signature: String) -> Bool {
    ConstantTime.equal(Base64.encodedBytes(code.code(of: message)), Array(signature.utf8))
  }

  /// Whether a signature in base64 is this key's of a text; takes the same time wherever they differ.
  package func verify(_ signature: String, of text: String) -> SignatureVerdict {
    let ours = self.signature(of: text)
    guard ConstantTime.equal(ours, signature) else {
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

extension CosmosResourceLink {
  /// The bytes of what ``stringToSign(method:date:httpDate:usesRID:)`` answers for a target, resources
  /// named; `nil` where the path needs more than a look: escapes, other letters, stray slashes.
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

  /// Where the type and the link stand in a plain path.
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
    // An operation of a container is signed as what is done to the container itself.
    if segments == 6, path[before + 1] == UInt8(ascii: "o") { return nil }
    return (before + 1..<last, 1..<path.count)
  }

  /// Appends a line of the text.
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
  /// `x-ms-date`, which signatures cover.
  package static let msDate = known("x-ms-date")
}
