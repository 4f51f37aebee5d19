import GhostlightCore
import GhostlightEmulation

/// What the lock of a namespace guards.
struct NamespaceState: Sendable {
  /// In the order of the stage's emulators.
  var backends: [any Backend]
  var clock: VirtualClock
  var journal: Journal
  /// How many moments were made; the next one's number.
  var moments: UInt64 = 0

  /// The moment of the next exchange.
  mutating func nextMoment(_ seed: UInt64, system: Int64) -> Moment {
    moments += 1
    return Moment(
      milliseconds: clock.now(system: system), seed: seed &+ moments &* 0xd134_2543_de82_ef95)
  }
}
