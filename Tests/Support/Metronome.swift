import Synchronization

/// A clock that never waits, and records the duration of each requested wait.
package final class Metronome: Clock, Sendable {
  package struct Instant: InstantProtocol {
    var offset: Duration

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let waits = Mutex<[Duration]>([])

  package init() {}

  package var durations: [Duration] { waits.withLock { $0 } }
  package var now: Instant { Instant(offset: durations.reduce(.zero, +)) }
  package var minimumResolution: Duration { .zero }

  package func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let wait = now.duration(to: deadline)
    waits.withLock { $0.append(wait) }
  }
}
