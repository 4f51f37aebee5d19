import NIOCore

/// What a connection waits for, and for how long it may.
struct ConnectionWatch {
  /// What a connection waits for.
  enum Phase {
    /// The next request.
    case idle
    /// The rest of a head.
    case head
    /// The next piece of a body.
    case body
  }

  /// What is to be done.
  enum Verdict: Hashable {
    case wait(until: NIODeadline)
    case refuse
    case close
  }

  private(set) var phase = Phase.idle
  private var since: NIODeadline
  private let idle: TimeAmount
  private let head: TimeAmount

  /// Starts idle.
  init(limits: ServerLimits, now: NIODeadline) {
    since = now
    idle = .bounded(seconds: limits.idleSeconds)
    head = .bounded(seconds: limits.requestHeadSeconds)
  }

  /// Notes that bytes came; a head counts from its first byte, the rest from its last.
  mutating func enter(_ phase: Phase, now: NIODeadline) {
    if self.phase == .head, phase == .head { return }
    self.phase = phase
    since = now
  }

  /// Notes that an answer went out, from when the next request may take its time.
  mutating func noteAnswer(now: NIODeadline) {
    if phase == .idle { since = now }
  }

  /// When to look again.
  var deadline: NIODeadline { since + (phase == .head ? head : idle) }

  /// What is to be done at `now`; a connection that `isAnswering` is not idle.
  func verdict(now: NIODeadline, isAnswering: Bool) -> Verdict {
    guard now >= deadline else { return .wait(until: deadline) }
    if isAnswering { return .wait(until: now + idle) }
    return phase == .idle ? .close : .refuse
  }
}

extension TimeAmount {
  /// Milliseconds from none to a day.
  static func bounded(milliseconds: Int) -> TimeAmount {
    .milliseconds(Int64(min(max(0, milliseconds), 86_400_000)))
  }

  /// Seconds from none to a day.
  static func bounded(seconds: Int) -> TimeAmount {
    .seconds(Int64(min(max(0, seconds), 86_400)))
  }
}
