import Dispatch
import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// An isolated copy of the emulators on a stage, with its own clock, journal and fault plans.
///
/// Give each test its own namespace: nothing that happens in one namespace affects another. Clients
/// select a namespace with the header field `X-Ghostlight-Namespace` or the host
/// `<name>.localhost`. In Swift, get a namespace from ``Stage/namespace(_:)``.
///
/// All methods are synchronous and can be called from any thread. They hold the namespace's lock
/// only while they read or change its state. After a namespace was dropped or replaced, its owner
/// can still use it, but the stage no longer logs its changes.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace("checkout")
/// try namespace.changeClock(.advance(milliseconds: 3_600_000))
/// try namespace.addFault(FaultPlan(.latency(milliseconds: 500)))
/// print(namespace.requestCount(.post("/todo")))
/// try namespace.reset()
/// ```
public final class Namespace: Sendable {
  let settings: NamespaceSettings
  let state: Mutex<NamespaceState>
  /// The value of the namespace table's lookup counter at the last use; the table evicts the least
  /// recently used namespace.
  let lastUse = Atomic<UInt64>(0)

  init(_ settings: NamespaceSettings, from snapshot: Snapshot? = nil, lastChange: Int64 = 0) {
    self.settings = settings
    var initial = snapshot.map { settings.state(of: $0) } ?? settings.initialState
    initial.lastChange = lastChange
    state = Mutex(initial)
  }

  /// The name of the namespace: 1 to 64 letters, digits, `-`, `_` and `.`.
  public var name: String { settings.name }

  /// Passes a request to an emulator and returns without waiting for long work.
  ///
  /// `rest` has the part of the request's body that has not arrived yet; only an emulator that
  /// forwards every request gets one.
  ///
  /// - Returns: The response if little work was needed; otherwise the rest of the work.
  func attempt(
    _ request: Request, _ rest: BodyStream? = nil, emulator: Int
  ) -> ResponseAttempt {
    if settings.keepsChanges, let failure = settings.log?.failure {
      return .answered(failure.response)
    }
    let began = SystemTime.nanoseconds()
    switch state.withLock({ $0.attempt(request, rest, emulator: emulator, settings, began: began) })
    {
    case .forwarded(let admission, let forwarding):
      return .deferred(ForwardedExchange(self, admission, forwarding).response)
    case .postponed(let admission, let changes, let backend):
      return .deferred(
        DeferredExchange(self, admission, changes: changes, backend: backend).response)
    case .finished(let outcome):
      guard outcome.change != nil else {
        guard outcome.response.sessionUpgrade != nil else { return .answered(outcome.response) }
        return .answered(subscribable(outcome.response, emulator: emulator))
      }
      return .deferred(
        DeferredResponse { _, completion in
          self.complete(outcome, emulator: emulator, completion)
        })
    }
  }

  /// Calls the completion with the response when the exchange's change is durable, or with an error
  /// response if this change or an earlier one could not be written.
  func complete(
    _ outcome: Outcome, emulator: Int, _ completion: @escaping DeferredResponse.Completion
  ) {
    let response = subscribable(outcome.response, emulator: emulator)
    guard let log = settings.log else { return completion(response) }
    guard let change = outcome.change else {
      return completion(log.failure?.response ?? response)
    }
    log.whenDurable(change) { [self] problem in
      if problem == nil, outcome.hasPendingEvents {
        state.withLock { $0.notifySubscribers(through: change) }
      }
      completion(problem?.response ?? response)
    }
  }

  /// Adds an event source to a response that upgrades the connection to a session; returns other
  /// responses unchanged, and so the response of an upstream that has its own event source.
  ///
  /// Call it after the journal entry was made. The event source owns the namespace, so a journal
  /// entry that contains the source would keep the namespace alive indefinitely.
  private func subscribable(_ response: Response, emulator: Int) -> Response {
    guard let opening = response.sessionUpgrade, opening.events == nil else { return response }
    var response = response
    response.sessionUpgrade = opening.subscribing(events(ofEmulator: emulator))
    return response
  }

  /// Changes one emulator for a test or a contract, without a work limit.
  ///
  /// The change waits for pending changes and is made on a copy of the backend.
  ///
  /// - Returns: The result of `body`, and the number of the change that must become durable.
  /// - Throws: The error that `body` throws, or ``ProviderStateError`` if the namespace was dropped.
  ///   The backend is then unchanged.
  func write<Value: Sendable>(
    emulator position: Int, _ operation: Change.Operation,
    _ body: @escaping @Sendable (inout any Backend, Moment) throws(ProviderStateError) -> Value,
    answer: @escaping @Sendable (Value) -> Change.Answer
  ) throws(ProviderStateError) -> (Value, change: Int64?) {
    let result = Mutex<Result<(Value, change: Int64?), ProviderStateError>?>(nil)
    _ = CallerRunsExecutor.finish(
      DeferredResponse { [self] executor, completion in
        Writer<(Result<Value, ProviderStateError>, UInt64, Int64)>(
          self, emulator: position, nil, limit: .max, on: executor,
          work: { backend, _, _ in
            let (number, moment) = self.state.withLock { state in
              let moment = state.nextMoment(self.settings, system: SystemTime.milliseconds())
              return (state.moments, moment)
            }
            let value = Result { () throws(ProviderStateError) in try body(&backend, moment) }
            return (value, number, moment.milliseconds)
          },
          isChange: { (try? $0.0.get()) != nil },
          commit: { state, done, _ in
            guard (try? done.0.get()) != nil else { return Outcome(response: Response(.ok)) }
            let change = state.write(
              operation, self.settings, moment: done.1, milliseconds: done.2,
              answer: (try? done.0.get()).map(answer))
            _ = state.notifySubscribers(ofEmulator: position, after: change)
            return Outcome(response: Response(.ok), change: change)
          },
          finish: { outcome in
            result.withLock { result in
              switch outcome {
              case .success((let done, let outcome)): result = done.0.map { ($0, outcome.change) }
              case .failure:
                result = .failure(ProviderStateError("the namespace was dropped in the meantime"))
              }
            }
            completion(Response(.ok))
          }
        ).enqueue()
      })
    guard let found = result.withLock({ $0 }) else {
      throw ProviderStateError("the namespace was dropped in the meantime")
    }
    return try found.get()
  }

  /// Waits until a change is durable, if the stage has a log.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written.
  func waitUntilDurable(_ change: Int64?) throws(ChangeLogError) {
    guard let change, let log = settings.log else { return }
    try log.waitUntilDurable(change)
  }
}

extension Namespace {
  /// The exchanges in the journal, oldest first.
  public var journal: [JournalEntry] { state.withLock { $0.journal }.all }

  /// Clears the journal, to free memory for the journals of other namespaces.
  func clearJournal() { _ = state.withLock { $0.journal.clear() } }

  /// The outbox of each emulator, by the emulator's name.
  public var outbox: [String: Outbox] {
    let backends = state.withLock { $0.backends }
    var result: [String: Outbox] = [:]
    for (emulator, backend) in zip(settings.configuration.services, backends) {
      result[emulator.name] = backend.outbox
    }
    return result
  }
}

extension ResponseAttempt {
  /// Returns the response with its whole body; the calling thread does the work that is left, or
  /// waits for it.
  func finish() -> Response {
    switch self {
    case .answered(let response):
      immediate()
        ?? CallerRunsExecutor.finish(.task { await ResponseAttempt.answered(response).response() })
    case .deferred(let deferred):
      ResponseAttempt.answered(CallerRunsExecutor.finish(deferred)).finish()
    }
  }
}

/// An executor that runs deferred work on the thread that waits for the response, for callers in
/// the same process.
final class CallerRunsExecutor: WorkExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var response: Response?
  }

  private let state = Mutex(State())
  private let events = DispatchSemaphore(value: 0)

  private init() {}

  /// Runs the rest of an exchange on the calling thread and returns the response.
  static func finish(_ deferred: DeferredResponse) -> Response {
    let thread = CallerRunsExecutor()
    deferred.begin(thread) { response in
      thread.state.withLock { $0.response = response }
      thread.events.signal()
    }
    while true {
      let (work, response) = thread.state.withLock { state in
        (state.work.isEmpty ? nil : state.work.removeFirst(), state.response)
      }
      if let work {
        work()
      } else if let response {
        return response
      } else {
        thread.events.wait()
      }
    }
  }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.work.append(work) }
    events.signal()
    return true
  }
}
