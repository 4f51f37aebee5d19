public import Foundation
import Synchronization

/// The way to a graph: who is logged in, the operations on its objects, and what is known of them.
///
/// A program has one, the global `Graph` of its generated code. Every operation calls its block
/// exactly once, on the main queue and never before it returns, also where the answer comes from
/// the cache.
///
/// - Source: protocol reference B1.
public final class EGF2Graph: NSObject, Sendable {
  /// The name of account and cache on disk.
  public let name: String
  /// What the module takes from outside.
  public let environment: EGF2Environment

  let store: any EGF2Store
  let state: Mutex<GraphState>
  /// Held while files are written, so that the newer of two never loses.
  let writing = Mutex<Void>(())
  private let lifeCycle = Mutex<LifeCycleObserver?>(nil)

  /// A graph that keeps its files in the user's folder for application support.
  ///
  /// The environment variable `EGF2_STORAGE_DIR` names another folder. Account and cache of an
  /// earlier run with the same name are found again. Answers `nil` for a name that is no file name.
  public convenience init?(name: String) {
    self.init(name: name, directory: EGF2FolderStore.standardFolder())
  }

  /// A graph that keeps its files in a folder, which is made when first needed.
  ///
  /// Answers `nil` for a name that is no file name.
  public convenience init?(name: String, directory: URL) {
    var environment = EGF2Environment()
    environment.store = EGF2FolderStore(directory)
    self.init(name: name, environment: environment)
  }

  /// A graph with all that it takes from outside.
  ///
  /// Answers `nil` for a name that is no file name.
  public init?(name: String, environment: EGF2Environment) {
    guard !name.isEmpty, ![".", ".."].contains(name),
      !name.contains(where: { $0 == "/" || $0 == "\0" })
    else { return nil }
    self.name = name
    self.environment = environment
    let store = environment.store ?? EGF2FolderStore(EGF2FolderStore.standardFolder())
    self.store = store
    let account = store.bytes(named: name + Self.accountSuffix).map { Account($0) }
    let cache = store.bytes(named: name + Self.cacheSuffix).map { GraphCache($0) }
    state = Mutex(GraphState(account: account ?? Account(), cache: cache ?? GraphCache()))
    super.init()
    let center = environment.notificationCenter
    lifeCycle.withLock { $0 = LifeCycleObserver(center) { [weak self] in self?.save() } }
  }

  static let accountSuffix = ".egf2account"
  static let cacheSuffix = ".egf2cache"
}
