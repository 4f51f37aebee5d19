import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Testing
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `URL session transport` {
  private static func transport() -> Transport {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    return .urlSession(URLSession(configuration: configuration))
  }

  /// Returns the transport's result when a listener responds with `bytes`.
  ///
  /// It also returns the request that the listener received.
  private static func exchange(
    _ request: Request, answering bytes: String
  ) async throws -> (Result<Response, TransportError>, received: String) {
    let listener = try OneShotListener(answering: Array(bytes.utf8))
    var request = request
    request.authority = "127.0.0.1:\(listener.port)"
    let result: Result<Response, TransportError>
    do throws(TransportError) {
      result = .success(try await transport().send(request))
    } catch {
      result = .failure(error)
    }
    return (result, String(decoding: await listener.received, as: UTF8.self))
  }

  @Test func `a port without a listener is an error of the connection`() async throws {
    let request = Request(.get, "/x", authority: "127.0.0.1:\(UnservedAddress.port)")
    do throws(TransportError) {
      let response = try await Self.transport().send(request)
      Issue.record("answered: \(response)")
    } catch {
      guard case .cannotConnect(let reason) = error else {
        Issue.record("unexpected: \(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test func `a URL session transport has no attempt`() {
    #expect(Self.transport().attempt == nil)
  }

  @Test(arguments: [
    ("http", "local host", "/x"), ("", "127.0.0.1", "/x"), ("http", "127.0.0.1:x", "/"),
    ("http", "[::1", "/"), ("http", "", "/x"), ("http", "localhost", "/todo?priority[gte]=2"),
    ("http", "localhost", "/x?a=%5B&b=]"), ("http", "localhost", "/x?where={\"a\":1}"),
    ("http", "localhost", "/x?a=b|c^d`e"), ("http", "localhost", "/ä?ö"),
    ("http", "localhost", "/a b"), ("http", "localhost", "/a/../b"),
    ("http", "localhost", "/./a"), ("http", "localhost", "/a/.."),
  ])
  func `a request without an exact URL is a malformed request`(
    scheme: String, authority: String, target: String
  ) async {
    let request = Request(.get, RequestTarget(target), scheme: scheme, authority: authority)
    await #expect(throws: TransportError.malformedRequest("\(scheme)://\(authority)\(target)")) {
      try await Self.transport().send(request)
    }
  }

  @Test(arguments: [
    "/", "/todo/a%20b", "/todo?priority%5Bgte%5D=2", "/a+b?c+d=%2B", "/a//b/c?",
    "/x?a=%7b%7B&b=~!$'()*,;:@/?", "/x?a=%25", "/%C3%A4?%c3%b6", "/x/..a/.b/c.", "/x?a=../b",
  ])
  func `a valid target is sent unchanged`(_ target: String) async throws {
    let (result, received) = try await Self.exchange(
      Request(.get, RequestTarget(target)),
      answering: "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    #expect(try result.get().status == .noContent)
    #expect(received.prefix { $0 != "\r\n" } == "GET \(target) HTTP/1.1")
  }

  @Test func `method, fields and body are sent, and the response is complete`() async throws {
    let request = Request(
      .put, "/x", headers: [.contentType: "text/x", .accept: "a/b"], body: Array("body".utf8))
    let (result, received) = try await Self.exchange(
      request,
      answering: "HTTP/1.1 409 Conflict\r\nX-Why: because\r\nContent-Length: 2\r\n"
        + "Connection: close\r\n\r\nno")
    let response = try result.get()
    #expect(response.status.code == 409)
    #expect(response.body == Array("no".utf8))
    #expect(HTTPField.Name("X-Why").map { response.headers[$0] } == "because")
    let lines = received.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.first == "PUT /x HTTP/1.1")
    #expect(lines.contains("Content-Type: text/x"))
    #expect(lines.contains("Accept: a/b"))
    #expect(lines.last == "body")
  }

  @Test func `a connection that closes before a response is an error, not a response`() async throws
  {
    let (result, _) = try await Self.exchange(Request(.get, "/x"), answering: "")
    #expect(throws: TransportError.self) { try result.get() }
  }

  @Test func `a cancelled URL session request reports its cancellation`() async throws {
    let listener = try OneShotListener(answering: nil)
    let task = Task { () -> TransportError? in
      do throws(TransportError) {
        _ = try await Self.transport()
          .send(Request(.get, "/x", authority: "127.0.0.1:\(listener.port)"))
        return nil
      } catch {
        return error
      }
    }
    _ = await listener.received
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
