public import Foundation
import GhostlightClient

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
