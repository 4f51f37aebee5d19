@testable import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Journal observers` {
  /// The observed entries, one line for each.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var observer: Stage.JournalObserver {
      { [self] entry in
        lines.withLock {
          $0.append(
            "\(entry.number) \(entry.emulator) \(entry.answer.effect) \(entry.request.target.raw)")
        }
      }
    }
  }

  private let lines = Lines()

  @Test func `an observer gets each entry of all namespaces and emulators, in order`() throws {
    let stage = Stage.notes()
    stage.add("before")
    stage.observe(lines.observer)
    stage.add("x")
    stage.add("y", in: "late")
    _ = stage.respond(to: .note(.get, "/none"), by: "other")
    try stage.namespace().reset()
    stage.add("z")
    #expect(
      lines.all == [
        "2 notes changed /note", "1 notes changed /note", "3 other unmatched /none",
        "1 notes changed /note",
      ])
  }

  @Test func `a request that no journal contains is not observed`() {
    let stage = Stage.notes()
    stage.observe(lines.observer)
    #expect(stage.respond(to: .note(.get, "/note", in: "a b"), by: "notes").status == .badRequest)
    #expect(stage.respond(to: .note(.get, "/note"), by: "none").status == .badRequest)
    #expect(lines.all == [])
  }

  @Test func `long exchanges are observed when they are finished`() throws {
    let long = LongExchanges()
    long.stage.observe(lines.observer)
    _ = try long.send(.get, "/values?cost=5000")
    _ = try long.send(.get, "/values")
    _ = try long.send(.post, "/values?cost=5000", "a")
    #expect(lines.all == ["2 long read /values"])
    long.work.run()
    #expect(
      lines.all == [
        "2 long read /values", "1 long read /values?cost=5000", "3 long changed /values?cost=5000",
      ])
  }

  @Test func `a fault plan's exchange is observed, with the reason if the plan had no effect`()
    throws
  {
    let reasons = Mutex<[String?]>([])
    let stage = Stage.notes { configuration in
      configuration.faults = [FaultPlan(.deliver(.truncated(bytes: 999)))]
    }
    stage.observe { entry in reasons.withLock { $0.append(entry.idleFaultReason) } }
    stage.add("x")
    try stage.namespace().removeFault()
    stage.add("x")
    let found = reasons.withLock { $0 }
    #expect(found.map { $0?.prefix(22) } == ["nothing was truncated:", nil])
  }

  @Test func `observers do not count as readers of events, and outlive them`() throws {
    let stage = Stage.notes()
    #expect(!stage.isWatched)
    stage.observe(lines.observer)
    stage.observe(lines.observer)
    #expect(stage.watcherCount == 0)
    let watching = try stage.watch("default", StageSubscriber(receive: { _ in }, end: {}))
    watching.stop()
    stage.endWatching()
    stage.add("x")
    #expect(lines.all == ["1 notes changed /note", "1 notes changed /note"])
  }
}
