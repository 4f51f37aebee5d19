public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// The storage of the SDK: tokens, settings, and the folder for documents.
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

  /// Uses a different location from now on.
  ///
  /// The files in the previous location stay there unchanged.
  package func move(to location: MSStorageLocation) {
    state.withLock { $0 = State(location: location) }
  }

  /// The folder for all files; `nil` if everything is kept in memory.
  package var folder: URL? {
    state.withLock { $0.location }.folder(variables)
  }

  /// The key-value store for tokens.
  package var secrets: any MSKeyValueStore { store(\.secrets, "Secrets.json") }

  /// The key-value store for settings, such as whether a service is enabled.
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

/// A key-value store that keeps strings in memory only.
final class MSMemoryStore: MSKeyValueStore {
  private let texts = Mutex<[String: String]>([:])

  func string(forKey key: String) -> String? { texts.withLock { $0[key] } }

  func setString(_ string: String?, forKey key: String) { texts.withLock { $0[key] = string } }
}

/// A key-value store in a file that only its owner can read, because Linux has no keychain.
///
/// If the file cannot be written, new strings are lost when the process ends.
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

  private func write(_ texts: [String: String]) {
    var object = JSONObject()
    for key in texts.keys.sorted() { object[key] = texts[key].map(JSON.string) }
    folder.setBytes(JSON.object(object).bytes, named: name)
  }
}

/// A store for strings by key.
package protocol MSKeyValueStore: Sendable {
  /// Returns the string that is stored under a key, or `nil` if there is none.
  func string(forKey key: String) -> String?
  /// Stores a string under a key; `nil` removes it.
  func setString(_ string: String?, forKey key: String)
}

/// The location where the SDK stores documents, tokens and settings.
///
/// Set ``MSAppCenterEnvironment/storage`` before you create the context.
/// `MSData.setStorageDirectory(_:)` changes the location to a folder later. Only the folder's owner
/// can read it.
public enum MSStorageLocation: Sendable, Hashable {
  /// The folder in `APPCENTER_STORAGE_DIR`; without that variable, `com.microsoft.appcenter` in
  /// `XDG_DATA_HOME` or in `~/.local/share`.
  case standard
  /// The given folder, which is created if it does not exist.
  case directory(URL)
  /// Memory only: everything is lost when the context is released.
  case memory

  /// Returns the folder for this location, or `nil` for memory.
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
