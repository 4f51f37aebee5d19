public import GhostlightCore
public import GhostlightEmulation
import Synchronization

/// A world of its own on a stage: the backends of all emulators, a clock, a journal.
///
/// Whatever happens in one namespace leaves the others alone. All calls are synchronous and safe
/// from any thread; each holds the namespace's lock for as long as its work takes.
public final class Namespace: Sendable {
  /// The name: letters, digits, `-`, `_` and `.`.
  public let name: String
  private let emulators: [Emulator]
  private let configuration: StageConfiguration
  private let seed: UInt64
  private let state: Mutex<NamespaceState>

  init(name: String, _ configuration: StageConfiguration, from snapshot: Snapshot? = nil) {
    self.name = name
    self.configuration = configuration
    emulators = configuration.emulators
    seed = Self.seed(name, configuration.seed)
    var initial = Self.seeded(configuration)
    if let snapshot { Self.apply(snapshot, to: &initial) }
    state = Mutex(initial)
  }

  /// Lets the emulator at a position of the stage's list answer, and notes the exchange.
  func respond(to request: Request, emulator: Int) -> Response {
    let system = SystemTime.milliseconds()
    return state.withLock { state in
      let moment = state.nextMoment(seed, system: system)
      let answer = state.backends[emulator].answer(request, at: moment)
      state.journal.append(
        JournalEntry(
          number: state.journal.count + 1, emulator: emulators[emulator].name,
          milliseconds: moment.milliseconds, request: request, answer: answer))
      return answer.response
    }
  }
}

extension Namespace {
  /// What the clock shows.
  public var clock: ClockReading {
    let system = SystemTime.milliseconds()
    return state.withLock { state in
      ClockReading(milliseconds: state.clock.now(system: system), isFrozen: state.clock.isFrozen)
    }
  }

  /// Moves, sets, stops or starts the clock, and answers what it shows then.
  @discardableResult
  public func changeClock(_ change: ClockChange) -> ClockReading {
    let system = SystemTime.milliseconds()
    state.withLock { $0.clock.apply(change, system: system) }
    return clock
  }

  /// The exchanges that the journal keeps, oldest first.
  public var journal: [JournalEntry] { state.withLock { $0.journal }.all }

  /// What the backends would have sent, by emulator.
  public var outbox: [String: Outbox] {
    let backends = state.withLock { $0.backends }
    var result: [String: Outbox] = [:]
    for (emulator, backend) in zip(emulators, backends) { result[emulator.name] = backend.outbox }
    return result
  }

  /// Brings about a named precondition and answers values that a contract can use.
  ///
  /// - Throws: ``ProviderStateProblem``; the backend is then as it was.
  public func bringAbout(
    _ name: String, in emulator: String, parameters: JSONObject = [:]
  ) throws(ProviderStateProblem) -> JSONObject {
    guard let position = emulators.firstIndex(where: { $0.name == emulator }) else {
      let known = emulators.map(\.name).joined(separator: ", ")
      throw ProviderStateProblem("no emulator is named \"\(emulator)\"; there are: \(known)")
    }
    let system = SystemTime.milliseconds()
    let result: Result<JSONObject, ProviderStateProblem> = state.withLock { state in
      let moment = state.nextMoment(seed, system: system)
      do throws(ProviderStateProblem) {
        return .success(
          try state.backends[position].bringAbout(name, parameters: parameters, at: moment))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The whole state; costs nothing but a few references.
  public func snapshot() -> Snapshot {
    state.withLock { state in
      Snapshot(backends: state.backends, clock: state.clock, moments: state.moments)
    }
  }

  /// Puts a snapshot of this stage in the place of the state; the journal stays.
  public func restore(_ snapshot: Snapshot) {
    Leftovers.free(
      state.withLock { state in
        let old = state.backends
        Self.apply(snapshot, to: &state)
        return old
      })
  }

  /// Goes back to the seeded state.
  ///
  /// - Parameter emulator: Only this one; else all, with clock, journal and numbering.
  public func reset(emulator: String? = nil) {
    let fresh = Self.seeded(configuration)
    Leftovers.free(
      state.withLock { state in
        let old = state
        if let emulator {
          for (position, candidate) in emulators.enumerated() where candidate.name == emulator {
            state.backends[position] = fresh.backends[position]
          }
        } else {
          state = fresh
        }
        return old
      })
  }

  private static func seeded(_ configuration: StageConfiguration) -> NamespaceState {
    NamespaceState(
      backends: configuration.emulators.map(\.seed), clock: configuration.clock,
      journal: Journal(
        capacity: configuration.journalEntries, byteCapacity: configuration.journalBytes))
  }

  private static func apply(_ snapshot: Snapshot, to state: inout NamespaceState) {
    state.backends = snapshot.backends
    state.clock = snapshot.clock
    state.moments = snapshot.moments
  }

  /// FNV-1a of the name over the stage's seed.
  private static func seed(_ name: String, _ seed: UInt64) -> UInt64 {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
