public import GhostlightCore

/// A token that permits access to one partition of one collection until it expires.
///
/// App Center's token exchange issues it to apps, which send it instead of a signature. The token
/// is signed with the master key.
///
/// - Source: assumption: the real one is opaque; Cosmos B4.2 decides this form.
public struct CosmosResourceToken: Sendable, Hashable {
  /// The access that a token permits.
  ///
  /// The raw values are those of the resource's `permissionMode`. With a ``read`` token, requests
  /// that change documents are refused.
  public enum Mode: String, Sendable, Hashable {
    /// The token permits reading only.
    case read = "Read"
    /// The token permits reading and changing documents.
    case all = "All"
  }

  /// The time at which the token expires, in seconds since 1970.
  public var expiry: Int64
  /// The access that the token permits.
  public var mode: Mode
  /// The partition key value to which access is limited.
  public var partitionKey: JSON
  /// The path of the collection to which access is limited: `dbs/{db}/colls/{coll}`.
  public var resource: String

  /// Creates a token that is not signed yet; `expiry` is in seconds since 1970.
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

  /// Returns the signed token as a string, which clients send percent-encoded.
  public func text(signedWith key: CosmosMasterKey) -> String {
    let payload = payload
    let code = MessageAuthentication.sha256(key: key.bytes, message: payload).prefix(16)
    return "\(Self.prefix)\(Base64.encode(Array(code)));\(Base64.encode(payload));"
  }

  /// Parses a token; returns `nil` if it is damaged or was not signed with `key`.
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
