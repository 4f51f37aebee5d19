import AppCenter
import Dispatch
import Foundation
import GhostlightClient
import Synchronization

/// What stands behind ``MSData`` in one context.
///
/// Calls begin one after the other on the service's queue, and go on there; what they wait for does
/// not keep the next one from beginning. What is made up for goes on anywhere.
final class DataService: Sendable {
  struct State {
    var isStarted = false
    var exchangeURL = "https://tokens.appcenter.ms/v0.1"
    var cosmosEndpoint: String?
    var delegate: Callback<(RemoteOperation) -> Void>?
    /// The documents that are being made up for.
    var outgoing: Set<String> = []
    var store: DocumentStore?
  }

  let state = Mutex(State())
  let calls = MSCallRegistry()
  let exchanges = TokenExchanges()
  private let queue = DispatchQueue(label: "com.microsoft.appcenter.DataDispatchQueue")
  private let executor: QueueExecutor
  /// Where handlers are called whose calls had to wait: they may block their thread.
  private let handlers = DispatchQueue(
    label: "com.microsoft.appcenter.DataHandlers", attributes: .concurrent)
  let environment: MSAppCenterEnvironment
  let reachability: MSNetworkReachability
  let http: MSHTTPClient
  let auth: MSAuthTokenContext
  let storage: MSStorage
  weak let context: MSAppCenterContext?

  init(_ context: MSAppCenterContext) {
    self.context = context
    environment = context.environment
    reachability = context.reachability
    http = context.http
    auth = context.authTokenContext
    storage = context.storage
    executor = QueueExecutor(queue)
  }

  static func of(_ context: MSAppCenterContext) -> DataService {
    context.part(DataService.self) { DataService($0) }
  }

  static var current: DataService { of(.current) }

  /// The App Secret, once the service was started.
  var secret: String? { context?.secret }

  var cache: TokenCache { TokenCache(storage: storage) }

  var exchangeURL: String { state.withLock { $0.exchangeURL } }

  var cosmosEndpoint: String? { state.withLock { $0.cosmosEndpoint } }

  /// The time in milliseconds since 1970.
  var milliseconds: Int64 {
    Int64((environment.now().timeIntervalSince1970 * 1000).rounded(.down))
  }

  /// The time in seconds since 1970.
  var seconds: Int64 { milliseconds.quotientAndRemainder(dividingBy: 1000).quotient }

  /// The documents on the device.
  var store: DocumentStore {
    state.withLock { state in
      if let known = state.store { return known }
      let store = DocumentStore(in: storage.folder)
      state.store = store
      return store
    }
  }

  /// Begins work on the queue, within the context, in the order of the calls.
  func enqueue(_ work: @escaping @Sendable () async -> Void) {
    let context = context
    queue.async { Self.within(context) { self.calls.start(work) } }
  }

  /// The same, going on there, and tells what came of it: on the queue where nothing was waited for, else on a thread
  /// that may be blocked.
  func enqueue<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value,
    _ deliver: @escaping @Sendable (Value) -> Void
  ) {
    let context = context
    queue.async {
      let hasWaited = Atomic(false)
      Self.within(context) {
        self.calls.start(on: self.executor) {
          let value = await work()
          guard hasWaited.load(ordering: .relaxed) else { return deliver(value) }
          self.handlers.async { Self.within(context) { deliver(value) } }
        }
      }
      hasWaited.store(true, ordering: .relaxed)
    }
  }

  /// Waits behind those who have got a token and not gone on with it yet.
  func waitForExchanges() async {
    guard exchanges.enqueue() else { return }
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    exchanges.leave()
  }

  private static func within(_ context: MSAppCenterContext?, _ body: () -> Void) {
    guard let context else { return body() }
    MSAppCenterContext.$current.withValue(context, operation: body)
  }
}

/// Start, enable, disable, and what signing in and out does.
///
/// - Source: protocol reference C4 and C12.
extension DataService {
  private static let enabledKey = "kMSDataIsEnabledKey"

  /// Whether the service was started and nobody disabled it.
  var isEnabled: Bool {
    state.withLock { $0.isStarted } && isSwitchedOn
  }

  private var isSwitchedOn: Bool {
    storage.settings.string(forKey: Self.enabledKey) != "false" && context?.isEnabled ?? true
  }

  /// Begins to serve; a second time changes nothing.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    reachability.observe { [weak self] isReachable in
      if isReachable { self?.makeUpSoon() }
    }
    auth.observe { [weak self] old, new in self?.accountChanged(from: old, to: new) }
    makeUpSoon()
  }

  func setEnabled(_ enabled: Bool) {
    storage.settings.setString(enabled ? nil : "false", forKey: Self.enabledKey)
    if enabled {
      makeUpSoon()
    } else {
      calls.cancelAll()
      state.withLock { $0.outgoing = [] }
      forget()
    }
  }

  /// Moves all that is kept to another folder; what was in the old one stays there.
  func moveStorage(to folder: URL) {
    storage.move(to: .directory(folder))
    state.withLock { $0.store = nil }
  }

  private func accountChanged(from old: String?, to new: String?) {
    guard isEnabled else { return }
    guard let new else { return forget() }
    // A token of the account before would lead into its partition.
    if old != nil { cache.drop(kMSDataUserDocumentsPartition) }
    try? store.prepare(partition: "user-" + new)
    makeUpSoon()
  }

  /// Drops tokens and documents.
  private func forget() {
    cache.dropAll()
    try? store.reset()
  }

  /// Makes up for what was done offline, after the calls that were made before.
  func makeUpSoon() {
    guard isEnabled else { return }
    enqueue { await self.makeUp() }
  }
}
