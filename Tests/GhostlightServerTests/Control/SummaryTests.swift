import Ghostlight
import GhostlightContracts
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Numbers of a namespace in the control API` {
  private let desk = ControlDesk.twins()

  private func zeros(_ last: Int) -> JSON {
    .array([JSON](repeating: 0, count: 29) + [JSON(count: last)])
  }

  @Test func `a summary counts requests by service, minute and status, and what may still apply`()
    throws
  {
    let space = try desk.stage.namespace()
    desk.send(.post, "/note", ["title": "x"])
    desk.send(.get, "/note")
    desk.send(.get, "/note/none", by: "second")
    desk.send(.patch, "/no/route/at/all")
    var once = FaultPlan(.answer(Response(.serviceUnavailable)))
    once.times = 1
    try space.addFault(once)
    try space.addFault(FaultPlan(.latency(milliseconds: 1, isReal: false)))
    desk.send(.get, "/note")
    _ = desk.call(.post, "recordings", ["emulator": "second"])
    #expect(
      desk.call(.get, "summary").json == [
        "namespace": "default", "requests": 5, "unmatched": 1, "faults": 1, "messages": 0,
        "services": 2, "namespaces": 1, "recordings": 1,
        "clock": ["now": "2013-06-12T12:26:40.123Z", "frozen": true],
        "emulators": ["stackmob": 4, "second": 1],
        "minutes": [
          "from": "2013-06-12T11:57:00.000Z", "fine": zeros(2), "refused": zeros(2),
          "failed": zeros(1),
        ],
      ])
    try space.changeClock(.advance(milliseconds: 31 * 60_000))
    let minutes = desk.call(.get, "summary").json?["minutes"]
    #expect(minutes?["fine"] == zeros(0))
  }
}
