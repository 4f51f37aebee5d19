import NIOCore
import Testing

@testable import GhostlightServer

@Suite struct `Connection watch` {
  private func time(_ seconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(0) + .seconds(seconds)
  }

  private func watch() -> ConnectionWatch {
    var limits = ServerLimits()
    limits.idleSeconds = 75
    limits.requestHeadSeconds = 15
    return ConnectionWatch(limits: limits, now: time(0))
  }

  @Test func `an idle connection is closed after its time`() {
    let watch = watch()
    #expect(watch.verdict(now: time(74), isAnswering: false) == .wait(until: time(75)))
    #expect(watch.verdict(now: time(75), isAnswering: false) == .close)
    #expect(watch.verdict(now: time(75), isAnswering: true) == .wait(until: time(150)))
  }

  @Test func `the time of a head starts at its first byte`() {
    var watch = watch()
    watch.enter(.head, now: time(10))
    watch.enter(.head, now: time(20))
    #expect(watch.deadline == time(25))
    #expect(watch.verdict(now: time(25), isAnswering: false) == .refuse)
  }

  @Test func `the time of a body starts at its last byte`() {
    var watch = watch()
    watch.enter(.body, now: time(10))
    watch.enter(.body, now: time(20))
    #expect(watch.deadline == time(95))
    #expect(watch.verdict(now: time(95), isAnswering: false) == .refuse)
  }

  @Test func `the idle time starts at the last response`() {
    var watch = watch()
    watch.enter(.idle, now: time(10))
    watch.noteAnswer(now: time(50))
    #expect(watch.deadline == time(125))
    watch.enter(.head, now: time(60))
    watch.noteAnswer(now: time(70))
    #expect(watch.deadline == time(75))
  }
}
