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
