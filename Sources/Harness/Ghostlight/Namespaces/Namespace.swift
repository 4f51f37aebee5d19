import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// A world of its own on a stage: the backends of all emulators, a clock, a journal, fault plans.
///
/// Whatever happens in one namespace leaves the others alone. All calls are synchronous and safe
/// from any thread; each holds the namespace's lock for as long as its work takes.
public final class Namespace: Sendable {
  let scene: Scene
  let state: Mutex<NamespaceState>

  init(_ scene: Scene, from snapshot: Snapshot? = nil, lastChange: Int64 = 0) {
    self.scene = scene
    var initial = scene.initialState
    if let snapshot { initial.apply(snapshot) }
    initial.lastChange = lastChange
    state = Mutex(initial)
  }

  /// The name: letters, digits, `-`, `_` and `.`.
  public var name: String { scene.name }

  /// Lets the emulator at a position of the stage's list answer, and notes the exchange.
  func respond(to request: Request, emulator: Int) -> Response {
    let system = SystemTime.milliseconds()
    var outcome = state.withLock { state in
      state.exchange(request, emulator: emulator, scene, system: system)
    }
    // Only now: the journal must not hold on to the namespace it belongs to.
    if let opening = outcome.response.conversation {
      outcome.response.conversation = opening.hearing(news(ofEmulator: emulator))
    }
    guard let change = outcome.change, let log = scene.log else { return outcome.response }
    do throws(ChangeLogProblem) {
      try log.settle(change)
      return outcome.response
    } catch {
      return NamespaceProblem.response(error.description, .serviceUnavailable)
    }
  }

  /// Waits until a change is kept, where the stage keeps changes.
  ///
  /// - Throws: ``ChangeLogProblem`` where it could not be written.
  func settle(_ change: Int64?) throws(ChangeLogProblem) {
    guard let change, let log = scene.log else { return }
    try log.settle(change)
  }
}

extension Namespace {
  /// The exchanges that the journal keeps, oldest first.
  public var journal: [JournalEntry] { state.withLock { $0.journal }.all }

  /// What the backends would have sent, by emulator.
  public var outbox: [String: Outbox] {
    let backends = state.withLock { $0.backends }
    var result: [String: Outbox] = [:]
    for (emulator, backend) in zip(scene.configuration.emulators, backends) {
      result[emulator.name] = backend.outbox
    }
    return result
  }
}
