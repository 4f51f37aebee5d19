import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Concurrent refreshes` {
  private let gate = Gate()
  private let clock = StepClock()

  /// Returns a client with an expired token, whose refreshes wait until the gate opens.
  private func client() async throws -> SMClient {
    let gate = gate
    let transport = Transport { request throws(TransportError) in
      guard request.target.raw == "/user/refreshToken" else { return .json(.ok, ["title": "x"]) }
      await gate.wait()
      return .json(
        .ok, ["access_token": "a", "mac_key": "k", "refresh_token": "r", "expires_in": 3600])
    }
    let client = try SMClient.of(MockTransport(), loggedIn: true) {
      $0.transport = transport
      $0.clock = clock
    }
    client.session.expiration = Date(timeIntervalSince1970: 0)
    return client
  }

  @Test func `an explicit refresh fails with -103 during another refresh`() async throws {
    let client = try await client()
    async let first = client.refreshLogin().isEmpty
    await gate.someoneWaits()
    #expect(client.session.refreshing)
    let error = await #expect(throws: NSError.self) { try await client.refreshLogin() }
    #expect(error.map(Blocks.text) == "SMError -103")
    gate.open()
    _ = try await first
    #expect(!client.session.refreshing)
  }

  @Test func `a request waits 5 seconds for a running refresh, then gets -103`() async throws {
    let client = try await client()
    let store = client.dataStore()
    async let first = store.readObject(withId: "1", inSchema: "todo").count
    await gate.someoneWaits()
    let second = Task { try await store.readObject(withId: "2", inSchema: "todo").count }
    #expect(await clock.wakeNext() == .seconds(5))
    let error = await #expect(throws: NSError.self) { try await second.value }
    #expect(error.map(Blocks.text) == "SMError -103")
    gate.open()
    #expect(try await first == 1)
  }

  @Test func `a refresh does not restore a session that was removed during it`() async throws {
    let client = try await client()
    async let refresh = client.refreshLogin().isEmpty
    await gate.someoneWaits()
    client.session.clearInfo()
    gate.open()
    _ = try await refresh
    #expect(client.isLoggedOut())
  }
}
