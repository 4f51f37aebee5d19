public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// Storage for the files of an instance: its credentials and its installation id.
///
/// The module has ``MKFolderStore`` for apps and ``MKMemoryStore`` for tests. Set one in
/// ``MKEnvironment/store`` before the instance is created. An instance can call it from any thread.
public protocol MKStore: Sendable {
  /// Returns the bytes that are stored under a name, or `nil`.
  func bytes(named name: String) -> [UInt8]?
  /// Stores bytes, or removes them if they are `nil`.
  ///
  /// A store that cannot write does not report it: the bytes are lost when the process ends.
  func setBytes(_ bytes: [UInt8]?, named name: String)
}

/// Storage in memory, for tests and previews.
///
/// It starts empty and its content is lost with it. To simulate a restart of an app, create a
/// second instance with the same store.
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

  /// Returns the bytes that are stored under a name, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.withLock { $0[name] } }

  /// Stores bytes, or removes them if they are `nil`.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.withLock { $0[name] = bytes }
  }
}

/// Storage in files of a folder that only their owner can read.
///
/// It is the default of an instance, because Linux has no keychain. A file that cannot be written
/// is not reported: its content is lost when the process ends.
public struct MKFolderStore: MKStore {
  private let files: FolderStore

  /// Creates a store for a folder.
  ///
  /// The folder is created when it is first needed.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// Returns the bytes of a file, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes or removes a file atomically: a reader gets either the old bytes or the new ones.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }
}

extension MKAppInstance {
  /// The storage of the installation id and, by default, of credentials.
  var store: any MKStore { environment.store ?? MKFolderStore(storageDirectory) }

  /// The storage of credentials.
  var credentials: any MKCredentialStore {
    environment.credentialStore ?? MKKeptCredentials(store: store)
  }
}

/// Credentials in a file of a store.
///
/// By default only its owner can read the file.
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
