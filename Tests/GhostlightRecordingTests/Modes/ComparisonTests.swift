import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Comparison of two responders` {
  @Test func `a client gets the first response, and the collector gets the differences`() {
    let collector = DriftCollector()
    let one = Responder(name: "one", immediate: { _ in .json(.ok, ["n": 1]) })
    let two = Responder(name: "two", immediate: { _ in .json(.ok, ["n": 2]) })
    let both = one.compared(with: two, into: collector)
    #expect(both.respondNow(Request(.get, "/a")) == .json(.ok, ["n": 1]))
    let path = JSONPath([.member("n")])
    #expect(
      collector.report(expected: "one", actual: "two")
        == DriftReport(
          expected: "one", actual: "two", compared: 1,
          drifted: [
            ExchangeDrift(
              number: 1, request: Request(.get, "/a"),
              differences: [Difference(.value, at: .json(path), expected: 1, actual: 2)])
          ]))
  }

  @Test func `a client of one backend calls another with the values of that backend`() async {
    let collector = DriftCollector()
    let (left, right) = (SampleBackend("left").responder, SampleBackend("right").responder)
    await SampleClient(responder: left.compared(with: right, into: collector)).run()
    #expect(
      collector.report(expected: "left", actual: "right")
        == DriftReport(expected: "left", actual: "right", compared: 7, followed: 3))
  }

  @Test func `a comparison is immediate only if both responders are`() {
    let now = Responder(name: "now", immediate: { _ in Response(.ok) })
    let waiting = Responder(name: "waiting", respond: { _ in Response(.ok) })
    let isImmediate = { (one: Responder, other: Responder) in
      one.compared(with: other, into: DriftCollector()).respondNow(Request(.get, "/")) != nil
    }
    #expect(!isImmediate(now, waiting))
    #expect(!isImmediate(waiting, now))
    #expect(isImmediate(now, now))
  }
}
