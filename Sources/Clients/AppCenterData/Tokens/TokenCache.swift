import AppCenter
import GhostlightCore

/// The tokens that outlive a call, a slot for each kind of partition.
///
/// - Source: protocol reference A6.
struct TokenCache: Sendable {
  /// Which tokens count.
  enum Kind: Sendable {
    case valid
    /// Enough to know partition and collection, even offline.
    case includingExpired
  }

  let storage: MSStorage

  private static let readOnlyKey = "MSStorageReadOnlyDbToken"
  private static let userKey = "MSStorageUserDbToken"

  private static func key(of partition: String) -> String {
    partition == kMSDataAppDocumentsPartition ? readOnlyKey : userKey
  }

  /// The token of a partition, by either of its names.
  func token(_ partition: String, _ kind: Kind, at milliseconds: Int64) -> TokenResult? {
    let text = storage.secrets.string(forKey: Self.key(of: partition))
    guard let text, let json = try? JSON.parse(text), let token = TokenResult(json),
      kind == .includingExpired || !token.isExpired(at: milliseconds)
    else { return nil }
    return token
  }

  func keep(_ token: TokenResult, for partition: String) {
    storage.secrets.setString(token.json.text(), forKey: Self.key(of: partition))
  }

  func drop(_ partition: String) {
    storage.secrets.setString(nil, forKey: Self.key(of: partition))
  }

  func dropAll() {
    drop(kMSDataAppDocumentsPartition)
    drop(kMSDataUserDocumentsPartition)
  }
}
