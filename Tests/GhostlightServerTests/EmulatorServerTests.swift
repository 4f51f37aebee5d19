import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Emulator server` {
  private static let key = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  private static func serve(
    _ body: (EmulatorServer, Transport) async throws -> Void
  ) async throws {
    let server = try await EmulatorServer.start(Stage(), .patient)
    let configuration = URLSessionConfiguration.patient
    configuration.httpMaximumConnectionsPerHost = 8
    try await body(server, .urlSession(URLSession(configuration: configuration)))
    await server.drain()
  }

  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil,
    in namespace: String, at url: String
  ) -> Request {
    var request = Request(method, target, body: body?.bytes ?? [])
    request.authority = String(url.dropFirst("http://".count))
    HTTPField.Name("X-StackMob-API-Key").map { request.headers[$0] = key }
    HTTPField.Name("X-Ghostlight-Namespace").map { request.headers[$0] = namespace }
    return request
  }

  @Test func `a thousand namespaces of one server are isolated from each other`() async throws {
    try await Self.serve { server, transport in
      let url = try #require(server.addresses.first { $0.name == "stackmob" }).url
      let crossTalk = try await withThrowingTaskGroup(of: [Int].self) { group in
        for worker in 0..<8 {
          group.addTask {
            var wrong: [Int] = []
            for number in stride(from: worker, to: 1000, by: 8) {
              let name = "test-\(number)"
              let note: JSON = ["note_id": "same", "number": .integer(Int64(number))]
              let made = try await transport.send(
                Self.request(.post, "/note", note, in: name, at: url))
              let found = try await transport.send(
                Self.request(.get, "/note", in: name, at: url))
              let isAlone = found.json?.array?.count == 1
              if made.status != .created || !isAlone || found.json?[0] != made.json {
                wrong.append(number)
              }
            }
            return wrong
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(crossTalk == [])
    }
  }

  @Test func `a host under localhost names the namespace`() async throws {
    try await Self.serve { server, transport in
      let url = try #require(server.addresses.first { $0.name == "stackmob" }).url
      var request = Self.request(.post, "/note", ["note_id": "1"], in: "mine", at: url)
      #expect(try await transport.send(request).status == .created)
      HTTPField.Name("X-Ghostlight-Namespace").map { request.headers[$0] = nil }
      #expect(try await transport.send(request).status == .created)
      request.authority = request.authority.replacing("127.0.0.1", with: "mine.localhost")
      #expect(try await transport.send(request).status == .conflict)
    }
  }

  @Test func `a server does not start with two emulators that have the same host`() async throws {
    var other = Service.mia()
    other.hosts = ["api.example.com", "*.StackMob.com"]
    let stage = Stage(StageConfiguration(services: [.stackMob(), other]))
    await #expect(
      throws: ServerError.invalidHosts(
        reason: "$.mia.hosts: the emulators stackmob and mia both have the host "
          + #""*.stackmob.com"; remove it from one of them"#)
    ) {
      try await EmulatorServer.start(stage, .patient)
    }
  }

  @Test func `a taken port is reported with the remedy, and no listener stays open`() async throws {
    try await Self.serve { server, _ in
      let control = try #require(server.addresses.first).url
      let port = try #require(control.split(separator: ":").last.flatMap { Int($0) })
      var options = ServerOptions()
      options.portBase = port
      await #expect(
        throws: ServerError.portTaken(name: "control", host: "127.0.0.1", port: port)
      ) {
        try await EmulatorServer.start(Stage(), options)
      }
    }
  }
}
