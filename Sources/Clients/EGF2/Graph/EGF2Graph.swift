public import Foundation
import GhostlightClient
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
  let listening = Mutex(ListeningState())
  /// Held while a subscription changes and its message is sent, so that messages keep their order.
  let sending = Mutex<Void>(())
  #if canImport(ObjectiveC)
    /// The center at which observers with selectors are registered.
    let selectorCenter = NotificationCenter()
  #endif
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

  /// Creates a graph with all that it takes from outside.
  ///
  /// In a test, `TestContext.environment()` makes the environment, which knows the address of the
  /// test's emulator. With an environment of your own, ``serverURL`` is `nil` until it is set:
  ///
  /// ```swift
  /// import EGF2
  /// import GhostlightTesting
  ///
  /// let graph = EGF2Graph(name: "test", environment: try TestContext.current.environment())
  /// ```
  ///
  /// Returns `nil` for a name that is not a valid file name.
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
    state = Mutex(
      GraphState(
        serverURL: environment.serverURL, account: account ?? Account(),
        cache: cache ?? GraphCache()))
    super.init()
    let center = environment.notificationCenter
    let actions: [String: @Sendable () -> Void] = [
      "UIApplicationDidEnterBackgroundNotification": { [weak self] in
        self?.save()
        self?.disconnect()
      },
      "UIApplicationWillTerminateNotification": { [weak self] in self?.save() },
      "UIApplicationDidBecomeActiveNotification": { [weak self] in self?.connect() },
    ]
    lifeCycle.withLock { $0 = LifeCycleObserver(center, actions) }
  }

  deinit { disconnect() }

  static let accountSuffix = ".egf2account"
  static let cacheSuffix = ".egf2cache"
}

/// Listens for the moments of an app's life, as long as it lives.
final class LifeCycleObserver {
  private let center: NotificationCenter
  private let observers: [any NSObjectProtocol]

  init(_ center: NotificationCenter, _ actions: [String: @Sendable () -> Void]) {
    self.center = center
    observers = actions.map { name, action in
      center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { _ in action()
      }
    }
  }

  deinit {
    for observer in observers { center.removeObserver(observer) }
  }
}

/// What generated code sets, and what may be set anew at any time.
///
/// - Source: protocol reference B1.
extension EGF2Graph {
  // The guide's table calls it a URL, which it is once it is set.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The address of the server with its version prefix, such as `http://host/v1/`.
  ///
  /// While it is nil, every call that needs the server fails with `wrongMethodParameter`.
  public var serverURL: URL! {
    get { state.withLock { $0.serverURL } }
    set { state.withLock { $0.serverURL = newValue } }
  }

  /// The largest page that the server gives; 50 at first.
  ///
  /// Only information: a larger count is sent as it is and refused by the server.
  public var maxPageSize: Int {
    get { state.withLock { $0.maxPageSize } }
    set { state.withLock { $0.maxPageSize = newValue } }
  }

  /// The size of the pages that the server gives when no count is asked for; 20 at first.
  public var defaultPageSize: Int {
    get { state.withLock { $0.defaultPageSize } }
    set { state.withLock { $0.defaultPageSize = newValue } }
  }

  /// Whether pages are continued after an object's id instead of a position; false at first.
  public var isObjectPaginationMode: Bool {
    get { state.withLock { $0.isObjectPaginationMode } }
    set { state.withLock { $0.isObjectPaginationMode = newValue } }
  }

  /// The classes of the models by the last two characters of their objects' ids.
  public var idsWithModelTypes: [String: NSObject.Type] {
    get { state.withLock { $0.types.classes } }
    set { state.withLock { $0.types.classes = newValue } }
  }

  /// Whether there is a token from registering or logging in.
  public var isAuthorized: Bool { state.withLock { $0.account.token != nil } }

  /// Whether it is logged what comes from the cache, from the server and over the WebSocket; false at
  /// first.
  public var showCacheLogs: Bool {
    get { state.withLock { $0.showCacheLogs } }
    set { state.withLock { $0.showCacheLogs = newValue } }
  }

  /// The name of ``showCacheLogs`` in later versions, which log the WebSocket too.
  ///
  /// - Source: protocol reference B17.
  public var showLogs: Bool {
    get { showCacheLogs }
    set { showCacheLogs = newValue }
  }
}

extension EGF2Graph {
  /// Creates a graph whose server is the emulator at an address.
  ///
  /// Without an address, it is the one that `ghostlight exec` puts into `GHOSTLIGHT_EGF2_URL`,
  /// otherwise `http://127.0.0.1:4403`. Returns `nil` for a name that is not a valid file name.
  public convenience init?(
    name: String, emulator url: URL?, environment: EGF2Environment = EGF2Environment()
  ) {
    self.init(name: name, environment: environment)
    serverURL = EmulatorAddress.egf2(url)
  }
}

extension EmulatorAddress {
  /// The base of EGF2's paths at an address, or at the emulator's own.
  static func egf2(_ url: URL?) -> URL? {
    URL(string: EmulatorAddress(url, of: "egf2", port: 4403).text + "/v1/")
  }
}

/// What a graph knows at the moment.
struct GraphState: Sendable {
  var serverURL: URL?
  var maxPageSize = 50
  var defaultPageSize = 20
  var isObjectPaginationMode = false
  var types = ModelTypes()
  var showCacheLogs = false
  var account: Account
  var cache: GraphCache
  /// Grows with each logout: what was asked for before is not kept after it.
  var epoch = 0
  var notificationObjects: [NotificationKey: NotificationObject] = [:]

  /// What reading the cache depends on.
  var options: CacheOptions { CacheOptions(types: types, defaultPageSize: max(0, defaultPageSize)) }

  /// Lets somebody in, who may be another than `me` was before.
  mutating func enter(_ token: String) {
    account.token = token
    account.userID = nil
    cache.forgetEdges(of: Self.me)
  }

  /// Notes whose token it is, unless that is no longer in use; what `me` has is theirs.
  mutating func recognize(_ id: String, by token: String?) {
    guard account.token == token else { return }
    account.userID = id
    cache.moveEdges(of: Self.me, to: id)
  }

  /// What stands for the user among ids.
  static let me = "me"

  /// An id, where `me` stands for the user if known.
  func resolved(_ id: String) -> String { id == Self.me ? account.userID ?? id : id }
}

/// Some objects of an edge, or some that a search has found.
public struct EGF2Page {
  /// The objects, in the server's order.
  public let objects: [NSObject]
  /// How many there are in all, beyond this page too.
  public let count: Int
}

/// Takes an object, or why there is none.
///
/// - Source: protocol reference B2.
public typealias ObjectBlock = (_ object: NSObject?, _ error: NSError?) -> Void

/// Takes objects with the number of all there are, or why there are none.
///
/// - Source: protocol reference B2.
public typealias ObjectsBlock = (_ objects: [NSObject]?, _ count: Int, _ error: NSError?) -> Void

/// Takes the result of an operation, or why it failed.
///
/// - Source: protocol reference B2.
public typealias Completion = (_ result: Any?, _ error: NSError?) -> Void
