public import Foundation
import GhostlightClient
import Synchronization

/// A connection to an EGF2 server: a user's session, operations on objects and edges, and a cache.
///
/// An app has one graph, the global `Graph` of its generated code. A test creates its own graph
/// with an ``EGF2Environment``. Every operation has a block variant and an `async` variant. A block
/// is called exactly once, on the callback queue, which is the main queue by default. It is never
/// called before the operation returns, even if the result is in the cache. A graph can be used
/// from any thread. It stores the account and the cache on disk under ``name``.
///
/// ```swift
/// import EGF2
/// import Foundation
///
/// let graph = EGF2Graph(name: "app", emulator: URL(string: "http://127.0.0.1:4403"))!
/// try await graph.login(withEmail: "mark@example.com", password: "secret")
/// let page = try await graph.objects(forSource: "me", edge: "posts", expand: ["image"])
/// print("\(page.objects.count) of \(page.count) posts")
/// ```
///
/// - Source: protocol reference B1.
public final class EGF2Graph: NSObject, Sendable {
  /// The name under which the graph stores its account and cache.
  public let name: String
  /// The transport, queue, notification center and storage of the graph.
  public let environment: EGF2Environment

  let store: any EGF2Store
  let state: Mutex<GraphState>
  /// Held while files are written, so that an older state never overwrites a newer one.
  let writing = Mutex<Void>(())
  let listening = Mutex(ListeningState())
  /// Held while a subscription changes and its message is sent, so that messages keep their order.
  let sending = Mutex<Void>(())
  #if canImport(ObjectiveC)
    /// The notification center for observers that were added with a selector.
    let selectorCenter = NotificationCenter()
  #endif
  private let lifeCycle = Mutex<LifeCycleObserver?>(nil)

  /// Creates a graph that stores its files in the user's application support folder.
  ///
  /// If the environment variable `EGF2_STORAGE_DIR` is set, it is the folder instead. The graph
  /// loads the account and cache that an earlier run stored under the same name. Returns `nil` if
  /// the name is not a valid file name.
  public convenience init?(name: String) {
    self.init(name: name, directory: EGF2FolderStore.standardFolder())
  }

  /// Creates a graph that stores its files in the folder `directory`.
  ///
  /// The folder is created when a file is first written.
  ///
  /// Returns `nil` if the name is not a valid file name.
  public convenience init?(name: String, directory: URL) {
    var environment = EGF2Environment()
    environment.store = EGF2FolderStore(directory)
    self.init(name: name, environment: environment)
  }

  /// Creates a graph with an environment.
  ///
  /// In a test, `TestContext.environment()` creates the environment, which has the URL of the
  /// test's emulator. With another environment, ``serverURL`` is `nil` until the app sets it:
  ///
  /// ```swift
  /// import EGF2
  /// import GhostlightTesting
  ///
  /// let graph = EGF2Graph(name: "test", environment: try TestContext.current.environment())
  /// ```
  ///
  /// Returns `nil` if the name is not a valid file name.
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

/// Observes notifications of the app's life cycle until it is deallocated.
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

/// Settings of a graph, which generated code sets and an app can change at any time.
///
/// - Source: protocol reference B1.
extension EGF2Graph {
  // The vendor's guide documents the type `URL`; `URL!` can be used like `URL` once a value is set.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The base URL of the server with its version prefix, such as `http://host/v1/`.
  ///
  /// While it is `nil`, every call that needs the server fails with `wrongMethodParameter`.
  public var serverURL: URL! {
    get { state.withLock { $0.serverURL } }
    set { state.withLock { $0.serverURL = newValue } }
  }

  /// The size of the largest page that the server sends; 50 by default.
  ///
  /// The graph does not enforce it: a larger count is sent unchanged, and the server refuses it.
  public var maxPageSize: Int {
    get { state.withLock { $0.maxPageSize } }
    set { state.withLock { $0.maxPageSize = newValue } }
  }

  /// The number of objects in a page that is requested without a count; 20 by default.
  public var defaultPageSize: Int {
    get { state.withLock { $0.defaultPageSize } }
    set { state.withLock { $0.defaultPageSize = newValue } }
  }

  /// Whether a page is requested by the id of the object before it; `false` by default.
  ///
  /// If it is `false`, a page is requested by its position in the edge.
  public var isObjectPaginationMode: Bool {
    get { state.withLock { $0.isObjectPaginationMode } }
    set { state.withLock { $0.isObjectPaginationMode = newValue } }
  }

  /// The classes of the models, keyed by the last two characters of their objects' ids.
  public var idsWithModelTypes: [String: NSObject.Type] {
    get { state.withLock { $0.types.classes } }
    set { state.withLock { $0.types.classes = newValue } }
  }

  /// Whether a user is logged in, which means that the graph has a token.
  public var isAuthorized: Bool { state.withLock { $0.account.token != nil } }

  /// Whether the graph logs the origin of objects and pages, and events of the WebSocket.
  ///
  /// The default is `false`.
  public var showCacheLogs: Bool {
    get { state.withLock { $0.showCacheLogs } }
    set { state.withLock { $0.showCacheLogs = newValue } }
  }

  /// Another name for ``showCacheLogs``, which later versions of the SDK use.
  ///
  /// - Source: protocol reference B17.
  public var showLogs: Bool {
    get { showCacheLogs }
    set { showCacheLogs = newValue }
  }
}

extension EGF2Graph {
  /// Creates a graph that uses the emulator at a URL as its server.
  ///
  /// If `url` is `nil`, the URL in the variable `GHOSTLIGHT_EGF2_URL` is used, which `ghostlight
  /// exec` sets, or else `http://127.0.0.1:4403`. Returns `nil` if the name is not a valid file
  /// name.
  public convenience init?(
    name: String, emulator url: URL?, environment: EGF2Environment = EGF2Environment()
  ) {
    self.init(name: name, environment: environment)
    serverURL = EmulatorAddress.egf2(url)
  }
}

extension EmulatorAddress {
  /// Returns the base URL of the API at an emulator's URL; `nil` stands for the default URL.
  static func egf2(_ url: URL?) -> URL? {
    URL(string: EmulatorAddress(url, of: "egf2", port: 4403).text + "/v1/")
  }
}

/// The mutable state of a graph, protected by the graph's lock.
struct GraphState: Sendable {
  var serverURL: URL?
  var maxPageSize = 50
  var defaultPageSize = 20
  var isObjectPaginationMode = false
  var types = ModelTypes()
  var showCacheLogs = false
  var account: Account
  var cache: GraphCache
  /// The number of logouts so far.
  ///
  /// If a logout happens while a request is running, the request's result is not cached.
  var epoch = 0
  var notificationObjects: [NotificationKey: NotificationObject] = [:]

  var options: CacheOptions { CacheOptions(types: types, defaultPageSize: max(0, defaultPageSize)) }

  /// Stores the token of a login and removes the edges of `me`, because the user may be a new one.
  mutating func enter(_ token: String) {
    account.token = token
    account.userID = nil
    cache.forgetEdges(of: Self.me)
  }

  /// Stores the user's id and moves the edges of `me` to this id.
  ///
  /// It does nothing if the token has changed since the request.
  mutating func recognize(_ id: String, by token: String?) {
    guard account.token == token else { return }
    account.userID = id
    cache.moveEdges(of: Self.me, to: id)
  }

  /// The id that requests use for the logged-in user.
  static let me = "me"

  /// Returns the user's id for `me` if it is known; other ids are returned unchanged.
  func resolved(_ id: String) -> String { id == Self.me ? account.userID ?? id : id }
}

/// A page of an edge or of search results.
///
/// The `async` variants of ``EGF2Graph/objects(forSource:edge:after:expand:count:)`` and `search`
/// return it. To read the next page, pass the `id` of the last object as `after`; for a search,
/// pass the object's index. The objects are new instances of the registered model classes, which
/// the caller owns.
public struct EGF2Page {
  /// The objects of this page, in the server's order.
  public let objects: [NSObject]
  /// The number of objects on all pages.
  public let count: Int
}

/// A block that receives an object or an error.
///
/// Exactly one of the two arguments is not `nil`. The graph calls the block once, on
/// ``EGF2Environment/callbackQueue``. The object is a new instance of its registered class, to
/// which the app can cast it.
///
/// - Source: protocol reference B2.
public typealias ObjectBlock = (_ object: NSObject?, _ error: NSError?) -> Void

/// A block that receives a page of objects and the number of objects on all pages, or an error.
///
/// After an error the objects are `nil` and the count is 0. The graph calls the block once, on
/// ``EGF2Environment/callbackQueue``.
///
/// - Source: protocol reference B2.
public typealias ObjectsBlock = (_ objects: [NSObject]?, _ count: Int, _ error: NSError?) -> Void

/// A block that receives the result of an operation, or an error.
///
/// The result is `true` after a login or registration and `nil` after other operations, so check
/// `error`. The graph calls the block once, on ``EGF2Environment/callbackQueue``.
///
/// - Source: protocol reference B2.
public typealias Completion = (_ result: Any?, _ error: NSError?) -> Void
