public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Provider states, resets and snapshots of a namespace.
extension Namespace {
  /// Sets up a provider state and returns values for use in a contract.
  ///
  /// - Throws: `ProviderStateError`; the backend is then unchanged.
  public func setUp(
    _ name: String, in emulator: String, parameters: JSONObject = [:]
  ) throws(ProviderStateError) -> JSONObject {
    guard let position = settings.position(of: emulator) else {
      let known = settings.configuration.emulators.map(\.name).joined(separator: ", ")
      throw ProviderStateError("no emulator is named \"\(emulator)\"; there are: \(known)")
    }
    let operation = Change.Operation.state(emulator: emulator, name: name, parameters: parameters)
    let most = settings.configuration.maxWork
    let (values, change) = try write(
      emulator: position, operation,
      { (backend, moment) throws(ProviderStateError) in
        try backend.setUpAny(
          name, parameters: parameters, at: moment, within: WorkBudget(most))
      }, answer: { Change.Answer($0) })
    do throws(ChangeLogError) {
      try waitUntilDurable(change)
    } catch {
      throw ProviderStateError(error.description, isNotDurable: true)
    }
    if let change { state.withLock { $0.notifySubscribers(through: change) } }
    settings.watch.publish(.change(.data, emulator: emulator), of: self.name)
    return values
  }

  /// Restores the seeded state of one emulator, or of the whole namespace.
  ///
  /// Without a name, the clock, the journal, the fault plans and the numbering restart too.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written to the log.
  public func reset(emulator: String? = nil) throws(ChangeLogError) {
    let fresh = settings.initialState
    let system = SystemTime.milliseconds()
    let done = state.withLock { state in
      Result { () throws(ChangeLogError) in
        try state.admitChange()
        // Keep the old state whole: its journal may be large too, and is freed with the backends.
        let old = state
        state.reset(
          to: fresh, emulator: emulator.flatMap(settings.position), isWhole: emulator == nil)
        let change = state.write(
          .reset(emulator: emulator), settings, moment: state.moments,
          milliseconds: state.clock.now(system: system))
        return (old, change, state.journalEpoch)
      }
    }
    let (old, change, epoch) = try done.get()
    defer { DeferredDeallocation.free(old) }
    settings.watch.publish(.change(.reset, emulator: emulator), of: name)
    do throws(ChangeLogError) {
      try waitUntilDurable(change)
    } catch {
      if emulator == nil { bringBack(old, journalEpoch: epoch) }
      throw error
    }
  }

  /// Restores the journal and fault plans after a reset that was lost; the log does not have them.
  private func bringBack(_ old: NamespaceState, journalEpoch: Int) {
    state.withLock { state in
      guard state.journalEpoch == journalEpoch else { return }
      (state.journal, state.faults) = (old.journal, old.faults)
      state.journalEpoch += 1
    }
  }

  /// Returns the current state; it is cheap, because the snapshot shares its storage.
  public func snapshot() -> Snapshot { snapshotEntry().snapshot }

  /// Returns the current state and the result of `body`, which gets the number of moments while the
  /// namespace is locked.
  func snapshot<Result>(_ body: (UInt64) -> Result) -> (snapshot: Snapshot, Result) {
    state.withLock { state in
      (
        Snapshot(
          emulators: settings.configuration.emulators.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments), body(state.moments)
      )
    }
  }

  /// Stops logging changes, because the stage has dropped or replaced this namespace.
  func retire() {
    state.withLock { state in
      state.isRetired = true
      state.interruptWriters()
      state.subscribers.dismiss()
    }
  }

  /// Stores the number of the change that dropped or replaced the namespace.
  func retired(by change: Int64?) { state.withLock { $0.retirement = change } }

  /// Returns the current state with the number of the last change in it.
  func snapshotEntry() -> StageSnapshot.Entry {
    state.withLock { state in
      StageSnapshot.Entry(
        namespace: name,
        snapshot: Snapshot(
          emulators: settings.configuration.emulators.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments),
        lastChange: state.lastChange)
    }
  }

  /// Replaces the state with a snapshot of this stage; journal and fault plans are kept.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written to the log.
  public func restore(_ snapshot: Snapshot) throws(ChangeLogError) {
    let written: JSON? = settings.log == nil ? .none : snapshot.json
    let system = SystemTime.milliseconds()
    let done = state.withLock { state in
      Result { () throws(ChangeLogError) in
        try state.admitChange()
        let old = state.backends
        state.apply(snapshot)
        guard let written else { return (old, Int64?.none) }
        let change = state.write(
          .restore(written), settings, moment: state.moments,
          milliseconds: state.clock.now(system: system))
        return (old, change)
      }
    }
    let (old, change) = try done.get()
    DeferredDeallocation.free(old)
    settings.watch.publish(.change(.snapshot, emulator: nil), of: name)
    try waitUntilDurable(change)
  }
}

extension NamespaceState {
  /// Restores the seeded state, of one emulator or of the whole namespace.
  mutating func reset(to fresh: NamespaceState, emulator: Int?, isWhole: Bool) {
    if let emulator {
      interruptWriters(of: emulator)
      backends[emulator] = fresh.backends[emulator]
    }
    guard isWhole else { return }
    interruptWriters()
    let old = self
    self = fresh
    (lastChange, isRetired, subscribers) = (old.lastChange, old.isRetired, old.subscribers)
    (retirement, problem, pendingEvents) = (old.retirement, old.problem, old.pendingEvents)
    (writers, epochs, journalEpoch) = (old.writers, old.epochs, old.journalEpoch + 1)
  }
}

/// The fault plans of a namespace.
///
/// They are not kept across restarts.
extension Namespace {
  /// The active plans, in the order in which they were added.
  public var faults: [ActiveFault] { state.withLock { $0.faults.active } }

  /// Adds a plan and returns its number.
  @discardableResult
  public func addFault(_ plan: FaultPlan) -> Int {
    state.withLock { state in
      state.isTouched = true
      defer { settings.watch.publish(.change(.faults, emulator: nil), of: name) }
      return state.faults.add(plan)
    }
  }

  /// Removes the plan with a number, or all plans.
  ///
  /// - Returns: Whether a plan was removed.
  @discardableResult
  public func removeFault(_ number: Int? = nil) -> Bool {
    state.withLock { state in
      state.isTouched = true
      defer { settings.watch.publish(.change(.faults, emulator: nil), of: name) }
      return state.faults.remove(number)
    }
  }
}

/// The reason why a namespace is not available.
///
/// ``Stage/namespace(_:)``, ``Stage/fork(_:as:)`` and ``Stage/drop(_:)`` throw it. A client whose
/// request names such a namespace gets status 400, with ``description`` as the reason.
public enum NamespaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not a valid name.
  case badName(String)
  /// The stage already has the maximum number of namespaces.
  case tooMany(Int)
  /// The change could not be written to the log.
  case notDurable(String)

  /// One sentence that names the problem and the remedy.
  public var description: String {
    switch self {
    case .badName(let name):
      "\"\(name)\" is no namespace: use 1 to 64 letters, digits, \"-\", \"_\" or \".\""
    case .notDurable(let reason): reason
    case .tooMany(let limit):
      "there are \(limit) namespaces already, all of them in use or changed; drop some, or "
        + "raise the limit with --max-namespaces or \"namespaces\" in ghostlight.json"
    }
  }

  /// Returns whether a text is a valid name.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte)
          || byte == 45 || byte == 95 || byte == 46
      }
  }

  /// Returns the response to a request that did not reach an emulator.
  static func response(
    _ reason: String, _ status: HTTPResponse.Status = .badRequest
  ) -> Response {
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
}
