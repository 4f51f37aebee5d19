import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobScenarios
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Custom code retries` {
  private static let starting = Response.json(
    .serviceUnavailable, ["error": "starting"], headers: [.retryAfter: "7"])

  @Test func `a custom code call with a 503 is sent again after the given time`() async throws {
    let stage = MockTransport(Self.starting, Self.starting, .json(.ok, ["msg": "Hello, world!"]))
    let clock = StepClock()
    let store = try stage.client(clock: clock).dataStore()
    async let answer = store.perform(SMCustomCodeRequest(getRequestWithMethod: "hello_world"))
      .response?.statusCode
    #expect(await clock.wakeNext() == .seconds(7))
    #expect(await clock.wakeNext() == .seconds(7))
    #expect(try await answer == 200)
    #expect(stage.requests.count == 3)
  }

  @Test func `a custom code call fails after the last retry`() async throws {
    let stage = MockTransport(Self.starting)
    let clock = StepClock()
    let store = try stage.client(clock: clock).dataStore()
    let options = SMRequestOptions()
    options.numberOfRetries = 1
    async let failure = description {
      _ = try await store.perform(
        SMCustomCodeRequest(getRequestWithMethod: "hello_world"), options: options)
    }
    await clock.wakeNext()
    #expect(await failure == "Expected status code in (200-299), got 503")
    #expect(stage.requests.count == 2)
  }

  @Test func `the retry block can send a custom code call again`() async throws {
    let stage = MockTransport(Self.starting, .json(.ok, ["msg": "Hello, world!"]))
    let clock = StepClock()
    let store = try stage.client(clock: clock).dataStore()
    let options = SMRequestOptions()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    options.addSMErrorServiceUnavailableRetryBlock {
      request, response, _, _, options, onSuccess, onFailure in
      continuation.yield("\(response?.statusCode ?? 0), \(options.numberOfRetries) left")
      store.retryCustomCodeRequest(
        request, options: options, onSuccess: onSuccess, onFailure: onFailure)
    }
    store.perform(
      SMCustomCodeRequest(getRequestWithMethod: "hello_world"), options: options,
      onSuccess: { _, _, body in
        continuation.yield((body as? [String: Any])?["msg"] as? String ?? "no message")
      },
      onFailure: { _, _, error, _ in
        continuation.yield(error.localizedDescription)
      })
    #expect(await clock.wakeNext() == .seconds(7))
    var seen: [String] = []
    for await event in events.prefix(2) { seen.append(event) }
    #expect(seen == ["503, 2 left", "Hello, world!"])
    #expect(stage.requests.map(\.target) == ["/hello_world", "/hello_world"])
  }

  @Test func `a retry without a request fails with -100`() throws {
    let store = try MockTransport().client().dataStore()
    let codes = Mutex<[Int]>([])
    store.retryCustomCodeRequest(nil, onSuccess: nil) { _, _, error, _ in
      codes.withLock { $0.append((error as NSError).code) }
    }
    #expect(codes.withLock { $0 } == [-100])
  }

  private func description(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "no failure"
    } catch {
      return error.localizedDescription
    }
  }
}
