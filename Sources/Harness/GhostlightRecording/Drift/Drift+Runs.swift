public import GhostlightCore

extension Drift {
  /// Sends the requests of a recording to a responder and compares its answers with the recorded.
  ///
  /// One after another, in the order recorded. Ids and tokens that the responder issues replace
  /// the recorded ones in later requests, unless not wanted; then each request passes `prepare`,
  /// which signs it again or puts in secrets that the recording does not hold.
  public static func check(
    _ recording: Recording, against responder: Responder, mask: DriftMask = .standard,
    followingValues: Bool = true, prepare: (@Sendable (Request) -> Request)? = nil
  ) async -> DriftReport {
    let collector = DriftCollector(
      mask: mask, followingValues: followingValues, prepare: prepare)
    for exchange in recording.exchanges {
      let request = collector.request(forActual: exchange.request)
      let actual = await responder.respond(request)
      collector.note(exchange.request, expected: exchange.response, actual: actual)
    }
    return collector.report(expected: recording.comment ?? "recording", actual: responder.name)
  }

  /// Sends the same requests to two responders and compares their answers.
  public static func check(
    _ requests: [Request], expected: Responder, actual: Responder, mask: DriftMask = .standard,
    followingValues: Bool = true, prepare: (@Sendable (Request) -> Request)? = nil
  ) async -> DriftReport {
    let collector = DriftCollector(
      mask: mask, followingValues: followingValues, prepare: prepare)
    let both = expected.compared(with: actual, into: collector)
    for request in requests { _ = await both.respond(request) }
    return collector.report(expected: expected.name, actual: actual.name)
  }

  /// Compares two recordings of the same requests, exchange by exchange.
  ///
  /// Exchanges that only one of them has are removed or added. Where the requests differ, that is
  /// the difference, and the responses are not compared; ids and tokens that a backend issued may
  /// differ in requests too.
  public static func compare(
    _ expected: Recording, _ actual: Recording, mask: DriftMask = .standard,
    matcher: Matcher = .standard
  ) -> DriftReport {
    var run = DriftRun(mask: mask, follows: true)
    for (before, after) in zip(expected.exchanges, actual.exchanges) {
      if matcher.matches(after.request, run.rewrite(before.request)) {
        run.note(before.request, expected: before.response, actual: after.response)
      } else {
        run.note(
          before.request,
          [
            Difference(
              .value, at: .exchange, expected: line(before.request), actual: line(after.request))
          ])
      }
    }
    for rest in expected.exchanges.dropFirst(actual.exchanges.count) {
      let gone = Difference(.removed, at: .exchange, expected: line(rest.request), actual: nil)
      run.note(rest.request, [gone])
    }
    for rest in actual.exchanges.dropFirst(expected.exchanges.count) {
      let new = Difference(.added, at: .exchange, expected: nil, actual: line(rest.request))
      run.note(rest.request, [new])
    }
    return run.report(
      expected: expected.comment ?? "recording", actual: actual.comment ?? "other recording")
  }

  private static func line(_ request: Request) -> JSON {
    .string(request.line)
  }
}
