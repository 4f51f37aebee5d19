import Foundation
import GhostlightCore
import HTTPTypes
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Handing a request to a retry block` {
  private static let starting = Response.json(
    .serviceUnavailable, ["error": "starting"], headers: [.retryAfter: "0"])
  private let clock = StepClock()

  /// Calls custom code that is refused once, and returns what its own blocks get.
  private func outcome(
    _ retries: Int = 3,
    _ block: @escaping @Sendable (SMFullResponseSuccessBlock, SMFullResponseFailureBlock) -> Void
  ) async throws -> String {
    let store = try MockTransport(Self.starting).client(clock: clock).dataStore()
    let probe = CallProbe()
    probe.options.numberOfRetries = retries
    probe.options.addSMErrorServiceUnavailableRetry { _, _, _, _, _, good, bad in
      block(good, bad)
    }
    async let wake = clock.wakeNext()
    let received = await probe.blocks.next {
      store.perform(
        SMCustomCodeRequest(getRequestWithMethod: "hello"), options: probe.options,
        successCallbackQueue: probe.good, failureCallbackQueue: probe.bad,
        onSuccess: probe.response, onFailure: probe.responseFailure)
    }
    #expect(await wake == .zero)
    return received
  }

  private static func response(_ status: Int, _ fields: [String: String]) -> HTTPURLResponse? {
    URL(string: "http://elsewhere/x").flatMap {
      HTTPURLResponse(url: $0, statusCode: status, httpVersion: nil, headerFields: fields)
    }
  }

  @Test func `a success with a refused status or type fails`() async throws {
    let teapot = try await outcome { good, _ in good(nil, Self.response(418, [:]), nil) }
    #expect(
      teapot.hasPrefix("bad: AFNetworkingErrorDomain \(URLError.Code.badServerResponse.rawValue) "))
    #expect(teapot.contains(" GET /hello 418 "))
    let html = try await outcome { good, _ in
      good(nil, Self.response(200, ["Content-Type": "text/html"]), nil)
    }
    #expect(
      html.hasPrefix(
        "bad: AFNetworkingErrorDomain \(URLError.Code.cannotDecodeContentData.rawValue) "))
  }

  @Test func `a block gets the request, the response, the error, its body and the options left`()
    async throws
  {
    let stage = MockTransport(Self.starting)
    let client = try SMClient.of(stage, loggedIn: true) { $0.clock = clock }
    let options = SMRequestOptions(headers: ["X-A": "b"])
    options.isSecure = true
    options.tryRefreshToken = false
    options.numberOfRetries = 2
    let blocks = Blocks()
    options.addSMErrorServiceUnavailableRetry { request, response, error, body, left, _, bad in
      let fields = request?.allHTTPHeaderFields ?? [:]
      blocks.receive(
        """
        \(request?.httpMethod ?? "-") \(request?.url?.absoluteString ?? "-") \
        \(fields["X-A"] ?? "-") \(fields["Content-Type"] ?? "-") \
        \(String(decoding: request?.httpBody ?? Data(), as: UTF8.self)), \
        \(response?.statusCode ?? 0) \(response?.value(forHTTPHeaderField: "Retry-After") ?? "-") \
        \(response?.url?.absoluteString ?? "-"), \(CallProbe.text(of: error)), \
        \(CallProbe.text(body as Any)), \(left.numberOfRetries) \(left.isSecure) \
        \(left.tryRefreshToken) \(left.headers ?? [:]) \(left.retryBlock != nil)
        """)
      bad(request, response, error, body)
    }
    async let error = #expect(throws: NSError.self) {
      try await client.dataStore().createObject(["a": 1], inSchema: "todo", options: options)
    }
    #expect(await clock.wakeNext() == .zero)
    let thrown = await error
    #expect(
      thrown == NSError(domain: "HTTP", code: 503, userInfo: ["error": "starting"]))
    #expect(
      blocks.received == [
        #"POST https://127.0.0.1:8080/todo b application/json {"a":1}, 503 0 "#
          + #"https://127.0.0.1:8080/todo, HTTP 503 {"error":"starting"}, {"error":"starting"}, "#
          + #"1 true false ["X-A": "b"] true"#
      ])
    #expect(stage.requests.count == 1)
  }
}
