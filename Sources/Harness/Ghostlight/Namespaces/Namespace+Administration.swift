public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// What an administrator does to a namespace: states, reset, snapshots.
extension Namespace {
  /// Sets up a named precondition and answers values that a contract can use.
  ///
  /// - Throws: `ProviderStateError`; the backend is then as it was.
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

  /// Goes back to the seeded state: one emulator, or all with clock, journal, faults and numbering.
  ///
  /// - Throws: ``ChangeLogError`` where the stage keeps changes and could not.
  public func reset(emulator: String? = nil) throws(ChangeLogError) {
    let fresh = settings.initialState
    let system = SystemTime.milliseconds()
    let done = state.withLock { state in
      Result { () throws(ChangeLogError) in
        try state.admitChange()
        // The journal goes the same way as the backends: it may hold much, too.
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

  /// Takes back what a reset did that is lost, where the log does not know it: journal and faults.
  private func bringBack(_ old: NamespaceState, journalEpoch: Int) {
    state.withLock { state in
      guard state.journalEpoch == journalEpoch else { return }
      (state.journal, state.faults) = (old.journal, old.faults)
      state.journalEpoch += 1
    }
  }

  /// The whole state; costs nothing but a few references.
  public func snapshot() -> Snapshot { snapshotEntry().snapshot }

  /// The state, with what `body` answers to its number of moments while nothing changes.
  func snapshot<Result>(_ body: (UInt64) -> Result) -> (snapshot: Snapshot, Result) {
    state.withLock { state in
      (
        Snapshot(
          emulators: settings.configuration.emulators.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments), body(state.moments)
      )
    }
  }

  /// Stops writing down: the stage has forgotten this namespace, though somebody may hold it.
  func retire() {
    state.withLock { state in
      state.isRetired = true
      state.interruptWriters()
      state.subscribers.dismiss()
    }
  }

  /// Says which change it was for which the namespace was retired.
  func retired(by change: Int64?) { state.withLock { $0.retirement = change } }

  /// The state with the number of the last change in it.
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

  /// Puts a snapshot of this stage in the place of the state; journal and faults stay.
  ///
  /// - Throws: ``ChangeLogError`` where the stage keeps changes and could not.
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
  /// Takes over the seeded state, of one emulator or as a whole.
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

/// The fault plans of a namespace; they are not kept across restarts.
extension Namespace {
  /// The plans at work, in the order they were added.
  public var faults: [ActiveFault] { state.withLock { $0.faults.active } }

  /// Puts a plan to work, and answers its number.
  @discardableResult
  public func addFault(_ plan: FaultPlan) -> Int {
    state.withLock { state in
      state.isTouched = true
      defer { settings.watch.publish(.change(.faults, emulator: nil), of: name) }
      return state.faults.add(plan)
    }
  }

  /// Takes the plan of a number away, or all plans.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func removeFault(_ number: Int? = nil) -> Bool {
    state.withLock { state in
      state.isTouched = true
      defer { settings.watch.publish(.change(.faults, emulator: nil), of: name) }
      return state.faults.remove(number)
    }
  }
}

/// Why there is no namespace of a name.
public enum NamespaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text cannot be a name.
  case badName(String)
  /// There are as many as the stage may have.
  case tooMany(Int)
  /// The stage keeps changes and could not.
  case notDurable(String)

  /// One sentence with the remedy.
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

  /// Whether a text can be a name.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte)
          || byte == 45 || byte == 95 || byte == 46
      }
  }

  /// The answer to a request before any vendor is known.
  static func response(
    _ reason: String, _ status: HTTPResponse.Status = .badRequest
  ) -> Response {
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
}
