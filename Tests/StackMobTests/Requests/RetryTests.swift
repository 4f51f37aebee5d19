import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobScenarios
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Retries after a 503` {
  private let clock = StepClock()

  private static func notReady(after text: String?) -> Response {
    var response = Response.json(.serviceUnavailable, ["error": "starting"])
    response.headers[.retryAfter] = text
    return response
  }

  private func client(_ stage: MockTransport) throws -> SMClient {
    try .of(stage, loggedIn: true) { $0.clock = clock }
  }

  @Test func `a 503 is retried after the time that it names, in virtual time`() async throws {
    let testStage = try TestStage()
    var plan = FaultPlan(.answer(Self.notReady(after: "7")))
    plan.times = 3
    _ = try testStage.space.addFault(plan)
    let store = try testStage.device().dataStore()
    async let todo = store.createObject(["title": "x"], inSchema: "todo")["title"] as? String
    for _ in 0..<3 { #expect(await testStage.clock.wakeNext() == .seconds(7)) }
    #expect(try await todo == "x")
    #expect(testStage.calls == Array(repeating: "POST /todo", count: 4))
  }

  @Test func `a 503 fails after the third retry`() async throws {
    let stage = MockTransport(Self.notReady(after: "1"))
    let store = try client(stage).dataStore()
    let todo = Task { try await store.readObject(withId: "1", inSchema: "todo").count }
    for _ in 0..<3 { await clock.wakeNext() }
    let error = await #expect(throws: NSError.self) { try await todo.value }
    #expect(error == NSError(domain: "HTTP", code: 503, userInfo: ["error": "starting"]))
    #expect(stage.requests.count == 4)
  }

  @Test(arguments: [nil, "", "soon", "Wed, 21 Oct 2015 07:28:00 GMT"])
  func `a 503 without a time fails immediately`(_ text: String?) async throws {
    let stage = MockTransport(Self.notReady(after: text))
    let store = try client(stage).dataStore()
    let error = await #expect(throws: NSError.self) {
      try await store.readObject(withId: "1", inSchema: "todo")
    }
    #expect(error.map(Blocks.text) == "HTTP 503")
    #expect(stage.requests.count == 1)
  }

  @Test(arguments: [("0", Duration.zero), ("-5", .zero), ("99999999999999", .seconds(86_400))])
  func `the wait before a retry is at least zero and at most a day`(
    _ text: String, _ wait: Duration
  ) async throws {
    let stage = MockTransport(Self.notReady(after: text), .json(.ok, ["todo_id": "1"]))
    let store = try client(stage).dataStore()
    async let todo = store.readObject(withId: "1", inSchema: "todo").count
    #expect(await clock.wakeNext() == wait)
    #expect(try await todo == 1)
  }

  @Test func `options without retries prevent a retry, and are not changed`()
    async throws
  {
    let options = SMRequestOptions()
    options.numberOfRetries = 0
    let stage = MockTransport(Self.notReady(after: "1"))
    let store = try client(stage).dataStore()
    await #expect(throws: NSError.self) {
      try await store.readObject(withId: "1", inSchema: "todo", options: options)
    }
    options.numberOfRetries = 1
    async let todo = store.readObject(withId: "1", inSchema: "todo", options: options).count
    await clock.wakeNext()
    _ = try? await todo
    #expect(stage.requests.count == 3)
    #expect(options.numberOfRetries == 1)
  }

  @Test func `the retry block can send a request again`() async throws {
    let stage = MockTransport(Self.notReady(after: "2"), .json(.ok, ["todo_id": "1"]))
    let store = try client(stage).dataStore()
    let options = SMRequestOptions()
    let blocks = Blocks()
    options.addSMErrorServiceUnavailableRetry { request, response, error, _, left, good, bad in
      let url = request?.url?.absoluteString ?? "-"
      blocks.receive("\(url) \(response?.statusCode ?? 0) \(left.numberOfRetries)")
      store.retryCustomCodeRequest(request, options: left, onSuccess: good, onFailure: bad)
    }
    async let todo = store.readObject(withId: "1", inSchema: "todo", options: options).count
    #expect(await clock.wakeNext() == .seconds(2))
    #expect(try await todo == 1)
    #expect(blocks.received == ["http://127.0.0.1:8080/todo/1 503 2"])
    #expect(stage.requests.count == 2)
  }

  @Test func `the retry block can give up, and only its first call has an effect`()
    async throws
  {
    let store = try client(MockTransport(Self.notReady(after: "0"))).dataStore()
    let options = SMRequestOptions()
    options.addSMErrorServiceUnavailableRetryBlock { request, response, _, _, _, good, bad in
      bad(request, response, NSError(domain: "App", code: 7), nil)
      good(request, response, nil)
    }
    let todo = Task {
      try await store.readObject(withId: "1", inSchema: "todo", options: options).count
    }
    await clock.wakeNext()
    let error = await #expect(throws: NSError.self) { try await todo.value }
    #expect(error.map(Blocks.text) == "App 7")
  }

  @Test func `a request fails if the retry block releases both of its blocks`()
    async throws
  {
    let store = try client(MockTransport(Self.notReady(after: "0"))).dataStore()
    let options = SMRequestOptions()
    options.addSMErrorServiceUnavailableRetry { _, _, _, _, _, _, _ in }
    let todo = Task {
      try await store.readObject(withId: "1", inSchema: "todo", options: options).count
    }
    await clock.wakeNext()
    let error = await #expect(throws: NSError.self) { try await todo.value }
    #expect(error == NSError(domain: "HTTP", code: 503, userInfo: ["error": "starting"]))
  }
}
