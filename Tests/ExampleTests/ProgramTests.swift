import Ghostlight
import GhostlightCore
import GhostlightServer
import GhostlightTesting
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

/// Programs that emulators in the process of a test call over the network.
@Suite(.limitedConcurrency, .ghostlight(.stackMob())) struct `Programs of a test` {
  /// Calls a method whose program a server runs.
  private static func call(
    _ target: String, _ respond: @escaping @Sendable (Request) -> Response
  ) async throws -> Response {
    let program = try await HTTPServer.start([
      Listener("program", responder: Responder(name: "program", immediate: respond))
    ])
    let url = program.addresses["program"]?.url ?? ""
    let response = try await call(target, forward: url)
    await program.drain(timeoutSeconds: 0)
    return response
  }

  private static func call(_ target: String, forward url: String) async throws -> Response {
    let context = try TestContext.current
    _ = try context.namespace.setUp(
      "custom code exists", in: "stackmob",
      parameters: ["name": "hello", "forward": .string(url + "/of/it")])
    var request = Request(.post, RequestTarget(target), body: [0xFF, 0, 1])
    HTTPField.Name("X-StackMob-API-Key").map {
      request.headers[$0] = StackMobConfiguration().developmentKeys.publicKey
    }
    return await context.respond(to: request)
  }

  @Test func `a program gets the call and responds`() async throws {
    let response = try await Self.call("/hello?a[x]=b") { request in
      Response(
        .accepted, headers: [.contentType: "text/x"],
        body: Array("\(request.method) \(request.target) \(request.body)".utf8))
    }
    #expect(response.status == .accepted)
    #expect(response.headers[.contentType] == "text/x")
    #expect(response.text == "POST /of/it?a%5Bx%5D=b [255, 0, 1]")
  }

  @Test func `a redirect of a program is not followed`() async throws {
    let response = try await Self.call("/hello") { _ in
      Response(.found, headers: [.location: "http://127.0.0.1:1/"])
    }
    #expect(response.status == .found)
    #expect(response.headers[.location] == "http://127.0.0.1:1/")
  }

  @Test func `a program that cannot be reached is refused with a remedy`() async throws {
    let response = try await Self.call("/hello", forward: UnservedAddress.url)
    #expect(response.status == .internalServerError)
    let reason = HTTPField.Name("X-Ghostlight-Reason").flatMap { response.headers[$0] } ?? ""
    #expect(reason.hasPrefix("the program at \(UnservedAddress.url)/of/it cannot be reached: "))
    #expect(reason.hasSuffix(" Start it there, or correct \"forward\""))
  }
}
