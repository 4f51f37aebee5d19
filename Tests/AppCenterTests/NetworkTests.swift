import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import AppCenter

@Suite struct `Network of the SDK` {
  private func client(
    _ transport: Transport, _ clock: Metronome = Metronome(), _ network: Network = Network(),
    random: Double = 0
  ) -> MSHTTPClient {
    var environment = MSAppCenterEnvironment(transport: transport)
    environment.clock = clock
    environment.random = { random }
    environment.retryIntervals = [.seconds(10)]
    return MSHTTPClient(environment, MSNetworkReachability(network))
  }

  /// Returns a transport that gives one outcome after the other, and repeats the last one.
  private func transport(
    _ outcomes: [Result<Response, TransportError>], _ seen: Mailbox<Int> = Mailbox()
  ) -> Transport {
    let rest = Mutex((outcomes[...], 0))
    return Transport { _ throws(TransportError) in
      let (outcome, number) = rest.withLock { rest in
        rest.1 += 1
        let outcome = rest.0.count > 1 ? rest.0.removeFirst() : outcomes[outcomes.count - 1]
        return (outcome, rest.1)
      }
      seen.put(number)
      return try outcome.get()
    }
  }

  @Test(arguments: [
    ("0", Duration.zero), ("1", .milliseconds(1)), ("86399999", .milliseconds(86_399_999)),
    ("86400000", .seconds(86_400)), ("86400001", .seconds(86_400)), ("-1", .seconds(5)),
    ("1.5", .seconds(5)), ("", .seconds(5)), ("soon", .seconds(5)),
  ])
  func `the requested wait counts between 0 and a day`(_ text: String, _ wait: Duration)
    async throws
  {
    let name = try #require(HTTPField.Name("x-ms-retry-after-ms"))
    let clock = Metronome()
    let busy = Response(.serviceUnavailable, headers: [name: text])
    let response = try await client(transport([.success(busy), .success(Response(.ok))]), clock)
      .send(Request(.get, "/"), isRetrying: true)
    #expect(response.status == .ok)
    #expect(clock.durations == [wait])
  }

  @Test(arguments: [(-1.0, 5.0), (0, 5), (0.25, 6.25), (1, 10), (2, 10)])
  func `a random part is at most the half of an interval`(
    _ random: Double, _ seconds: Double
  ) async throws {
    let clock = Metronome()
    _ = try await client(transport([.success(Response(.badGateway))]), clock, random: random)
      .send(Request(.get, "/"), isRetrying: true)
    #expect(clock.durations == [.seconds(seconds)])
  }

  @Test(arguments: [(407, 1), (408, 2), (428, 1), (429, 2), (430, 1), (499, 1), (500, 2), (599, 2)])
  func `each status is retried or not`(_ status: Int, _ count: Int) async throws {
    let seen = Mailbox(of: Int.self)
    _ = try await client(transport([.success(Response(.init(code: status)))], seen))
      .send(Request(.get, "/"), isRetrying: true)
    seen.put(0)
    #expect(await seen.next(count + 1) == Array(1...count) + [0])
  }

  @Test func `the intervals begin again after the network was lost`() async throws {
    let network = Network()
    let clock = Metronome()
    let attempts = Mutex(0)
    // The call runs on this queue too, so that the network returns only when the call waits for it.
    let queue = DispatchQueue(label: "network")
    let lost = Transport { _ throws(TransportError) in
      let number = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      guard number == 2 else { return Response(.serviceUnavailable) }
      network.set(false)
      queue.async { network.set(true) }
      throw .connectionReset
    }
    let client = client(lost, clock, network)
    let response = try await withTaskExecutorPreference(QueueExecutor(queue)) {
      try await client.send(Request(.get, "/"), isRetrying: true)
    }
    #expect(response.status == .serviceUnavailable)
    #expect(attempts.withLock { $0 } == 4)
    #expect(clock.durations == [.seconds(5), .seconds(5)])
  }

  @Test(arguments: [TransportError.malformedRequest("x"), .malformedResponse])
  func `a malformed message is final even without a network`(_ error: TransportError) async {
    let client = client(transport([.failure(error)]), Metronome(), Network(isReachable: false))
    await #expect(throws: MSCallFailure.transport(error)) {
      try await client.send(Request(.get, "/"), isRetrying: true)
    }
  }

  @Test func `a cancellation by the transport is one of the call`() async {
    let client = client(transport([.failure(.cancelled)]))
    await #expect(throws: MSCallFailure.cancelled) {
      try await client.send(Request(.get, "/"), isRetrying: true)
    }
  }

  @Test(arguments: [1, 2])
  func `a call that is cancelled ends without a response`(_ attempt: Int) async {
    let seen = Mailbox(of: Int.self)
    let number = Mutex(0)
    let cancelling = Transport { _ throws(TransportError) in
      let count = number.withLock { number in
        number += 1
        return number
      }
      if count == attempt { withUnsafeCurrentTask { $0?.cancel() } }
      seen.put(count)
      return Response(.serviceUnavailable)
    }
    let client = client(cancelling)
    let call = Task { try await client.send(Request(.get, "/"), isRetrying: true) }
    await #expect(throws: MSCallFailure.cancelled) { try await call.value }
    #expect(number.withLock { $0 } == attempt)
  }

  @Test func `a failed call is the error of its transport`() {
    #expect(MSCallFailure.transport(.timedOut).error == TransportError.timedOut.urlLoadingError())
    #expect(
      MSCallFailure.cancelled.error
        == NSError(
          domain: "com.Microsoft.AppCenter.ErrorDomain", code: 2,
          userInfo: [NSLocalizedDescriptionKey: "The operation was canceled."]))
  }

  @Test func `listeners hear of each change of the network, and of nothing else`() {
    let network = Network()
    let reachability = MSNetworkReachability(network)
    let heard = Mutex<[String]>([])
    reachability.observe { isReachable in heard.withLock { $0.append("1 \(isReachable)") } }
    reachability.observe { isReachable in heard.withLock { $0.append("2 \(isReachable)") } }
    #expect(reachability.isReachable)
    reachability.set(true)
    #expect(heard.withLock { $0 } == [])
    network.set(false)
    #expect(!reachability.isReachable)
    reachability.set(false)
    reachability.set(true)
    #expect(reachability.isReachable)
    #expect(heard.withLock { $0 } == ["1 false", "2 false", "1 true", "2 true"])
    #expect(!MSNetworkReachability(Network(isReachable: false)).isReachable)
    #expect(MSNetworkReachability(MSAlwaysReachable()).isReachable)
  }

  @Test func `all who wait for the network continue when it is back`() async {
    let reachability = MSNetworkReachability(Network(isReachable: false))
    async let one = reachability.untilReachable()
    async let other = reachability.untilReachable()
    for _ in 0..<10 { await Task.yield() }
    reachability.set(false)
    reachability.set(true)
    #expect(await [one, other] == [true, true])
    #expect(await reachability.untilReachable())
  }

  @Test func `a task that was cancelled does not wait for the network`() async {
    let reachability = MSNetworkReachability(Network(isReachable: false))
    let wait = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await reachability.untilReachable()
    }
    #expect(await wait.value == false)
  }

  @Test func `the open calls are cancelled, and later ones are not`() async {
    let registry = MSCallRegistry()
    let (begun, ended) = (Mailbox(of: Int.self), Mailbox(of: Bool.self))
    for number in 1...2 {
      registry.start {
        begun.put(number)
        await withTaskCancellationHandler {
          while !Task.isCancelled { await Task.yield() }
        } onCancel: {
        }
        ended.put(Task.isCancelled)
      }
    }
    #expect(Set(await begun.next(2)) == [1, 2])
    registry.cancelAll()
    #expect(await ended.next(2) == [true, true])
    registry.start { ended.put(Task.isCancelled) }
    #expect(await ended.next() == false)
  }
}
