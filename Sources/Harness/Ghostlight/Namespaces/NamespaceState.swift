import GhostlightCore
import GhostlightEmulation

/// What the lock of a namespace guards.
struct NamespaceState: Sendable {
  /// In the order of the stage's emulators.
  var backends: [any Backend]
  var clock: VirtualClock
  var journal: Journal
  var faults: FaultBoard
  /// How many moments were made; the next one's number is one more.
  var moments: UInt64 = 0
  /// The number of the last change written down, 0 for none.
  var lastChange: Int64 = 0
  /// Whether the stage has dropped or replaced the namespace, so that its changes count no more.
  var isRetired = false
  /// Those who listen; no part of the state, so that neither reset nor restore touches them.
  var audience = Audience()

  init(backends: [any Backend], clock: VirtualClock, journal: Journal, faults: FaultBoard) {
    self.backends = backends
    self.clock = clock
    self.journal = journal
    self.faults = faults
  }

  /// The moment of the next exchange.
  mutating func nextMoment(_ scene: Scene, system: Int64) -> Moment {
    // Wraps: a snapshot may say any number.
    moments &+= 1
    return scene.moment(moments, milliseconds: clock.now(system: system))
  }

  /// Writes a change down, where there is a log, and notes its number.
  ///
  /// - Returns: The number to settle before the client is answered.
  mutating func write(
    _ operation: Change.Operation, _ scene: Scene, milliseconds: Int64
  ) -> Int64? {
    guard let log = scene.log, !isRetired else { return nil }
    lastChange = log.append(
      Change(
        namespace: scene.name, moment: moments, milliseconds: milliseconds, operation))
    return lastChange
  }

  /// Takes over a snapshot; journal and faults stay.
  mutating func apply(_ snapshot: Snapshot) {
    backends = snapshot.backends
    clock = snapshot.clock
    moments = snapshot.moments
  }
}
