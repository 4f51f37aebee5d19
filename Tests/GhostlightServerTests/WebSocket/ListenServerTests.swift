import EGF2Emulator
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSocket of EGF2` {
  private let stage = Stage(StageConfiguration(services: [.egf2(EGF2Backend(patient))]))

  /// An EGF2 configuration with no limit on the time for which a client may be silent.
  private static let patient: EGF2Configuration = {
    var configuration = EGF2Configuration()
    configuration.listen.silenceSeconds = 86_400
    return configuration
  }()

  private func start() async throws -> EmulatorServer {
    try await EmulatorServer.start(stage, .patient)
  }

  /// Creates a user in a namespace, and returns the user's id and a token.
  private func logIn(in namespace: String) throws -> (id: String, token: String) {
    let space = try stage.namespace(namespace)
    let email: JSONObject = ["email": "mark@example.com"]
    _ = try space.setUp("user exists", in: "egf2", parameters: email)
    let session = try space.setUp("logged in", in: "egf2", parameters: email)
    return (
      try #require(session["userId"]?.string), try #require(session["token"]?.string)
    )
  }

  private func connect(
    _ server: EmulatorServer, _ token: String, in namespace: String
  ) async throws -> RawClient {
    let client = try await RawClient.connect(toPort: server.port("egf2"))
    await client.send(
      Handshake.request.replacing("GET /listen", with: "GET /v1/listen").replacing(
        "Host: h\r\n",
        with: "Host: h\r\nAuthorization: Bearer \(token)\r\n"
          + "X-Ghostlight-Namespace: \(namespace)\r\n"))
    return client
  }

  /// Waits for at least `count` frames after the handshake, and returns their texts.
  private func texts(_ count: Int, of client: RawClient) async throws -> [String] {
    let bytes = try await client.receiveBytes { bytes in Self.frames(bytes).count >= count }
    return Self.frames(bytes).map { String(decoding: $0.payload, as: UTF8.self) }
  }

  private static func frames(_ bytes: [UInt8]) -> [ClientFrame] {
    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return [] }
    return ClientFrame.all(in: Array(bytes[head.upperBound...]))
  }

  @Test func `each namespace gets events of the changes by other clients over HTTP`() async throws {
    let server = try await start()
    var clients: [RawClient] = []
    for namespace in ["one", "two"] {
      let user = try logIn(in: namespace)
      let client = try await connect(server, user.token, in: namespace)
      let subscription: JSON = ["subscribe": [["object_id": .string(user.id)]]]
      await client.send(ClientFrame.text(subscription.text()).wire)
      await client.send(ClientFrame.text(#""primus::ping::1""#).wire)
      #expect(try await texts(1, of: client) == [#""primus::pong::1""#])
      clients.append(client)
    }
    let two = try logIn(in: "two")
    let writer = try await RawClient.connect(toPort: server.port("egf2"))
    let body = #"{"name":{"given":"Tom","family":"Hall"}}"#
    await writer.send(
      "PUT /v1/graph/me HTTP/1.1\r\nHost: two.localhost\r\nAuthorization: Bearer \(two.token)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let event = try JSON.parse(try await texts(2, of: clients[1])[1])
    #expect(event["method"] == "PUT")
    #expect(event["object"] == .string(two.id))
    #expect(event["current"]?["name"]?["given"] == "Tom")
    // The pong arrives next, which proves that this client did not receive the event.
    await clients[0].send(ClientFrame.text(#""primus::ping::2""#).wire)
    #expect(try await texts(2, of: clients[0])[1] == #""primus::pong::2""#)
    for client in clients + [writer] { await client.close() }
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }

  @Test func `a client without a token is refused`() async throws {
    let server = try await start()
    let client = try await connect(server, "x", in: "default")
    let answer = try await client.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
    #expect(answer.hasSuffix(#"{"error":"token not found"}"#))
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }

  @Test func `the WebSocket closes with its namespace and with the server`() async throws {
    let server = try await start()
    var clients: [RawClient] = []
    for namespace in ["one", "two"] {
      let client = try await connect(server, try logIn(in: namespace).token, in: namespace)
      await client.send(ClientFrame.text(#""primus::ping::""#).wire)
      _ = try await texts(1, of: client)
      clients.append(client)
    }
    try stage.drop("one")
    let goodbye = Array(ClientFrame.close(1001).fromServer.wire)
    #expect(
      try await clients[0].receiveBytes { $0.suffix(4).elementsEqual(goodbye) }
        .suffix(4).elementsEqual(goodbye))
    async let cutOff = server.drain(timeoutSeconds: 600)
    #expect(
      try await clients[1].receiveBytes { $0.suffix(4).elementsEqual(goodbye) }
        .suffix(4).elementsEqual(goodbye))
    for client in clients { await client.close() }
    #expect(await cutOff == 0)
  }
}
