import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import AppCenter

@Suite struct `Retries of requests` {
  /// A service that counts its requests and responds with one status after the other; the last is
  /// repeated.
  private final class Service: Sendable {
    private let state: Mutex<(statuses: [Int], count: Int)>
    let headers: HTTPFields

    init(_ statuses: [Int], headers: HTTPFields = [:]) {
      state = Mutex((statuses, 0))
      self.headers = headers
    }

    var count: Int { state.withLock { $0.count } }

    var transport: Transport {
      .inProcess(
        Responder(
          name: "service",
          immediate: { _ in
            self.state.withLock { state in
              state.count += 1
              let status =
                state.statuses.count > 1 ? state.statuses.removeFirst() : state.statuses[0]
              return Response(.init(code: status), headers: self.headers)
            }
          }))
    }
  }

  private func client(
    _ transport: Transport, _ clock: Metronome = Metronome(), _ network: Network = Network(),
    random: Double = 0
  ) -> MSHTTPClient {
    var environment = MSAppCenterEnvironment(transport: transport)
    environment.clock = clock
    environment.random = { random }
    return MSHTTPClient(environment, MSNetworkReachability(network))
  }

  @Test(arguments: [(0.0, [5.0, 150, 600]), (0.5, [7.5, 225, 900])])
  func `retries wait longer each time, partly at random, and end after three`(
    _ random: Double, _ seconds: [Double]
  ) async throws {
    let (service, clock) = (Service([503]), Metronome())
    let response = try await client(service.transport, clock, random: random)
      .send(Request(.get, "/"), isRetrying: true)
    #expect(response.status.code == 503)
    #expect(service.count == 4)
    #expect(clock.durations == seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    (200, 1), (201, 1), (400, 1), (401, 1), (403, 1), (404, 1), (408, 4), (409, 1), (429, 4),
    (449, 1), (500, 4), (503, 4),
  ])
  func `only temporary failures are retried`(_ status: Int, _ count: Int) async throws {
    let service = Service([status])
    _ = try await client(service.transport).send(Request(.get, "/"), isRetrying: true)
    #expect(service.count == count)
  }

  @Test func `requests are not retried by default`() async throws {
    let service = Service([503])
    _ = try await client(service.transport).send(Request(.get, "/"), isRetrying: false)
    #expect(service.count == 1)
  }

  @Test func `a retry waits as long as the service requests`() async throws {
    let name = try #require(HTTPField.Name("x-ms-retry-after-ms"))
    let (service, clock) = (Service([429, 200], headers: [name: "287"]), Metronome())
    let response = try await client(service.transport, clock)
      .send(Request(.get, "/"), isRetrying: true)
    #expect(response.status == .ok)
    #expect(clock.durations == [.milliseconds(287)])
  }

  @Test func `a request without a network waits for it`() async throws {
    let network = Network()
    let attempts = Mailbox(of: Int.self)
    let count = Mutex(0)
    let transport = Transport { _ throws(TransportError) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      attempts.put(number)
      if number == 1 {
        network.set(false)
        throw .cannotConnect("no network")
      }
      return Response(.ok)
    }
    let client = client(transport, Metronome(), network)
    async let response = client.send(Request(.get, "/"), isRetrying: false)
    #expect(await attempts.next() == 1)
    network.set(true)
    #expect(try await response.status == .ok)
    #expect(await attempts.next() == 2)
  }

  @Test(arguments: [TransportError.cannotConnect("refused"), .connectionReset, .timedOut])
  func `a request that fails with a network is an error`(_ error: TransportError) async {
    let transport = Transport { _ throws(TransportError) in throw error }
    let client = client(transport)
    await #expect(throws: MSCallFailure.transport(error)) {
      try await client.send(Request(.get, "/"), isRetrying: true)
    }
  }

  @Test func `a request that waits for the network can be cancelled`() async {
    let network = Network(isReachable: false)
    let attempts = Mailbox(of: Int.self)
    let transport = Transport { _ throws(TransportError) in
      attempts.put(1)
      throw .cannotConnect("no network")
    }
    let client = client(transport, Metronome(), network)
    let call = Task { try await client.send(Request(.get, "/"), isRetrying: false) }
    #expect(await attempts.next() == 1)
    call.cancel()
    await #expect(throws: MSCallFailure.cancelled) { try await call.value }
    let error = MSCallFailure.cancelled.error
    #expect(error.domain == kMSACErrorDomain)
    #expect(error.code == 2)
    #expect(error.localizedDescription == "The operation was canceled.")
  }
}
