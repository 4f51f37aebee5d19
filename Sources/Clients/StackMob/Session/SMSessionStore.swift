public import Foundation
import GhostlightClient
import Synchronization

/// A store for sessions between two runs of an app.
///
/// An ``SMUserSession`` reads its session when it is created, and writes it after each login,
/// refresh and logout. Implement the protocol to store sessions in a different place, such as the
/// keychain. Its methods can be called from any thread, and must not change the session.
public protocol SMSessionStore: Sendable {
  /// Returns the data that was stored under a key.
  func session(forKey key: String) -> Data?
  /// Stores a session under a key, or removes it.
  func setSession(_ session: Data?, forKey key: String)
  /// Returns the map from users to keys of the password store that was stored under a file name.
  func userIdentifierMap(named fileName: String) -> [String: String]
  /// Stores the map from users to keys of the password store under a file name.
  func setUserIdentifierMap(_ map: [String: String], named fileName: String)
}

/// A session store in the user defaults, with maps in property lists next to the app's own files.
///
/// It is the default store of an ``SMEnvironment``. If a file cannot be written, its contents are
/// lost when the process ends, as without a store.
///
/// - Source: protocol reference B3.
public struct SMStandardSessionStore: SMSessionStore {
  /// Creates the store of this app.
  public init() {}

  /// Returns the session in the user defaults.
  public func session(forKey key: String) -> Data? {
    UserDefaults.standard.data(forKey: key)
  }

  /// Writes a session to the user defaults, or removes it.
  public func setSession(_ session: Data?, forKey key: String) {
    UserDefaults.standard.set(session, forKey: key)
  }

  /// Returns the map in the property list; empty if there is no file.
  public func userIdentifierMap(named fileName: String) -> [String: String] {
    guard let data = try? Data(contentsOf: file(fileName)) else { return [:] }
    return (try? PropertyListDecoder().decode([String: String].self, from: data)) ?? [:]
  }

  /// Writes the map to a property list.
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
/// are lost when the object is released. It can be used from any thread.
public final class SMMemorySessionStore: SMSessionStore {
  private let sessions = Mutex<[String: Data]>([:])
  private let maps = Mutex<[String: [String: String]]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the session that is stored under a key.
  public func session(forKey key: String) -> Data? {
    sessions.withLock { $0[key] }
  }

  /// Stores a session under a key, or removes it.
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
