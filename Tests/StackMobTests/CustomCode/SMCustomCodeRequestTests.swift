import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Custom code requests` {
  @Test(arguments: [
    Row("GET http://api.stackmob.com/hello_World", nil) {
      SMCustomCodeRequest(getRequestWithMethod: "hello_World")
    },
    Row("DELETE http://api.stackmob.com/hello", nil) {
      SMCustomCodeRequest(deleteRequestWithMethod: "hello")
    },
    Row("POST http://api.stackmob.com/hello", #"{"a":1}"#) {
      SMCustomCodeRequest(postRequestWithMethod: "hello", body: #"{"a":1}"#)
    },
    Row("PUT http://api.stackmob.com/hello", nil) {
      SMCustomCodeRequest(putRequestWithMethod: "hello", body: nil)
    },
    Row("GET http://api.stackmob.com/hello?a=3&a=1&bob=5&c=x%26y%3Dz", nil) {
      let request = SMCustomCodeRequest(getRequestWithMethod: "hello")
      for (name, value) in [("a", "3"), ("a", "1"), ("bob", "5"), ("c", "x&y=z")] {
        request.addQueryStringParameterWhere(name, equals: value)
      }
      return request
    },
  ])
  func `custom code gets its parameters in order and no content type`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    _ = try await stage.client().dataStore().perform(row.request())
    #expect(stage.texts == [MockTransport.text(row.line, body: row.body)])
  }

  @Test func `a custom code request gets the header fields of its options`() async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let options = SMRequestOptions(headers: ["Content-Type": "text/plain", "X-Shoe-Size": "43"])
    options.isSecure = true
    _ = try await stage.client().dataStore().perform(
      SMCustomCodeRequest(putRequestWithMethod: "shoes", body: "x"), options: options)
    let request = try #require(stage.requests.first)
    #expect(request.scheme == "https")
    #expect(request.headers[.contentType] == "text/plain")
    #expect(request.headers.map(\.name.rawName).suffix(2) == ["Content-Type", "X-Shoe-Size"])
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", #"{"a":[1,null]}"#, #"["a": [1, <null>]]"#),
    ("application/vnd.stackmob+json", "3", "3"), ("text/plain", "Grüße", "Grüße"),
    ("application/octet-stream", "abc", "3 bytes"), (nil, "abc", "3 bytes"),
    ("application/json", "", "nil"),
  ])
  func `a body has the type of its content`(_ type: String?, _ body: String, _ value: String)
    async throws
  {
    let stage = MockTransport(response(type, body))
    let answer = try await stage.client().dataStore().perform(
      SMCustomCodeRequest(getRequestWithMethod: "hello"))
    #expect(answer.response?.statusCode == 200)
    #expect(answer.request?.url?.absoluteString == "http://api.stackmob.com/hello")
    #expect(text(of: answer.body) == value)
  }

  @Test func `a response with an undeclared content type fails`() async throws {
    let stage = MockTransport(response("text/html", "<p>"))
    let store = try stage.client().dataStore()
    let request = SMCustomCodeRequest(getRequestWithMethod: "page")
    let error = await #expect(throws: NSError.self) { _ = try await store.perform(request) }
    #expect(error?.domain == "AFNetworkingErrorDomain")
    #expect(error?.code == URLError.Code.cannotDecodeContentData.rawValue)
    request.responseContentType = "text/HTML; charset=utf-8"
    #expect(text(of: try await store.perform(request).body) == "3 bytes")
  }

  @Test func `a response with invalid JSON fails`() async throws {
    let store = try MockTransport(response("application/json", "{")).client().dataStore()
    let error = await #expect(throws: NSError.self) {
      _ = try await store.perform(SMCustomCodeRequest(getRequestWithMethod: "page"))
    }
    #expect(error?.code == URLError.Code.cannotParseResponse.rawValue)
  }

  @Test func `a refused custom code call fails with an error of the network library`() async throws
  {
    let stage = MockTransport(.json(.notFound, ["error": "no such method"]))
    let (events, continuation) = AsyncStream.makeStream(of: [String].self)
    try stage.client().dataStore().performCustomCodeRequest(
      SMCustomCodeRequest(getRequestWithMethod: "nothing"),
      onSuccess: { _, _, _ in continuation.yield(["success"]) },
      onFailure: { request, response, error, body in
        continuation.yield([
          request?.url?.path ?? "", "\(response?.statusCode ?? 0)", error.localizedDescription,
          (body as? [String: Any])?["error"] as? String ?? "",
        ])
      })
    for await event in events.prefix(1) {
      #expect(
        event == [
          "/nothing", "404", "Expected status code in (200-299), got 404", "no such method",
        ])
    }
  }

  @Test func `a custom code call without a request or a method fails with -100`() async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let store = try stage.client().dataStore()
    for request in [nil, SMCustomCodeRequest(getRequestWithMethod: "")] {
      let error = await #expect(throws: NSError.self) { _ = try await store.perform(request) }
      #expect(error?.domain == "SMError" && error?.code == -100)
    }
    #expect(stage.requests == [])
  }

  private func response(_ type: String?, _ body: String) -> Response {
    var response = Response(.ok, body: Array(body.utf8))
    response.headers[.contentType] = type
    return response
  }

  private func text(of body: Any?) -> String {
    switch body {
    case nil: "nil"
    case let bytes as Data: "\(bytes.count) bytes"
    case .some(let value): "\(value)"
    }
  }
}

extension `Custom code requests` {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var body: String?
    var request: @Sendable () -> SMCustomCodeRequest

    init(
      _ line: String, _ body: String?, request: @escaping @Sendable () -> SMCustomCodeRequest
    ) {
      self.line = line
      self.body = body
      self.request = request
    }

    var testDescription: String { line }
  }
}
