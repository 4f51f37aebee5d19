public import GhostlightCore

/// A token for one partition of one collection, for some time.
///
/// - Source: assumption: the real one is opaque; Cosmos B4.2 decides this form.
public struct CosmosResourceToken: Sendable, Hashable {
  /// What a token allows.
  public enum Mode: String, Sendable, Hashable {
    /// Reading alone.
    case read = "Read"
    /// Everything.
    case all = "All"
  }

  /// Seconds since 1970 at which it ends.
  public var expiry: Int64
  /// What it allows.
  public var mode: Mode
  /// The partition key value.
  public var partitionKey: JSON
  /// `dbs/{db}/colls/{coll}`.
  public var resource: String

  /// Describes a token.
  public init(expiry: Int64, mode: Mode, partitionKey: JSON, resource: String) {
    self.expiry = expiry
    self.mode = mode
    self.partitionKey = partitionKey
    self.resource = resource
  }

  private var payload: [UInt8] {
    let object: JSON = [
      "exp": .integer(expiry), "m": .string(mode.rawValue), "pk": partitionKey,
      "r": .string(resource),
    ]
    return object.bytes
  }

  /// The token's text, which clients send percent-encoded.
  public func text(signedWith key: CosmosMasterKey) -> String {
    let payload = payload
    let code = MessageAuthentication.sha256(key: key.bytes, message: payload).prefix(16)
    return "\(Self.prefix)\(Base64.encode(Array(code)));\(Base64.encode(payload));"
  }

  /// Reads a token's text, or answers `nil` where it is damaged or not signed with the key.
  public init?(_ text: String, signedWith key: CosmosMasterKey) {
    guard text.hasPrefix(Self.prefix), text.hasSuffix(";") else { return nil }
    let parts = text.dropFirst(Self.prefix.count).dropLast().split(separator: ";")
    guard parts.count == 2, let code = Base64.decode(String(parts[0])),
      let payload = Base64.decode(String(parts[1])),
      ConstantTime.equal(
        Array(MessageAuthentication.sha256(key: key.bytes, message: payload).prefix(16)), code),
      let json = Self.parse(payload), let expiry = json["exp"]?.integer,
      let mode = json["m"]?.string.flatMap(Mode.init), let partitionKey = json["pk"],
      let resource = json["r"]?.string
    else { return nil }
    self.init(expiry: expiry, mode: mode, partitionKey: partitionKey, resource: resource)
  }

  private static let prefix = "type=resource&ver=1&sig="

  private static func parse(_ bytes: [UInt8]) -> JSON? {
    do throws(JSONError) { return try JSON.parse(bytes) } catch { return nil }
  }
}
