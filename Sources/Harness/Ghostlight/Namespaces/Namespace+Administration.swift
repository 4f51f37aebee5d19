public import GhostlightCore
public import GhostlightEmulation
import Synchronization

/// What an administrator does to a namespace: states, reset, snapshots.
extension Namespace {
  /// Brings about a named precondition and answers values that a contract can use.
  ///
  /// - Throws: ``ProviderStateProblem``; the backend is then as it was.
  public func bringAbout(
    _ name: String, in emulator: String, parameters: JSONObject = [:]
  ) throws(ProviderStateProblem) -> JSONObject {
    guard let position = scene.position(of: emulator) else {
      let known = scene.configuration.emulators.map(\.name).joined(separator: ", ")
      throw ProviderStateProblem("no emulator is named \"\(emulator)\"; there are: \(known)")
    }
    let system = SystemTime.milliseconds()
    let result = state.withLock { state in
      Result { () throws(ProviderStateProblem) in
        let moment = state.nextMoment(scene, system: system)
        let values = try state.backends[position].bringAbout(
          name, parameters: parameters, at: moment)
        state.tellNews(ofEmulator: position)
        let operation = Change.Operation.state(
          emulator: emulator, name: name, parameters: parameters)
        return (values, state.write(operation, scene, milliseconds: moment.milliseconds))
      }
    }
    let (values, change) = try result.get()
    do throws(ChangeLogProblem) {
      try settle(change)
    } catch {
      throw ProviderStateProblem(error.description, isNotKept: true)
    }
    return values
  }

  /// Goes back to the seeded state: one emulator, or all with clock, journal, faults and numbering.
  ///
  /// - Throws: ``ChangeLogProblem`` where the stage keeps changes and could not.
  public func reset(emulator: String? = nil) throws(ChangeLogProblem) {
    let fresh = scene.initialState
    let system = SystemTime.milliseconds()
    let (old, change) = state.withLock { state in
      // The journal goes the same way as the backends: it may hold much, too.
      let old = state
      state.reset(to: fresh, emulator: emulator.flatMap(scene.position), isWhole: emulator == nil)
      let change = state.write(
        .reset(emulator: emulator), scene, milliseconds: state.clock.now(system: system))
      return (old, change)
    }
    Leftovers.free(old)
    try settle(change)
  }

  /// The whole state; costs nothing but a few references.
  public func snapshot() -> Snapshot { cut().snapshot }

  /// The state, with what `body` answers to its number of moments while nothing changes.
  func cut<Result>(_ body: (UInt64) -> Result) -> (snapshot: Snapshot, Result) {
    state.withLock { state in
      (
        Snapshot(
          emulators: scene.configuration.emulators.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments), body(state.moments)
      )
    }
  }

  /// Stops writing down: the stage has forgotten this namespace, though somebody may hold it.
  func retire() {
    state.withLock { state in
      state.isRetired = true
      state.audience.dismiss()
    }
  }

  /// The state with the number of the last change in it.
  func cut() -> StageCut.Entry {
    state.withLock { state in
      StageCut.Entry(
        namespace: name,
        snapshot: Snapshot(
          emulators: scene.configuration.emulators.map(\.name), backends: state.backends,
          clock: state.clock, moments: state.moments),
        lastChange: state.lastChange)
    }
  }

  /// Puts a snapshot of this stage in the place of the state; journal and faults stay.
  ///
  /// - Throws: ``ChangeLogProblem`` where the stage keeps changes and could not.
  public func restore(_ snapshot: Snapshot) throws(ChangeLogProblem) {
    let written: JSON? = scene.log == nil ? .none : snapshot.json
    let system = SystemTime.milliseconds()
    let (old, change) = state.withLock { state in
      let old = state.backends
      state.apply(snapshot)
      guard let written else { return (old, Int64?.none) }
      let change = state.write(
        .restore(written), scene, milliseconds: state.clock.now(system: system))
      return (old, change)
    }
    Leftovers.free(old)
    try settle(change)
  }
}

extension NamespaceState {
  /// Takes over the seeded state, of one emulator or as a whole.
  mutating func reset(to fresh: NamespaceState, emulator: Int?, isWhole: Bool) {
    if let emulator { backends[emulator] = fresh.backends[emulator] }
    guard isWhole else { return }
    let (last, wasRetired, listeners) = (lastChange, isRetired, audience)
    self = fresh
    (lastChange, isRetired, audience) = (last, wasRetired, listeners)
  }
}
