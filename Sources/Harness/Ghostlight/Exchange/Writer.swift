import GhostlightCore
import GhostlightEmulation
import Synchronization

/// A change to one emulator: it is made on a copy of the backend while other requests read the
/// original, then committed.
final class Writer<Value: Sendable>: QueuedWriter {
  /// The reason why a writer did not make its change.
  enum Failure: Error {
    /// The executor rejected the work because its queue is full.
    case busy
    /// The namespace was dropped or replaced while the writer waited or worked.
    case gone
    /// The client cancelled the request.
    case cancelled
  }

  /// Changes a copy of the backend and returns the result.
  typealias Work = @Sendable (inout any Backend, Admission?, WorkBudget) -> Value
  /// Records the result while the namespace is locked; the changed backend is already in place.
  typealias Commit = @Sendable (inout NamespaceState, Value, Admission?) -> Outcome
  typealias Finish = @Sendable (Result<(Value, Outcome), Failure>) -> Void

  private let namespace: Namespace
  private let emulator: Int
  private let executor: any WorkExecutor
  private let limit: Int
  private let admission: Mutex<Admission?>
  private let work: Work
  private let isChange: @Sendable (Value) -> Bool
  private let commit: Commit
  private let finish: Finish
  private let budget = Mutex<WorkBudget?>(nil)
  private let cancelled = Atomic(false)
  /// Whether the namespace had already been dropped when this writer was queued; such a writer
  /// still runs, because the owner of a dropped namespace may use it.
  private let beganRetired = Atomic(false)

  init(
    _ namespace: Namespace, emulator: Int, _ admission: Admission?, limit: Int,
    on executor: any WorkExecutor, work: @escaping Work,
    isChange: @escaping @Sendable (Value) -> Bool, commit: @escaping Commit,
    finish: @escaping Finish
  ) {
    self.namespace = namespace
    self.emulator = emulator
    self.admission = Mutex(admission)
    self.limit = limit
    self.executor = executor
    self.work = work
    self.isChange = isChange
    self.commit = commit
    self.finish = finish
  }

  /// Adds this writer to its emulator's queue, and starts the work if no other writer is active.
  func enqueue() {
    let isFirst = namespace.state.withLock { state in
      beganRetired.store(state.isRetired, ordering: .relaxed)
      return state.writers[emulator].enter(self)
    }
    if isFirst, !begin() { leave() }
  }

  func begin() -> Bool {
    if cancelled.load(ordering: .acquiring) {
      finish(.failure(.cancelled))
      return false
    }
    guard executor.execute(for: namespace.name, { self.run() }) else {
      finish(.failure(.busy))
      return false
    }
    return true
  }

  func interrupt() { budget.withLock { $0?.cancel() } }

  /// Cancels the work; nothing is committed after this call.
  func cancel() {
    cancelled.store(true, ordering: .releasing)
    interrupt()
  }

  /// The result of one attempt to make the change.
  private enum Round {
    case done(Value, Outcome, replaced: (any Backend)?)
    case again
    case failed(Failure)
  }

  private func run() {
    while true {
      switch round() {
      case .again: continue
      case .failed(let failure):
        leave()
        finish(.failure(failure))
        return
      case .done(let value, let outcome, let replaced):
        // The replaced backend is freed here, without holding the lock, because it may be large.
        _ = consume replaced
        leave()
        finish(.success((value, outcome)))
        return
      }
    }
  }

  private func round() -> Round {
    guard !cancelled.load(ordering: .acquiring) else { return .failed(.cancelled) }
    let fresh = WorkBudget(limit)
    budget.withLock { $0 = fresh }
    // If `cancel()` was called before the budget was stored, it has not cancelled the budget.
    if cancelled.load(ordering: .acquiring) { fresh.cancel() }
    typealias Start = Result<(any Backend, Int, Admission?), Failure>
    let start = namespace.state.withLock { state -> Start in
      guard !isGone(state) else { return .failure(.gone) }
      let admission = admission.withLock { admission in
        if let known = admission, known.epoch != state.epochs[emulator] {
          admission = state.readmit(known, namespace.settings, system: SystemTime.milliseconds())
        }
        return admission
      }
      return .success((state.backends[emulator], state.epochs[emulator], admission))
    }
    let original: any Backend
    let epoch: Int
    let current: Admission?
    switch start {
    case .failure(let failure): return .failed(failure)
    case .success(let found): (original, epoch, current) = found
    }
    var copy = original
    let value = work(&copy, current, fresh)
    let changed = copy
    return namespace.state.withLock { state in
      if isGone(state) { return .failed(.gone) }
      if cancelled.load(ordering: .acquiring) { return .failed(.cancelled) }
      // An interruption may come after the budget was created and before the state was read. Then
      // the epoch is the new one, but the backend refused the request because its budget was
      // cancelled.
      if state.epochs[emulator] != epoch || fresh.isCancelled { return .again }
      guard isChange(value) else {
        return .done(value, commit(&state, value, current), replaced: nil)
      }
      let replaced = state.backends[emulator]
      state.backends[emulator] = changed
      return .done(value, commit(&state, value, current), replaced: replaced)
    }
  }

  private func isGone(_ state: borrowing NamespaceState) -> Bool {
    state.isRetired && !beganRetired.load(ordering: .relaxed)
  }

  /// Ends this writer's turn and starts the next writer.
  ///
  /// If the next writer ends immediately, its successor is started, and so on.
  ///
  /// It is a loop and not recursive, because thousands of writers may be waiting.
  private func leave() {
    while let next = namespace.state.withLock({ $0.writers[emulator].leave() }) {
      if next.begin() { return }
    }
  }
}
