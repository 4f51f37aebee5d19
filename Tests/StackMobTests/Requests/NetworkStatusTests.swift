import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Network status after a request` {
  private static let (reached, lost) = (SMNetworkStatusReachable, SMNetworkStatusNotReachable)

  @Test(
    arguments: [
      (nil, reached), (.notConnectedToInternet("x"), lost), (.cannotFindHost("x"), lost),
      (.cannotConnect("x"), lost), (.connectionReset, nil), (.emptyReply, nil),
      (.truncatedBody(received: 1, of: 2), nil), (.malformedResponse, nil), (.timedOut, nil),
      (.cancelled, nil), (.malformedRequest("x"), nil), (.other("x"), nil),
    ] as [(TransportError?, SMNetworkStatus?)], [reached, lost])
  func `only what shows the network changes its status`(
    _ row: (error: TransportError?, status: SMNetworkStatus?), _ before: SMNetworkStatus
  ) async throws {
    let (clock, error) = (StepClock(), row.error)
    let client = try SMClient.of(MockTransport()) {
      $0.clock = clock
      $0.transport = Transport { _ throws(TransportError) in
        if let error { throw error }
        return .json(.serviceUnavailable, [:])
      }
    }
    let monitor = client.networkMonitor
    monitor.startMonitoring()
    await clock.waitForSleeper()
    for isLogin in [true, false] {
      monitor.setNetworkStatus(before)
      await #expect(throws: NSError.self) {
        if isLogin {
          _ = try await client.login(withUsername: "jack", password: "pw")
        } else {
          _ = try await client.getLoggedInUser()
        }
      }
      #expect(monitor.currentNetworkStatus() == row.status ?? before)
    }
    monitor.stopMonitoring()
  }

  @Test func `a login without a response is -105 with the reason`() async throws {
    let client = try SMClient.of(MockTransport()) {
      $0.transport = Transport { _ throws(TransportError) in throw .cannotConnect("refused") }
    }
    let error = await #expect(throws: NSError.self) {
      try await client.login(withUsername: "jack", password: "pw")
    }
    #expect(
      error
        == NSError(
          domain: "SMError", code: -105, userInfo: [NSLocalizedDescriptionKey: "refused"]))
    client.networkMonitor.stopMonitoring()
  }

  @Test(arguments: [
    ("1371040005000", 5.0), ("1371039990000", -10), (nil, 0), ("soon", 0),
  ]) func `a probe learns the server's time`(_ text: String?, _ lead: Double) async throws {
    var response = Response(.ok)
    response.headers[.stackMobTime] = text
    let stage = MockTransport(response)
    let session = try SMClient.of(stage).session
    #expect(await session.probeNetwork())
    #expect(session.serverTime == Date(timeIntervalSince1970: 1_371_040_000 + lead))
    #expect(stage.texts == ["HEAD http://127.0.0.1:8080/\n"])
  }

  @Test func `a probe without a response finds no network`() async throws {
    let client = try SMClient.of(MockTransport()) {
      $0.transport = Transport { _ throws(TransportError) in throw .timedOut }
    }
    #expect(await !client.session.probeNetwork())
    #expect(client.session.serverTime == Date(timeIntervalSince1970: 1_371_040_000))
  }
}
