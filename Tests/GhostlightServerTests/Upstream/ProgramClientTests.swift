import Ghostlight
import GhostlightCore
import HTTPTypes
import StackMobEmulator
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Programs over HTTP` {
  private static let key = StackMobConfiguration().developmentKeys.publicKey

  /// Returns the request of a program at a base URL.
  private static func request(
    _ url: String, _ target: String = "/a", method: HTTPRequest.Method = .get, body: [UInt8] = []
  ) throws -> Request {
    let peer = try #require(HTTPOrigin(url))
    return Request(
      method, RequestTarget(target), scheme: peer.scheme, authority: peer.authority,
      headers: [.accept: "x/y", .connection: "X-Hop", .xHop: "1", .te: "trailers"], body: body)
  }

  private static func reason(_ url: String, _ target: String = "/a") async throws -> String? {
    await ProgramClient.responder.respond(try request(url, target)).upstreamFailure
  }

  @Test(arguments: [HTTPRequest.Method.get, .post, .put, .delete])
  func `a program gets the request to the byte, without hop-by-hop fields`(
    _ method: HTTPRequest.Method
  ) async throws {
    try await serving(.parrot) { server in
      let address = try #require(server.addresses["test"])
      let body: [UInt8] = method == .get ? [] : [0xFF, 0, 1]
      let response = await ProgramClient.responder.respond(
        try Self.request(address.url, "/a%20b/[x]?q=%2B+&&", method: method, body: body))
      let length = method == .get ? "" : "Content-Length: 3\n"
      #expect(
        response.text == """
          \(method) /a%20b/[x]?q=%2B+&& \(address.authority)
          Accept: x/y
          Accept-Encoding: identity
          Connection: close
          \(length)\(body)
          """)
      #expect(response.status == .created)
      #expect(response.headers[.server] == "parrot")
      #expect(response.headers[.connection] == nil)
    }
  }

  @Test func `a redirect of a program is not followed`() async throws {
    let target = "http://127.0.0.1:1/there"
    try await serving(.always(Response(.found, headers: [.location: target]))) { server in
      let response = await ProgramClient.responder.respond(
        try Self.request(server.addresses["test"]?.url ?? ""))
      #expect(response.status == .found)
      #expect(response.headers[.location] == target)
    }
  }

  @Test func `no program at a URL is a failure with a remedy`() async throws {
    #expect(
      try await Self.reason(UnservedAddress.url, "/hello?a=b")
        == "the program at \(UnservedAddress.url)/hello cannot be reached: connection refused; start "
        + "it there, or correct \"forward\"")
  }

  @Test(arguments: [
    ("nonsense\r\n\r\n", "answered with no complete HTTP response: it is not valid HTTP"),
    (
      "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nab",
      "answered 204 with a body, which HTTP does not allow"
    ),
  ])
  func `a program that does not speak HTTP is a failure with a remedy`(
    _ bytes: String, _ problem: String
  ) async throws {
    try await RawUpstream.run(bytes) { program in
      let reason = try await Self.reason(program.url)
      #expect(
        reason == "the program at \(program.url)/a \(problem); correct the program")
    }
  }

  /// A program that stores a note in the emulator that calls it, and responds with the result.
  private static let storing = Responder(name: "storing") { request in
    let base = request.headers[.known("X-Ghostlight-URL")] ?? ""
    var note = Request.json(
      .post, "/note", ["note_id": "n1", "text": .string(request.method.rawValue)])
    for name in ["X-StackMob-API-Key", "Accept"] {
      HTTPField.Name(name).map { note.headers[$0] = request.headers[$0] }
    }
    guard let emulator = try? Upstream(base, .patient) else { return Response(.notImplemented) }
    let stored = await emulator.responder.respond(note)
    return .json(
      .created, ["base": .string(base), "status": .integer(Int64(stored.status.code))])
  }

  @Test(arguments: ["", "/__ghostlight/ns/mine"])
  func `a program stores an object in the emulator during its call`(
    _ folder: String
  ) async throws {
    try await serving(Self.storing) { server in
      let program = server.addresses["test"]?.url ?? ""
      let stage = Stage(StageConfiguration(services: [.stackMob()]))
      _ = try stage.namespace(folder.isEmpty ? Stage.defaultNamespace : "mine").setUp(
        "custom code exists", in: "stackmob",
        parameters: ["name": "hello", "forward": .string(program), "timeoutSeconds": 600])
      try await ServedStage.run(stage) { served in
        let url = try served.url("stackmob") + folder
        let emulator = try Upstream(url, .patient)
        let headers: HTTPFields = [.known("X-StackMob-API-Key"): Self.key]
        let response = await emulator.responder.respond(
          Request(.put, "/hello", headers: headers))
        #expect(response.status == .created)
        #expect(response.json == ["base": .string(url), "status": 201])
        let note = await emulator.responder.respond(Request(.get, "/note/n1", headers: headers))
        #expect(note.json?["text"] == "PUT")
      }
    }
  }
}
