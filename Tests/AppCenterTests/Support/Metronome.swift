import Synchronization

/// A clock on which nobody waits: it writes down how long each wait would have been.
final class Metronome: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let waits = Mutex<[Duration]>([])

  var durations: [Duration] { waits.withLock { $0 } }
  var now: Instant { Instant(offset: durations.reduce(.zero, +)) }
  var minimumResolution: Duration { .zero }

  func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let wait = now.duration(to: deadline)
    waits.withLock { $0.append(wait) }
  }
}
