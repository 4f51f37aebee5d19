public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Provider states, resets and snapshots of a namespace.
extension Namespace {
  /// Sets up a provider state of an emulator, or edits a row, and returns the results.
  ///
  /// - Parameters:
  ///   - name: The name of the provider state, such as `user exists`.
  ///   - emulator: The name of the emulator.
  ///   - parameters: The parameters of the provider state.
  /// - Returns: The results, which a contract's generators can use.
  ///
  /// - Throws: `ProviderStateError` if the emulator, the provider state or a parameter is not
  ///   valid. Unless `isNotDurable` is `true`, the backend is unchanged.
  public func setUp(
    _ name: String, in emulator: String, parameters: JSONObject = [:]
  ) throws(ProviderStateError) -> JSONObject {
    guard let position = settings.position(of: emulator) else {
      let known = settings.configuration.services.map(\.name).joined(separator: ", ")
      throw ProviderStateError("no emulator is named \"\(emulator)\"; there are: \(known)")
    }
    if let failure = settings.log?.failure {
      throw ProviderStateError(failure.description, isNotDurable: true)
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

  /// Resets one emulator, or the whole namespace, to the state of its seed.
  ///
  /// If `emulator` is `nil`, the clock, the journal, the fault plans and the numbering of exchanges
  /// are reset, too.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written to the log.
  public func reset(emulator: String? = nil) throws(ChangeLogError) {
    try settings.checkLog()
    let fresh = settings.initialState
    let system = SystemTime.milliseconds()
    let (old, change) = state.withLock { state in
      // Keep the complete old state: its journal may also be large, and is freed together with the
      // backends.
      let old = state
      state.reset(
        to: fresh, emulator: emulator.flatMap(settings.position), isWhole: emulator == nil)
      let change = state.write(
        .reset(emulator: emulator), settings, moment: state.moments,
        milliseconds: state.clock.now(system: system))
      return (old, change)
    }
    DeferredDeallocation.free(old)
    settings.watch.publish(.change(.reset, emulator: emulator), of: name)
    try waitUntilDurable(change)
  }

  /// Returns a snapshot of the current state; this takes little time, because the snapshot shares
  /// the namespace's storage.
  public func snapshot() -> Snapshot { snapshotEntry().snapshot }

  /// Returns a snapshot of the current state and the result of `body`.
  ///
  /// `body` is called while the namespace is locked.
  func snapshot<Result>(
    _ body: (inout NamespaceState) -> Result
  ) -> (snapshot: Snapshot, Result) {
    state.withLock { state in
      (
        Snapshot(
          emulators: settings.configuration.services.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments), body(&state)
      )
    }
  }

  /// Returns a snapshot of the current state with the number of the last change that it contains.
  func snapshotEntry() -> StageSnapshot.Entry {
    state.withLock { state in
      StageSnapshot.Entry(
        namespace: name,
        snapshot: Snapshot(
          emulators: settings.configuration.services.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments),
        lastChange: state.lastChange)
    }
  }

  /// Replaces the state with a snapshot that this stage created or read; the journal and the fault
  /// plans are kept.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written to the log.
  public func restore(_ snapshot: Snapshot) throws(ChangeLogError) {
    try settings.checkLog()
    let written: JSON? = settings.log == nil ? .none : snapshot.json
    let system = SystemTime.milliseconds()
    let (old, change) = state.withLock { state in
      let old = state.backends
      state.apply(snapshot)
      guard let written else { return (old, Int64?.none) }
      let change = state.write(
        .restore(written), settings, moment: state.moments,
        milliseconds: state.clock.now(system: system))
      return (old, change)
    }
    DeferredDeallocation.free(old)
    settings.watch.publish(.change(.snapshot, emulator: nil), of: name)
    try waitUntilDurable(change)
  }
}

extension NamespaceState {
  /// Restores the state of the seeds for one emulator, or for the whole namespace if `isWhole` is
  /// `true`.
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
    (pendingEvents, writers, epochs) = (old.pendingEvents, old.writers, old.epochs)
    faults.inherit(from: old.faults)
    journalEpoch = old.journalEpoch + 1
  }
}

/// The fault plans of a namespace.
///
/// A restart of the server removes plans that were added later.
extension Namespace {
  /// The plans with their counters, in the order in which they were added.
  public var faults: [ActiveFault] { state.withLock { $0.faults.active } }

  /// Adds a plan and returns the number that identifies it.
  ///
  /// - Throws: ``FaultPlanError`` if the plan's emulator or route does not exist, because the plan
  ///   would never apply.
  @discardableResult
  public func addFault(_ plan: FaultPlan) throws(FaultPlanError) -> Int {
    try plan.check(against: settings.configuration.services)
    return state.withLock { state in
      state.isTouched = true
      defer { settings.watch.publish(.change(.faults, emulator: nil), of: name) }
      return state.faults.add(plan)
    }
  }

  /// The plans that have not applied to any request, including those that were removed or reset.
  package var idleFaults: [ActiveFault] { state.withLock { $0.faults.idle } }

  /// Counts the plans that applied to requests of a copy of this namespace as used.
  package func markFaultsApplied(in copy: Namespace) {
    let faults = copy.state.withLock { $0.faults }
    state.withLock { $0.faults.markApplied(in: faults) }
  }

  /// Removes the plan with a number, or all plans if `number` is `nil`.
  ///
  /// - Returns: Whether any plan was removed.
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
/// request names a namespace that is not available gets status 400, with ``description`` as the
/// reason.
public enum NamespaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The associated value is not a valid name for a namespace.
  case badName(String)
  /// The stage already has the maximum number of namespaces, which is the associated value, and
  /// none can be evicted.
  case tooMany(Int)
  /// The change could not be written to the log; the associated value is the reason.
  case notDurable(String)

  /// One sentence with the problem and how to fix it.
  public var description: String {
    switch self {
    case .badName(let name):
      "\"\(name)\" is not a valid namespace: use 1 to 64 letters, digits, \"-\", \"_\" or \".\""
    case .notDurable(let reason): reason
    case .tooMany(let limit):
      "there are \(limit) namespaces already, all of them in use or changed; drop some, or "
        + "raise the limit with \"namespaces\" in ghostlight.json"
    }
  }

  /// Returns whether a string is a valid name for a namespace.
  package static func isName(_ text: String) -> Bool {
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
