import Foundation
import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `Errors of a URL session` {
  private static func text(_ code: URLError.Code) -> String { URLError(code).localizedDescription }

  @Test(
    arguments: [
      (.notConnectedToInternet, .notConnectedToInternet(text(.notConnectedToInternet))),
      (.cannotFindHost, .cannotFindHost(text(.cannotFindHost))),
      (.dnsLookupFailed, .cannotFindHost(text(.dnsLookupFailed))),
      (.cannotConnectToHost, .cannotConnect(text(.cannotConnectToHost))),
      (.networkConnectionLost, .connectionReset), (.zeroByteResource, .emptyReply),
      (.badServerResponse, .malformedResponse), (.cannotParseResponse, .malformedResponse),
      (.timedOut, .timedOut), (.cancelled, .cancelled),
      (.secureConnectionFailed, .other(text(.secureConnectionFailed))),
      (.badURL, .other(text(.badURL))),
    ] as [(URLError.Code, TransportError)])
  func `a URL error is a transport error`(_ code: URLError.Code, _ error: TransportError) {
    #expect(TransportError(URLError(code)) == error)
  }

  @Test func `other errors are their text, and a cancellation is one`() {
    struct Odd: Error {}
    #expect(TransportError(Odd()) == .other("Odd()"))
    #expect(TransportError(CancellationError()) == .cancelled)
  }

  @Test func `a request for a URL session has all parts, and each field once`() throws {
    let request = Request(
      .put, "/a?b=c", scheme: "https", authority: "host:8",
      headers: [.accept: "x", .contentType: "y"], body: [1, 2])
    let sent = try URLRequest(sending: request)
    #expect(sent.url?.absoluteString == "https://host:8/a?b=c")
    #expect(sent.httpMethod == "PUT")
    #expect(sent.allHTTPHeaderFields == ["Accept": "x", "Content-Type": "y"])
    #expect(sent.httpBody == Data([1, 2]))
    let empty = try URLRequest(sending: Request(.get, "/", authority: "host"))
    #expect(empty.httpBody == nil)
    #expect(empty.url?.absoluteString == "http://host/")
  }

  @Test func `a repeated field keeps all its values`() throws {
    var request = Request(.get, "/", authority: "host")
    request.headers.append(HTTPField(name: .accept, value: "a"))
    request.headers.append(HTTPField(name: .accept, value: "b"))
    let sent = try URLRequest(sending: request)
    #expect(sent.value(forHTTPHeaderField: "Accept") == "a,b")
  }

  @Test func `an ephemeral session stores neither cookies nor responses`() {
    let configuration = URLSession.ephemeral().configuration
    #expect(!configuration.httpShouldSetCookies)
    #expect(configuration.httpCookieAcceptPolicy == .never)
    #expect(configuration.httpCookieStorage == nil)
    #expect(configuration.urlCache == nil)
  }

  @Test func `a URL session transport needs valid URLs and can open connections`() {
    let transport = Transport.urlSession(.ephemeral())
    #expect(transport.needsValidURLs)
    #expect(transport.connect != nil)
    #expect(!Transport { _ throws(TransportError) in throw .timedOut }.needsValidURLs)
    let local = Transport.inProcess(Responder(name: "any") { _ in Response(.ok) })
    #expect(!local.needsValidURLs)
    #expect(local.connect != nil)
  }
}

@Suite struct `Exchanges` {
  @Test func `an exchange prefers the attempt to the sending`() async throws {
    var transport = Transport { _ throws(TransportError) in Response(.accepted) }
    #expect(try await transport.exchange(Request(.get, "/")).status == .accepted)
    transport.attempt = { _ throws(TransportError) in .answered(Response(.noContent)) }
    #expect(try await transport.exchange(Request(.get, "/")).status == .noContent)
    transport.attempt = { _ throws(TransportError) in
      .waiting { () async throws(TransportError) in Response(.created) }
    }
    #expect(try await transport.exchange(Request(.get, "/")).status == .created)
  }

  @Test func `an exchange fails as its part fails`() async {
    var transport = Transport { _ throws(TransportError) in throw .timedOut }
    await #expect(throws: TransportError.timedOut) {
      try await transport.exchange(Request(.get, "/"))
    }
    transport.attempt = { _ throws(TransportError) in throw .emptyReply }
    await #expect(throws: TransportError.emptyReply) {
      try await transport.exchange(Request(.get, "/"))
    }
    transport.attempt = { _ throws(TransportError) in
      .waiting { () async throws(TransportError) in throw .connectionReset }
    }
    await #expect(throws: TransportError.connectionReset) {
      try await transport.exchange(Request(.get, "/"))
    }
  }
}
