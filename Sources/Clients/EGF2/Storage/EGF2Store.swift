public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// Bytes by name that outlive the process.
public protocol EGF2Store: Sendable {
  /// The bytes of a name, or `nil`.
  func bytes(named name: String) -> [UInt8]?
  /// Keeps bytes, or forgets them; what cannot be written is lost with the process.
  func setBytes(_ bytes: [UInt8]?, named name: String)
}

/// Bytes that nobody else ever sees.
public final class EGF2MemoryStore: EGF2Store {
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
public struct EGF2FolderStore: EGF2Store {
  private let files: FolderStore

  /// Keeps files in a folder, which is made when first needed.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// The bytes of a file, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes a file, or removes it; a reader sees the old bytes or the new ones.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }

  /// The folder that `EGF2_STORAGE_DIR` names, else `EGF2` in the user's for application support.
  static func standardFolder(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    if let path = variables["EGF2_STORAGE_DIR"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FolderStore.applicationSupport.appendingPathComponent("EGF2", isDirectory: true)
  }
}

/// What outlives the process.
///
/// - Source: protocol reference B15.
extension EGF2Graph {
  /// Writes what is known of objects and edges.
  ///
  /// It is called when the app enters the background or is about to end; what was not written is
  /// lost when the process ends otherwise. The account needs no saving: it is written at once.
  public func save() {
    writing.withLock { _ in
      let cache = state.withLock { $0.cache }
      store.setBytes(cache.json.bytes, named: name + Self.cacheSuffix)
    }
  }

  /// Changes the account and writes it, unless somebody has logged out since a moment that counts.
  func changeAccount(since epoch: Int? = nil, _ change: (inout GraphState) -> Void) {
    writing.withLock { _ in
      let account = state.withLock { state -> Account? in
        guard epoch == nil || state.epoch == epoch else { return nil }
        change(&state)
        return state.account
      }
      if let account { store.setBytes(account.json.bytes, named: name + Self.accountSuffix) }
    }
  }

  /// Forgets account and cache, in memory and on disk.
  func forgetAll() {
    writing.withLock { _ in
      let old = state.withLock { state in
        defer {
          state.account = Account()
          state.cache = GraphCache()
          state.epoch += 1
        }
        return state.cache
      }
      store.setBytes(nil, named: name + Self.accountSuffix)
      store.setBytes(nil, named: name + Self.cacheSuffix)
      withExtendedLifetime(old) {}
    }
  }
}
