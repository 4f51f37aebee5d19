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

@Suite(.limitedConcurrency) struct `Failures of custom code` {
  /// One test case: a response, the accepted type, and the failure.
  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    let type: String?
    let body: String
    var accepted: String?
    let code: URLError.Code?
    var reason = ""
    var testDescription: String { "\(status) \(type ?? "-") \(body)" }
  }

  private static let understood =
    "application/json, application/octet-stream, application/vnd.stackmob+json, text/plain"

  private static let rows = [
    Row(status: 200, type: "text/plain", body: "a", code: nil),
    Row(status: 299, type: "text/plain", body: "a", code: nil),
    Row(
      status: 199, type: "text/plain", body: "a", code: .badServerResponse,
      reason: "Expected status code in (200-299), got 199"),
    Row(
      status: 300, type: "text/plain", body: "a", code: .badServerResponse,
      reason: "Expected status code in (200-299), got 300"),
    Row(
      status: 500, type: "text/html", body: "a", code: .badServerResponse,
      reason: "Expected status code in (200-299), got 500"),
    Row(
      status: 200, type: "text/html", body: "a", code: .cannotDecodeContentData,
      reason: "Expected content type {(\(understood))}, got text/html"),
    Row(
      status: 200, type: "text/css", body: "a", accepted: "Text/HTML;x",
      code: .cannotDecodeContentData,
      reason:
        "Expected content type {(\(understood.replacing(", text", with: ", text/html, text")))},"
        + " got text/css"),
    Row(status: 200, type: "text/html", body: "a", accepted: "Text/HTML;x", code: nil),
    Row(
      status: 200, type: "application/json", body: "{", code: .cannotParseResponse,
      reason: "The body is not valid JSON, although its type is application/json"),
    Row(
      status: 200, type: "application/vnd.stackmob+json; a=b", body: "{",
      code: .cannotParseResponse,
      reason: "The body is not valid JSON, although its type is application/vnd.stackmob+json"),
    Row(status: 200, type: "text/plain", body: "{", code: nil),
    Row(status: 200, type: nil, body: "{", code: nil),
  ]

  @Test(arguments: rows) func `a refused response is an error with its reason, body and response`(
    _ row: Row
  ) async throws {
    var response = Response(.init(code: row.status), body: Array(row.body.utf8))
    response.headers[.contentType] = row.type
    let store = try MockTransport(response).client().dataStore()
    let request = SMCustomCodeRequest(getRequestWithMethod: "page")
    request.responseContentType = row.accepted
    do {
      let answer = try await store.perform(request)
      #expect(row.code == nil)
      #expect(answer.response?.statusCode == row.status)
    } catch {
      let error = error as NSError
      #expect(error.domain == "AFNetworkingErrorDomain")
      #expect(error.code == row.code?.rawValue)
      var userInfo = error.userInfo
      let failing =
        userInfo.removeValue(forKey: "AFNetworkingOperationFailingURLResponseErrorKey")
        as? HTTPURLResponse
      #expect(failing?.statusCode == row.status)
      #expect(failing?.url?.absoluteString == "http://api.stackmob.com/page")
      #expect(
        userInfo as? [String: String] == [
          NSLocalizedDescriptionKey: row.reason,
          NSLocalizedRecoverySuggestionErrorKey: row.body,
        ])
    }
  }

  @Test(arguments: [
    ("http://h:1/a%20b?c=%5B&d=e", "GET http://api.stackmob.com/a%20b?c=%5B&d=e"),
    ("https://h", "GET https://api.stackmob.com/"),
    ("https://h/x", "GET https://api.stackmob.com/x"),
  ]) func `an app's own request is sent to the client's host with its fields and body`(
    _ url: String, _ line: String
  ) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let store = try stage.client().dataStore()
    var request = URLRequest(url: try #require(URL(string: url)))
    request.setValue("old", forHTTPHeaderField: "Authorization")
    request.setValue("b", forHTTPHeaderField: "X-A")
    request.httpBody = Data("body".utf8)
    let probe = CallProbe()
    probe.options.isSecure = false
    _ = await probe.blocks.next {
      store.retryCustomCodeRequest(
        request, options: probe.options, successCallbackQueue: probe.good,
        failureCallbackQueue: probe.bad, onSuccess: probe.response,
        onFailure: probe.responseFailure)
    }
    let sent = try #require(stage.requests.first)
    #expect(
      "\(sent.method.rawValue) \(sent.scheme)://\(sent.authority)\(sent.target.raw)" == line)
    #expect(sent.headers[.authorization] == nil)
    #expect(
      ["X-A", "X-Probe"].map { HTTPField.Name($0).flatMap { sent.headers[$0] } } == ["b", "1"])
    #expect(sent.body == Array("body".utf8))
    #expect(probe.blocks.received.map { $0.prefix(5) } == ["good:"])
  }

  @Test(arguments: [false, true]) func `blocks of custom code run on their queues`(
    _ isRefused: Bool
  ) async throws {
    let stage = MockTransport(
      isRefused ? .json(.notFound, ["error": "no"]) : .json(.ok, ["a": 1]))
    let store = try stage.client().dataStore()
    let request = SMCustomCodeRequest(postRequestWithMethod: "hello", body: "x")
    let calls: [(CallProbe) -> Void] = [
      {
        store.perform(
          request, options: $0.options, successCallbackQueue: $0.good,
          failureCallbackQueue: $0.bad, onSuccess: $0.response, onFailure: $0.responseFailure)
      },
      {
        store.performCustomCodeRequest(
          request, options: $0.options, successCallbackQueue: $0.good,
          failureCallbackQueue: $0.bad, onSuccess: $0.response, onFailure: $0.responseFailure)
      },
    ]
    for call in calls {
      let probe = CallProbe()
      let received = await probe.blocks.next { call(probe) }
      if isRefused {
        #expect(received.hasPrefix("bad: AFNetworkingErrorDomain -1011 "))
        #expect(received.hasSuffix(#" POST /hello 404 {"error":"no"}"#))
      } else {
        #expect(received == #"good: POST /hello 200 {"a":1}"#)
      }
      let sent = try #require(stage.requests.last)
      #expect(HTTPField.Name("X-Probe").map { sent.headers[$0] } == "1")
      #expect(sent.scheme == "https" && sent.body == Array("x".utf8))
    }
  }

  @Test func `a request of custom code shows its verb, method and body`() {
    let requests = [
      SMCustomCodeRequest(getRequestWithMethod: "a"),
      SMCustomCodeRequest(deleteRequestWithMethod: "b"),
      SMCustomCodeRequest(postRequestWithMethod: "c", body: "x"),
      SMCustomCodeRequest(putRequestWithMethod: "d", body: "y"),
    ]
    #expect(
      requests.map { "\($0.httpVerb) \($0.method) \($0.requestBody ?? "-")" } == [
        "GET a -", "DELETE b -", "POST c x", "PUT d y",
      ])
    requests[0].addQueryStringParameterWhere("n", equals: "1")
    requests[0].addQueryStringParameterWhere("m", equals: "2")
    #expect(requests[0].queryStringParameters == [FormField("n", "1"), FormField("m", "2")])
    #expect(requests[0].responseContentType == nil)
  }
}
