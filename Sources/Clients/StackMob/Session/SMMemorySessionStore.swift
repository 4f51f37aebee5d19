public import Foundation
import Synchronization

/// Keeps sessions as long as it lives, for tests: hand the same one to two clients to let the
/// second find the first one's session.
public final class SMMemorySessionStore: SMSessionStore {
  private let sessions = Mutex<[String: Data]>([:])
  private let maps = Mutex<[String: [String: String]]>([:])

  /// An empty store.
  public init() {}

  /// The session that was kept under a key.
  public func session(forKey key: String) -> Data? {
    sessions.withLock { $0[key] }
  }

  /// Keeps a session under a key, or forgets it.
  public func setSession(_ session: Data?, forKey key: String) {
    sessions.withLock { $0[key] = session }
  }

  /// The map that was kept under a file name; empty where there is none.
  public func userIdentifierMap(named fileName: String) -> [String: String] {
    maps.withLock { $0[fileName] ?? [:] }
  }

  /// Keeps a map under a file name.
  public func setUserIdentifierMap(_ map: [String: String], named fileName: String) {
    maps.withLock { $0[fileName] = map }
  }
}
