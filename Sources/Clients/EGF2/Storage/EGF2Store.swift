public import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// Storage for the files of a graph: its account and its cache.
///
/// The module has ``EGF2FolderStore`` for apps and ``EGF2MemoryStore`` for tests. Write your own
/// store to keep the token in a keychain, for example. A graph can call a store from any thread,
/// but never writes from two threads at once.
public protocol EGF2Store: Sendable {
  /// Returns the bytes that are stored under a name, or `nil` if there are none.
  func bytes(named name: String) -> [UInt8]?
  /// Stores bytes under a name, or removes the stored bytes if `bytes` is `nil`.
  ///
  /// Write errors are not reported: the bytes are then lost when the process ends.
  func setBytes(_ bytes: [UInt8]?, named name: String)
}

/// A store that keeps its contents in memory, for tests and previews.
///
/// A new store is empty, and its contents are lost when it is deallocated. To simulate a restart of
/// an app, create a second graph with the same store and name.
///
/// ```swift
/// import EGF2
///
/// var environment = EGF2Environment()
/// environment.store = EGF2MemoryStore()
/// let first = EGF2Graph(name: "app", environment: environment)
/// first?.save()
/// let afterRestart = EGF2Graph(name: "app", environment: environment)
/// ```
public final class EGF2MemoryStore: EGF2Store {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the bytes that are stored under a name, or `nil` if there are none.
  public func bytes(named name: String) -> [UInt8]? { files.withLock { $0[name] } }

  /// Stores bytes under a name, or removes the stored bytes if `bytes` is `nil`.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.withLock { $0[name] = bytes }
  }
}

/// A store that keeps its contents in files that only their owner can read.
///
/// It is the default store of a graph, because Linux has no keychain. Write errors are not
/// reported: the contents are then lost when the process ends.
public struct EGF2FolderStore: EGF2Store {
  private let files: FolderStore

  /// Creates a store whose files are in a folder.
  ///
  /// The folder is created when a file is first written.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// Returns the bytes of the file with this name, or `nil` if it cannot be read.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes or removes a file atomically: a reader sees either the old bytes or the new ones.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }

  /// Returns the folder for the files of graphs.
  ///
  /// It is the folder in `EGF2_STORAGE_DIR`, otherwise `EGF2` in the user's application support
  /// folder.
  static func standardFolder(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    if let path = variables["EGF2_STORAGE_DIR"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FolderStore.applicationSupport.appendingPathComponent("EGF2", isDirectory: true)
  }
}

/// Storage of a graph's account and cache.
///
/// - Source: protocol reference B15.
extension EGF2Graph {
  /// Writes the cache of objects and edges to the store.
  ///
  /// The graph calls it when the app enters the background or is about to end. Later changes are
  /// lost if the process ends in another way. The account is not affected, because every change of
  /// the account is written immediately.
  public func save() {
    writing.withLock { _ in
      let cache = state.withLock { $0.cache }
      store.setBytes(cache.json.bytes, named: name + Self.cacheSuffix)
    }
  }

  /// Changes the account and stores it.
  ///
  /// If `epoch` is given and the user has logged out since then, it does nothing.
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

  /// Removes the account and the cache, in memory and on disk.
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
