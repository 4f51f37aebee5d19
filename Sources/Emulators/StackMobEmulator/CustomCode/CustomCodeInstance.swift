import GhostlightEmulation

/// A method of custom code in an environment, and how far its start has got (A21).
struct CustomCodeInstance: Sendable, Hashable {
  /// `nil` for one that the configuration has a closure for.
  var fixture: CustomCodeFixture?
  /// How long the first call lets it start.
  var startSeconds: Int64 = 0
  /// How many calls still find it starting, whatever the time.
  var startingCalls: Int64 = 0
  /// When it has started, in milliseconds since 1970; `nil` before the first call.
  var readyAt: Int64?

  /// What a call finds.
  enum Readiness: Sendable, Hashable {
    case ready
    /// Starting since an earlier call.
    case starting(seconds: Int64)
    /// Starting, and this call is one that counts.
    case scheduled(seconds: Int64)
  }

  func readiness(at moment: Moment) -> Readiness {
    if startingCalls > 0 { return .scheduled(seconds: max(startSeconds, 1)) }
    guard let readyAt else { return startSeconds > 0 ? .scheduled(seconds: startSeconds) : .ready }
    let (left, overflows) = readyAt.subtractingReportingOverflow(moment.milliseconds)
    guard left > 0 || overflows else { return .ready }
    return .starting(seconds: overflows ? .max : (left - 1) / 1000 + 1)
  }

  /// Counts a call that was told to come back.
  mutating func schedule(at moment: Moment) {
    if startingCalls > 0 {
      startingCalls -= 1
      if startingCalls == 0 { readyAt = moment.milliseconds }
    } else {
      let (span, overflows) = startSeconds.multipliedReportingOverflow(by: 1000)
      readyAt = moment.later(byMilliseconds: overflows ? .max : span)
    }
  }
}
