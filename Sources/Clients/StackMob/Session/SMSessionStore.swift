public import Foundation
import GhostlightClient
import Synchronization

/// A store that keeps a client's session between two runs of the app.
///
/// An ``SMUserSession`` reads its data when it is created, and stores it after each login, refresh
/// and logout. Implement the protocol to keep sessions in a different place, such as the keychain.
/// The methods can be called from any thread, and must not change the session.
public protocol SMSessionStore: Sendable {
  /// Returns the session data that was stored under a key, or `nil` if there is none.
  func session(forKey key: String) -> Data?
  /// Stores session data under a key; `nil` removes it.
  func setSession(_ session: Data?, forKey key: String)
  /// Returns the map from user names to password store identifiers that was stored under a file
  /// name.
  func userIdentifierMap(named fileName: String) -> [String: String]
  /// Stores the map from user names to password store identifiers under a file name.
  func setUserIdentifierMap(_ map: [String: String], named fileName: String)
}

/// A session store that uses the user defaults, and a property list for the user identifier map.
///
/// It is the default store of an ``SMEnvironment``. The property list is next to the app's own
/// files. If it cannot be written, the map is lost when the process ends.
///
/// - Source: protocol reference B3.
public struct SMStandardSessionStore: SMSessionStore {
  /// Creates a store for the current app.
  public init() {}

  /// Returns the session data in the user defaults, or `nil` if there is none.
  public func session(forKey key: String) -> Data? {
    UserDefaults.standard.data(forKey: key)
  }

  /// Stores session data in the user defaults; `nil` removes it.
  public func setSession(_ session: Data?, forKey key: String) {
    UserDefaults.standard.set(session, forKey: key)
  }

  /// Returns the map in the property list with this name; empty if there is no such file.
  public func userIdentifierMap(named fileName: String) -> [String: String] {
    guard let data = try? Data(contentsOf: file(fileName)) else { return [:] }
    return (try? PropertyListDecoder().decode([String: String].self, from: data)) ?? [:]
  }

  /// Writes the map to the property list with this name.
  public func setUserIdentifierMap(_ map: [String: String], named fileName: String) {
    let file = file(fileName)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? PropertyListEncoder().encode(map).write(to: file, options: .atomic)
  }

  private func file(_ name: String) -> URL {
    FolderStore.applicationSupport.appendingPathComponent(name)
  }
}

/// A session store in memory, for tests.
///
/// Pass the same store to two clients if the second should find the session of the first. Sessions
/// are lost when the store is released. It can be used from any thread.
public final class SMMemorySessionStore: SMSessionStore {
  private let sessions = Mutex<[String: Data]>([:])
  private let maps = Mutex<[String: [String: String]]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the session data that is stored under a key, or `nil` if there is none.
  public func session(forKey key: String) -> Data? {
    sessions.withLock { $0[key] }
  }

  /// Stores session data under a key; `nil` removes it.
  public func setSession(_ session: Data?, forKey key: String) {
    sessions.withLock { $0[key] = session }
  }

  /// Returns the map that is stored under a file name; empty if there is none.
  public func userIdentifierMap(named fileName: String) -> [String: String] {
    maps.withLock { $0[fileName] ?? [:] }
  }

  /// Stores a map under a file name.
  public func setUserIdentifierMap(_ map: [String: String], named fileName: String) {
    maps.withLock { $0[fileName] = map }
  }
}
