public import Foundation
import GhostlightClient
import Synchronization

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

/// Keeps sessions in the user defaults, and maps as property lists beside the app's own files.
///
/// What cannot be written is lost with the process, as it would be without a store.
///
/// - Source: protocol reference B3.
public struct SMStandardSessionStore: SMSessionStore {
  /// The store of this app.
  public init() {}

  /// The session in the user defaults.
  public func session(forKey key: String) -> Data? {
    UserDefaults.standard.data(forKey: key)
  }

  /// Writes a session to the user defaults, or removes it.
  public func setSession(_ session: Data?, forKey key: String) {
    UserDefaults.standard.set(session, forKey: key)
  }

  /// The map in the property list; empty where there is none.
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
