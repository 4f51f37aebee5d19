public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// The storage of the SDK: secrets, settings, and the folder for documents.
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

  /// Uses another place from now on.
  ///
  /// Files in the old place are unchanged.
  package func move(to location: MSStorageLocation) {
    state.withLock { $0 = State(location: location) }
  }

  /// The folder; `nil` if everything is in memory.
  package var folder: URL? {
    state.withLock { $0.location }.folder(variables)
  }

  /// The store of tokens.
  package var secrets: any MSKeyValueStore { store(\.secrets, "Secrets.json") }

  /// The store of settings, such as whether a service is enabled.
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

/// Texts in memory.
final class MSMemoryStore: MSKeyValueStore {
  private let texts = Mutex<[String: String]>([:])

  func string(forKey key: String) -> String? { texts.withLock { $0[key] } }

  func setString(_ string: String?, forKey key: String) { texts.withLock { $0[key] = string } }
}

/// Texts in a file that only its owner can read, because Linux has no keychain.
///
/// A text that cannot be written is lost when the process ends.
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

  /// Writes all texts.
  private func write(_ texts: [String: String]) {
    var object = JSONObject()
    for key in texts.keys.sorted() { object[key] = texts[key].map(JSON.string) }
    folder.setBytes(JSON.object(object).bytes, named: name)
  }
}

/// Storage of texts by key.
package protocol MSKeyValueStore: Sendable {
  /// Returns the text of a key, or `nil`.
  func string(forKey key: String) -> String?
  /// Stores a text, or removes it if it is `nil`.
  func setString(_ string: String?, forKey key: String)
}

/// The place where the SDK stores documents, tokens and settings.
///
/// Set it in ``MSAppCenterEnvironment/storage`` before the context is created.
/// `MSData.setStorageDirectory(_:)` changes it to a folder later. Only the owner of a folder can
/// read it.
public enum MSStorageLocation: Sendable, Hashable {
  /// The folder that `APPCENTER_STORAGE_DIR` names, otherwise `com.microsoft.appcenter` in
  /// `XDG_DATA_HOME` or `~/.local/share`.
  case standard
  /// A folder, which is created if it does not exist.
  case directory(URL)
  /// Memory: everything is lost with the context.
  case memory

  /// Returns the folder, or `nil` for memory.
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
