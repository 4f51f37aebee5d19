import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightTesting

@Suite(.limitedConcurrency, .ghostlight(.stackMob(), clock: .frozen(at: 1_000)))
struct `The clock of a test` {
  /// An environment of an SDK that keeps what the test passes to it.
  private struct Environment: ClientEnvironment {
    static let emulators = ["stackmob"]
    let surroundings: ClientDefaults

    init(_ surroundings: ClientDefaults) { self.surroundings = surroundings }
  }

  /// An environment of an SDK whose emulator the test does not have.
  private struct OtherEnvironment: ClientEnvironment {
    static let emulators = ["mia"]

    init(_ surroundings: ClientDefaults) {}
  }

  @Test func `tasks wake at their deadlines when the test advances a frozen clock`() async throws {
    let context = try TestContext.current
    let clock = context.clock
    #expect(clock.now.milliseconds == 1_000 && clock.minimumResolution == .milliseconds(1))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for seconds in [1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          return seconds
        }
      }
      try await context.sleepers(atLeast: 2)
      #expect(try context.advance(by: .milliseconds(999)).milliseconds == 1_999)
      try await context.sleepers(atLeast: 2)
      try context.advance(by: .milliseconds(1))
      let first = try await group.next()
      try context.advance(by: .seconds(5))
      let second = try await group.next()
      #expect([first, second] == [1, 2])
    }
    try await clock.sleep(until: clock.now, tolerance: nil)
    #expect(clock.now.milliseconds == 7_000)
  }

  @Test func `a cancelled task wakes and is not counted as asleep`() async throws {
    let context = try TestContext.current
    let clock = context.clock
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    try await context.sleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let observer = Task { try await context.sleepers(atLeast: 1) }
    observer.cancel()
    await #expect(throws: CancellationError.self) { try await observer.value }
    for call in [{ try await clock.sleep(for: .seconds(1)) }, { try await context.sleepers() }]
      as [@Sendable () async throws -> Void]
    {
      let early = Task {
        while !Task.isCancelled { await Task.yield() }
        try await call()
      }
      early.cancel()
      await #expect(throws: CancellationError.self) { try await early.value }
    }
    let last = Task { try await clock.sleep(for: .seconds(1)) }
    try await context.sleepers(atLeast: 1)
    try context.advance(by: .seconds(1))
    try await last.value
  }

  @Test(
    arguments: [
      (5, .milliseconds(7), 12), (5, .seconds(-1), -995), (5, .microseconds(1_999), 6),
      (0, .seconds(Int64.max), .max), (0, .seconds(Int64.min), .min),
      (.max, .milliseconds(1), .max), (.min, .milliseconds(-1), .min), (.max, .zero, .max),
    ] as [(Int64, Duration, Int64)])
  func `an instant is later by a duration in whole milliseconds`(
    _ start: Int64, _ duration: Duration, _ end: Int64
  ) {
    let instant = EmulatorClock.Instant(milliseconds: start)
    #expect(instant.advanced(by: duration).milliseconds == end)
  }

  @Test func `instants have an order and distances`() {
    let (first, second) = (
      EmulatorClock.Instant(milliseconds: -5), EmulatorClock.Instant(milliseconds: 7)
    )
    #expect(first < second && !(second < first) && !(first < first))
    #expect(first.duration(to: second) == .milliseconds(12))
    #expect(second.duration(to: first) == .milliseconds(-12))
  }

  @Test func `an SDK's environment has the emulators, their keys and their time`() async throws {
    let context = try TestContext.current
    let environment: Environment = try context.environment()
    let surroundings = environment.surroundings
    #expect(surroundings.now() == Date(timeIntervalSince1970: 1))
    try context.advance(by: .milliseconds(500))
    #expect(surroundings.now() == Date(timeIntervalSince1970: 1.5))
    #expect(
      surroundings.keys == Dictionary(Service.stackMob().keys.map { ($0.name, $0.value) }) { $1 })
    let response = try await surroundings.transport("stackmob").send(.stackMob(.get, "/user"))
    #expect(response.status == .ok)
    let none = try await surroundings.transport("mia").send(.stackMob(.get, "/user"))
    #expect(none.status == .notFound)
    #expect(try context.namespace.journal.count == 1)
    #expect(throws: TestContextError.noResponder("mia", known: ["stackmob"])) {
      let _: OtherEnvironment = try context.environment()
    }
  }
}
