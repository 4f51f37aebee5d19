public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// What the SDK keeps: secrets and settings, and the folder for more.
package final class MSStorage: Sendable {
  private struct State {
    var location: MSStorageLocation
    var secrets: (any MSKeyValueStore)?
    var settings: (any MSKeyValueStore)?
  }

  private let state: Mutex<State>
  private let variables: [String: String]

  init(_ location: MSStorageLocation, variables: [String: String]) {
    state = Mutex(State(location: location))
    self.variables = variables
  }

  /// Moves to another place; what was kept in the old one stays there.
  package func move(to location: MSStorageLocation) {
    state.withLock { $0 = State(location: location) }
  }

  /// The folder, or `nil` where all stays in memory.
  package var folder: URL? {
    state.withLock { $0.location }.folder(variables)
  }

  /// Tokens.
  package var secrets: any MSKeyValueStore { store(\.secrets, "Secrets.json") }

  /// What was enabled and disabled.
  package var settings: any MSKeyValueStore { store(\.settings, "Settings.json") }

  private func store(
    _ slot: WritableKeyPath<State, (any MSKeyValueStore)?>, _ name: String
  ) -> any MSKeyValueStore {
    state.withLock { state in
      if let known = state[keyPath: slot] { return known }
      let folder = state.location.folder(variables)
      let fresh: any MSKeyValueStore =
        folder.map { MSFileStore($0.appendingPathComponent(name)) } ?? MSMemoryStore()
      state[keyPath: slot] = fresh
      return fresh
    }
  }
}

/// Texts that nobody else ever sees.
final class MSMemoryStore: MSKeyValueStore {
  private let texts = Mutex<[String: String]>([:])

  func string(forKey key: String) -> String? { texts.withLock { $0[key] } }

  func setString(_ string: String?, forKey key: String) { texts.withLock { $0[key] = string } }
}

/// Texts in a file that only its owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
final class MSFileStore: MSKeyValueStore {
  private let texts: Mutex<[String: String]>
  private let folder: FolderStore
  private let name: String

  init(_ file: URL) {
    folder = FolderStore(file.deletingLastPathComponent())
    name = file.lastPathComponent
    let bytes = folder.bytes(named: name) ?? []
    var texts: [String: String] = [:]
    for member in (try? JSON.parse(bytes))?.object?.members ?? [] {
      texts[member.key] = member.value.string
    }
    self.texts = Mutex(texts)
  }

  func string(forKey key: String) -> String? { texts.withLock { $0[key] } }

  func setString(_ string: String?, forKey key: String) {
    texts.withLock { texts in
      guard texts[key] != string else { return }
      texts[key] = string
      write(texts)
    }
  }

  /// Writes all.
  private func write(_ texts: [String: String]) {
    var object = JSONObject()
    for key in texts.keys.sorted() { object[key] = texts[key].map(JSON.string) }
    folder.setBytes(JSON.object(object).bytes, named: name)
  }
}

/// Texts by key.
package protocol MSKeyValueStore: Sendable {
  /// The text of a key, or `nil`.
  func string(forKey key: String) -> String?
  /// Keeps a text, or forgets it.
  func setString(_ string: String?, forKey key: String)
}

/// Where the SDK keeps what outlives a call.
public enum MSStorageLocation: Sendable, Hashable {
  /// In the folder that `APPCENTER_STORAGE_DIR` names, else in `com.microsoft.appcenter` below
  /// `XDG_DATA_HOME` or `~/.local/share`.
  case standard
  /// In a folder, which is made where it is missing.
  case directory(URL)
  /// Nowhere: all is forgotten with the context.
  case memory

  /// The folder, or `nil` for memory.
  func folder(_ variables: [String: String]) -> URL? {
    switch self {
    case .memory: return nil
    case .directory(let folder): return folder
    case .standard:
      if let path = variables["APPCENTER_STORAGE_DIR"], !path.isEmpty {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      let home =
        variables["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? NSHomeDirectory() + "/.local/share"
      return URL(fileURLWithPath: home, isDirectory: true)
        .appendingPathComponent("com.microsoft.appcenter", isDirectory: true)
    }
  }
}
