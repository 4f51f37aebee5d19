public import Foundation

/// Where a session is kept between two runs of an app.
public protocol SMSessionStore: Sendable {
  /// The session that was kept under a key, as it was handed over.
  func session(forKey key: String) -> Data?
  /// Keeps a session under a key, or forgets it.
  func setSession(_ session: Data?, forKey key: String)
  /// The map from users to keys of the password store that was kept under a file name.
  func userIdentifierMap(named fileName: String) -> [String: String]
  /// Keeps the map from users to keys of the password store under a file name.
  func setUserIdentifierMap(_ map: [String: String], named fileName: String)
}
