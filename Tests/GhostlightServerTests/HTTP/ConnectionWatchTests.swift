import NIOCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Connection watch` {
  private func time(_ seconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(0) + .seconds(seconds)
  }

  private func watch() -> ConnectionWatch {
    var limits = ServerLimits()
    limits.idleSeconds = 75
    limits.requestHeadSeconds = 15
    return ConnectionWatch(limits: limits, now: time(0))
  }

  private func verdict(
    _ watch: ConnectionWatch, _ seconds: Int64, isAnswering: Bool = false, isContended: Bool = false
  ) -> ConnectionWatch.Verdict {
    watch.verdict(now: time(seconds), isAnswering: isAnswering, isContended: isContended)
  }

  private func body(_ number: Int, holdsRoom: Bool = false) -> ConnectionWatch.Phase {
    .body(ConnectionWatch.BodyStep(request: 0, number: number, holdsRoom: holdsRoom))
  }

  @Test func `an idle connection is closed after its time`() {
    let watch = watch()
    #expect(verdict(watch, 74) == .wait(until: time(75)))
    #expect(verdict(watch, 75) == .close)
    #expect(verdict(watch, 75, isAnswering: true) == .wait(until: time(150)))
  }

  @Test func `the time of a head starts at its first byte`() {
    var watch = watch()
    watch.enter(.head, now: time(10))
    watch.enter(.head, now: time(20))
    #expect(watch.nextLook(now: time(20)) == time(25))
    #expect(verdict(watch, 25) == .refuse(.headTooSlow))
  }

  @Test func `each step of a body has the whole time`() {
    var watch = watch()
    watch.enter(body(0), now: time(10))
    watch.enter(body(0), now: time(80))
    #expect(watch.nextLook(now: time(80)) == time(85))
    #expect(verdict(watch, 85) == .refuse(.headTooSlow))
    watch.enter(body(1), now: time(84))
    #expect(verdict(watch, 85) == .wait(until: time(159)))
  }

  @Test func `a body that holds space for which others wait has less time`() {
    var watch = watch()
    watch.enter(body(0), now: time(10))
    #expect(verdict(watch, 16, isContended: true) == .wait(until: time(85)))
    watch.enter(body(0, holdsRoom: true), now: time(20))
    #expect(watch.nextLook(now: time(20)) == time(25))
    #expect(verdict(watch, 40) == .wait(until: time(45)))
    #expect(verdict(watch, 24, isContended: true) == .wait(until: time(29)))
    #expect(verdict(watch, 25, isContended: true) == .refuse(.headTooSlow))
    watch.enter(body(1, holdsRoom: true), now: time(24))
    #expect(verdict(watch, 25, isContended: true) == .wait(until: time(30)))
  }

  @Test func `the time of a body restarts after the server did not read`() {
    var watch = watch()
    watch.enter(body(0), now: time(10))
    watch.excuse(now: time(80))
    #expect(verdict(watch, 85) == .wait(until: time(155)))
  }

  @Test func `a body that has waited too long for space is refused`() {
    var watch = watch()
    watch.enter(.budget(holdsRoom: false), now: time(10))
    watch.enter(.budget(holdsRoom: false), now: time(50))
    #expect(verdict(watch, 84, isContended: true) == .wait(until: time(85)))
    #expect(verdict(watch, 85) == .refuse(.bodiesFull))
  }

  @Test func `a body that waits with reserved space is refused soon if others wait`() {
    var watch = watch()
    watch.enter(.budget(holdsRoom: true), now: time(10))
    #expect(watch.nextLook(now: time(10)) == time(15))
    #expect(verdict(watch, 15) == .wait(until: time(20)))
    #expect(verdict(watch, 14, isContended: true) == .wait(until: time(19)))
    #expect(verdict(watch, 15, isContended: true) == .refuse(.bodiesFull))
  }

  @Test func `the idle time starts at the last response`() {
    var watch = watch()
    watch.enter(.idle, now: time(10))
    watch.restartIdleTime(now: time(50))
    #expect(watch.nextLook(now: time(50)) == time(125))
    watch.enter(.head, now: time(60))
    watch.restartIdleTime(now: time(70))
    #expect(watch.nextLook(now: time(70)) == time(75))
  }
}
