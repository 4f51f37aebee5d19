import GhostlightClient
import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `The transport in process` {
  private static let body = Array("0123456789".utf8)

  /// A responder that answers ten bytes, delivered in this way.
  private static func responder(_ delivery: Delivery = .whole) -> Responder {
    Responder(name: "ten") { request in
      var response = Response(
        .ok, headers: [.contentType: "text/plain", .eTag: request.target.raw], body: body)
      response.delivery = delivery
      return response
    }
  }

  /// What came of a request, waiting and at once, which must be the same.
  private func outcome(
    _ transport: Transport, _ request: Request = Request(.get, "/x")
  ) async throws -> Result<Response, TransportError> {
    let sendNow = try #require(transport.sendNow)
    let waited: Result<Response, TransportError>
    do throws(TransportError) {
      waited = .success(try await transport.send(request))
    } catch {
      waited = .failure(error)
    }
    let immediate: Result<Response, TransportError>
    do throws(TransportError) {
      immediate = .success(try sendNow(request))
    } catch {
      immediate = .failure(error)
    }
    #expect(waited == immediate)
    return waited
  }

  @Test func `a response arrives as it was answered`() async throws {
    let response = try await outcome(.inProcess(Self.responder())).get()
    #expect(
      response
        == Response(
          .ok, headers: [.contentType: "text/plain", .eTag: "/x"], body: Self.body))
  }

  @Test func `the responder sees the request to the letter`() async throws {
    let echo = Responder(name: "echo") { request in
      Response(.ok, headers: request.headers, body: Array("\(request)".utf8))
    }
    let request = Request(
      .post, "/a%20b?c[d]=+", scheme: "https", authority: "h:1", headers: [.accept: "x"],
      body: [0, 255])
    let response = try await outcome(.inProcess(echo), request).get()
    #expect(response.text == "\(request)")
  }

  @Test(
    arguments: [
      (.reset, .connectionReset),
      (.empty, .emptyReply),
      (.truncated(bytes: 0), .truncatedBody(received: 0, of: 10)),
      (.truncated(bytes: 4), .truncatedBody(received: 4, of: 10)),
      (.truncated(bytes: 99), .truncatedBody(received: 10, of: 10)),
      (.truncated(bytes: -1), .truncatedBody(received: 0, of: 10)),
      (.malformedChunk, .malformedResponse),
    ] as [(Delivery, TransportError)])
  func `what a server would act out is the error that a client would see`(
    delivery: Delivery, error: TransportError
  ) async throws {
    #expect(try await outcome(.inProcess(Self.responder(delivery))) == .failure(error))
  }

  @Test func `a body in pieces arrives in one`() async throws {
    let delivery = Delivery.dribble(bytes: 1, pauseMilliseconds: 60_000)
    let response = try await outcome(.inProcess(Self.responder(delivery))).get()
    #expect(response.body == Self.body)
  }

  @Test(arguments: [(.get, body), (.post, body), (.head, [])] as [(HTTPRequest.Method, [UInt8])])
  func `HEAD gets the fields without the body`(
    method: HTTPRequest.Method, body: [UInt8]
  ) async throws {
    let response = try await outcome(.inProcess(Self.responder()), Request(method, "/x")).get()
    #expect(response.headers == [.contentType: "text/plain", .eTag: "/x"])
    #expect(response.body == body)
  }

  @Test func `a responder that waits offers nothing at once`() async throws {
    let waiting = Responder(name: "waiting") { (request: Request) async in
      await Task.yield()
      return Response(.accepted)
    }
    let transport = Transport.inProcess(waiting)
    #expect(transport.sendNow == nil)
    #expect(try await transport.send(Request(.get, "/")) == Response(.accepted))
  }

  @Test func `a transport of one's own need not offer anything at once`() async {
    let transport = Transport { request throws(TransportError) in throw .timedOut }
    #expect(transport.sendNow == nil)
    await #expect(throws: TransportError.timedOut) { try await transport.send(Request(.get, "/")) }
  }
}
