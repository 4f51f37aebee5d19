public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// Bytes by name that outlive the process.
public protocol MKStore: Sendable {
  /// The bytes of a name, or `nil`.
  func bytes(named name: String) -> [UInt8]?
  /// Keeps bytes, or forgets them; what cannot be written is lost with the process.
  func setBytes(_ bytes: [UInt8]?, named name: String)
}

/// Bytes that nobody else ever sees.
public final class MKMemoryStore: MKStore {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// An empty store.
  public init() {}

  /// The bytes of a name, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.withLock { $0[name] } }

  /// Keeps bytes, or forgets them.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.withLock { $0[name] = bytes }
  }
}

/// Files in a folder that only their owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
public struct MKFolderStore: MKStore {
  private let files: FolderStore

  /// Keeps files in a folder, which is made when first needed.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// The bytes of a file, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes a file, or removes it; a reader sees the old bytes or the new ones.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }
}

extension MKAppInstance {
  /// Where files are kept.
  var store: any MKStore { environment.store ?? MKFolderStore(storageDirectory) }

  /// Where credentials are kept.
  var credentials: any MKCredentialStore {
    environment.credentialStore ?? MKKeptCredentials(store: store)
  }
}

/// Credentials in a file of a store, by default one that only its owner may read.
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
