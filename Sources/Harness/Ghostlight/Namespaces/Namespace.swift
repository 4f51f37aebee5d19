import Dispatch
import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// A world of its own on a stage: the backends of all emulators, a clock, a journal, fault plans.
///
/// Whatever happens in one namespace leaves the others alone. All calls are synchronous and safe
/// from any thread; each holds the namespace's lock for as long as its work takes.
public final class Namespace: Sendable {
  let settings: NamespaceSettings
  let state: Mutex<NamespaceState>
  /// Whether it came up by a fork, or for a name whose drop was lost: where the log has nothing of
  /// it, there is none.
  let isProvisional: Bool
  /// When a client looked it up last, in the count of its table.
  let lastUse = Atomic<UInt64>(0)

  init(_ settings: NamespaceSettings, from snapshot: Snapshot? = nil, lastChange: Int64 = 0) {
    self.settings = settings
    isProvisional = snapshot != nil
    var initial = snapshot.map { settings.state(of: $0) } ?? settings.initialState
    initial.lastChange = lastChange
    state = Mutex(initial)
  }

  /// In the place of a namespace whose drop was lost, until that is read back.
  init(provisional settings: NamespaceSettings) {
    self.settings = settings
    isProvisional = true
    state = Mutex(settings.initialState)
  }

  /// The name: letters, digits, `-`, `_` and `.`.
  public var name: String { settings.name }

  /// Lets the emulator at a position of the stage's list answer where that is quickly done, and
  /// notes the exchange.
  func attempt(_ request: Request, emulator: Int) -> ResponseAttempt {
    if settings.keepsChanges, let log = settings.log, log.isRefusing, mayChange(request, emulator) {
      return .deferred(retry(request, emulator: emulator, log))
    }
    let began = SystemTime.nanoseconds()
    switch state.withLock({ $0.attempt(request, emulator: emulator, settings, began: began) }) {
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

  private func mayChange(_ request: Request, _ emulator: Int) -> Bool {
    state.withLock { $0.backends[emulator] }.changes(request)
  }

  /// Waits until changes can be written: one that is known to be lost is not made at all.
  private func retry(
    _ request: Request, emulator: Int, _ log: any ChangeLog
  ) -> DeferredResponse {
    DeferredResponse { [self] executor, completion in
      log.whenAccepting { [self] problem in
        if let problem { return completion(problem.response) }
        switch attempt(request, emulator: emulator) {
        case .answered(let response): completion(response)
        case .deferred(let rest): rest.begin(executor, completion)
        }
      }
    }
  }

  /// Lets the emulator at a position of the stage's list answer, however long it takes.
  func respond(to request: Request, emulator: Int) -> Response {
    switch attempt(request, emulator: emulator) {
    case .answered(let response): response.stream == nil ? response : response.collected()
    case .deferred(let deferred): CallingThread.finish(deferred).collected()
    }
  }

  /// Hands a response out as soon as what it tells of is durable.
  func complete(
    _ outcome: Outcome, emulator: Int, _ completion: @escaping DeferredResponse.Completion
  ) {
    let response = subscribable(outcome.response, emulator: emulator)
    guard let change = outcome.change, let log = settings.log else { return completion(response) }
    guard change != Change.lost else { return completion(ChangeLogError.lost.response) }
    log.whenDurable(change) { [self] problem in
      if problem == nil, outcome.hasPendingEvents {
        state.withLock { $0.notifySubscribers(through: change) }
      }
      completion(problem?.response ?? response)
    }
  }

  /// The response, with a source of events where the connection stays open.
  ///
  /// Only now: the journal must not hold on to the namespace it belongs to.
  private func subscribable(_ response: Response, emulator: Int) -> Response {
    guard let opening = response.sessionUpgrade else { return response }
    var response = response
    response.sessionUpgrade = opening.subscribing(events(ofEmulator: emulator))
    return response
  }

  /// Changes one emulator as an administrator does: in its turn, on a copy, without a budget.
  ///
  /// - Returns: What `body` answers, and the number of the change that must become durable.
  /// - Throws: What `body` throws; the backend is then as it was.
  func write<Value: Sendable>(
    emulator position: Int, _ operation: Change.Operation,
    _ body: @escaping @Sendable (inout any Backend, Moment) throws(ProviderStateError) -> Value,
    answer: @escaping @Sendable (Value) -> Change.Answer
  ) throws(ProviderStateError) -> (Value, change: Int64?) {
    let result = Mutex<Result<(Value, change: Int64?), ProviderStateError>?>(nil)
    _ = CallingThread.finish(
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
              case .failure(.suspended(let problem)):
                result = .failure(ProviderStateError(problem.description, isNotDurable: true))
              case .failure:
                result = .failure(ProviderStateError("the namespace was dropped meanwhile"))
              }
            }
            completion(Response(.ok))
          }
        ).enqueue()
      })
    guard let found = result.withLock({ $0 }) else {
      throw ProviderStateError("the namespace was dropped meanwhile")
    }
    return try found.get()
  }

  /// Waits until a change is durable, where the stage keeps changes.
  ///
  /// - Throws: ``ChangeLogError`` where it could not be written.
  func waitUntilDurable(_ change: Int64?) throws(ChangeLogError) {
    guard let change, let log = settings.log else { return }
    guard change != Change.lost else { throw .lost }
    try log.waitUntilDurable(change)
  }
}

extension Namespace {
  /// The exchanges that the journal keeps, oldest first.
  public var journal: [JournalEntry] { state.withLock { $0.journal }.all }

  /// Gives the journal up for the sake of others.
  func clearJournal() { _ = state.withLock { $0.journal.clear() } }

  /// What the backends would have sent, by emulator.
  public var outbox: [String: Outbox] {
    let backends = state.withLock { $0.backends }
    var result: [String: Outbox] = [:]
    for (emulator, backend) in zip(settings.configuration.emulators, backends) {
      result[emulator.name] = backend.outbox
    }
    return result
  }
}

/// Runs deferred work on the thread that waits for its response: whoever calls a stage in process.
final class CallingThread: WorkExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var response: Response?
  }

  private let state = Mutex(State())
  private let events = DispatchSemaphore(value: 0)

  private init() {}

  /// Does what is left of an exchange and answers its response.
  static func finish(_ deferred: DeferredResponse) -> Response {
    let thread = CallingThread()
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
