import AppCenter
import Dispatch
import Foundation
import GhostlightClient
import Synchronization

/// The implementation of ``MSData`` in one context.
///
/// Calls start one after the other on the service's queue, and continue there after a wait. A call
/// that waits does not delay the next one. Pending operations are sent on any thread.
final class DataService: Sendable {
  struct State {
    var isStarted = false
    var exchangeURL = "https://tokens.appcenter.ms/v0.1"
    var cosmosEndpoint: String?
    var delegate: Callback<(RemoteOperation) -> Void>?
    /// The keys of the documents whose pending operations are being sent.
    var outgoing: Set<String> = []
    var store: DocumentStore?
  }

  let state = Mutex(State())
  let calls = MSCallRegistry()
  let exchanges = TokenExchanges()
  private let queue = DispatchQueue(label: "com.microsoft.appcenter.DataDispatchQueue")
  private let executor: QueueExecutor
  /// The queue on which the handlers of calls run that had to wait.
  ///
  /// It is concurrent, because a handler may block its thread.
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

  /// The App Secret; `nil` until the service is started.
  var secret: String? { context?.secret }

  var cache: TokenCache { TokenCache(storage: storage) }

  var exchangeURL: String { state.withLock { $0.exchangeURL } }

  var cosmosEndpoint: String? { state.withLock { $0.cosmosEndpoint } }

  /// The current time in milliseconds since 1970.
  var milliseconds: Int64 {
    Int64((environment.now().timeIntervalSince1970 * 1000).rounded(.down))
  }

  /// The current time in seconds since 1970.
  var seconds: Int64 { milliseconds.quotientAndRemainder(dividingBy: 1000).quotient }

  /// The documents on the device, in a database that is opened when it is first needed.
  var store: DocumentStore {
    state.withLock { state in
      if let known = state.store { return known }
      let store = DocumentStore(in: storage.folder)
      state.store = store
      return store
    }
  }

  /// Starts work on the service's queue, in the order of the calls and within the service's
  /// context.
  func enqueue(_ work: @escaping @Sendable () async -> Void) {
    let context = context
    queue.async { Self.within(context) { self.calls.start(work) } }
  }

  /// Starts work on the service's queue and passes its result to `deliver`.
  ///
  /// If the work did not have to wait, `deliver` runs on the service's queue, otherwise on a thread
  /// that a handler may block.
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

  /// Waits until earlier calls that were resumed with their token have continued, so that calls
  /// keep their order.
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

/// Starting, enabling and disabling the service, and handling changes of the account.
///
/// - Source: protocol reference C4 and C12.
extension DataService {
  private static let enabledKey = "kMSDataIsEnabledKey"

  /// Whether the service was started and is not disabled.
  var isEnabled: Bool {
    state.withLock { $0.isStarted } && isSwitchedOn
  }

  private var isSwitchedOn: Bool {
    storage.settings.string(forKey: Self.enabledKey) != "false" && context?.isEnabled ?? true
  }

  /// Starts the service; only the first call has an effect.
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

  /// Uses a different folder from now on.
  ///
  /// The files in the previous folder stay there unchanged.
  func moveStorage(to folder: URL) {
    storage.move(to: .directory(folder))
    state.withLock { $0.store = nil }
  }

  private func accountChanged(from old: String?, to new: String?) {
    guard isEnabled else { return }
    guard let new else { return forget() }
    // The previous account's token gives access to the previous account's partition, so the
    // token is removed.
    if old != nil { cache.drop(kMSDataUserDocumentsPartition) }
    try? store.prepare(partition: "user-" + new)
    makeUpSoon()
  }

  /// Removes all tokens and documents from the device.
  private func forget() {
    cache.dropAll()
    try? store.reset()
  }

  /// Sends the pending operations after all calls that were made earlier have started.
  func makeUpSoon() {
    guard isEnabled else { return }
    enqueue { await self.makeUp() }
  }
}
