public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// A store for the files of an instance: the user's credentials and the installation id.
///
/// The module has ``MKFolderStore`` for apps and ``MKMemoryStore`` for tests. Set
/// ``MKEnvironment/store`` before you create the instance. A store's methods can be called from any
/// thread.
public protocol MKStore: Sendable {
  /// Returns the bytes that are stored under a name, or `nil` if there are none.
  func bytes(named name: String) -> [UInt8]?
  /// Stores bytes under a name; `nil` removes them.
  ///
  /// A store that cannot write does not report an error: the bytes are lost when the process ends.
  func setBytes(_ bytes: [UInt8]?, named name: String)
}

/// A store in memory, for tests and previews.
///
/// A new store is empty, and its contents are lost when it is released. To simulate a restart of an
/// app, create a second instance with the same store.
///
/// ```swift
/// import mkApp
///
/// let store = MKMemoryStore()
/// store.setBytes([1, 2, 3], named: "example")
/// var environment = MKEnvironment()
/// environment.store = store
/// ```
public final class MKMemoryStore: MKStore {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the bytes that are stored under a name, or `nil` if there are none.
  public func bytes(named name: String) -> [UInt8]? { files.withLock { $0[name] } }

  /// Stores bytes under a name; `nil` removes them.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.withLock { $0[name] = bytes }
  }
}

/// A store with one file for each name, in a folder that only its owner can read.
///
/// It is the default store of an instance. If a file cannot be written, no error is reported, and
/// its contents are lost when the process ends.
public struct MKFolderStore: MKStore {
  private let files: FolderStore

  /// Creates a store for the files in a folder.
  ///
  /// The folder is created when it is first needed.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// Returns the bytes of the file with this name, or `nil` if there is none.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes a file atomically, so that a reader gets either the old or the new bytes; `nil` removes
  /// the file.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }
}

extension MKAppInstance {
  /// The store for the installation id and, unless the environment has a credential store, for
  /// credentials.
  var store: any MKStore { environment.store ?? MKFolderStore(storageDirectory) }

  /// The store for the user's credentials.
  var credentials: any MKCredentialStore {
    environment.credentialStore ?? MKKeptCredentials(store: store)
  }
}

/// Stores credentials in a file of an ``MKStore``.
///
/// In the default store, only the file's owner can read it.
struct MKKeptCredentials: MKCredentialStore {
  private static let name = "mia-credentials.json"

  let store: any MKStore

  func load() -> MKCredentials? {
    guard let bytes = store.bytes(named: Self.name) else { return nil }
    return (try? JSON.parse(bytes)).flatMap { MKCredentials($0) }
  }

  func save(_ credentials: MKCredentials) {
    store.setBytes(credentials.json.bytes, named: Self.name)
  }

  func clear() { store.setBytes(nil, named: Self.name) }
}
