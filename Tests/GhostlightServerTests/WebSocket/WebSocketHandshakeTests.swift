import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSocket handshakes` {
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  private static func request(
    _ method: HTTPRequest.Method = .get, upgrade: String? = "websocket",
    connection: String? = "Upgrade", version: String? = "13", key: String? = key
  ) -> Request {
    var request = Request(method, "/listen")
    request.headers[.upgrade] = upgrade
    request.headers[.connection] = connection
    request.headers[.secWebSocketVersion] = version
    request.headers[.secWebSocketKey] = key
    return request
  }

  private static let accepted = WebSocketHandshake.accepted("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")

  @Test(arguments: [
    (request(), accepted),
    (request(upgrade: "h2c , WebSocket", connection: "keep-alive,\tupgrade"), accepted),
    (request(.post), .missing),
    (request(upgrade: nil), .missing),
    (request(upgrade: "h2c"), .missing),
    (request(connection: "close"), .missing),
    (request(version: "8"), .wrongVersion),
    (request(version: nil), .wrongVersion),
    (request(key: nil), .badKey),
    (request(key: "c2hvcnQ="), .badKey),
    (request(key: "no base64"), .badKey),
  ])
  func `a handshake is checked by RFC 6455`(_ request: Request, _ handshake: WebSocketHandshake) {
    #expect(WebSocketHandshake(request) == handshake)
  }

  @Test func `a handshake may have several Upgrade fields`() {
    var request = Self.request(upgrade: nil)
    request.headers[values: .upgrade] = ["h2c", "websocket"]
    #expect(WebSocketHandshake(request) == Self.accepted)
  }

  private static let refusals: [(WebSocketHandshake, Int, String?, String?)] = [
    (.missing, 426, "websocket", nil),
    (.wrongVersion, 426, "websocket", "13"),
    (.badKey, 400, nil, nil),
  ]

  @Test(arguments: refusals)
  func `an invalid handshake is refused with the reason`(
    _ handshake: WebSocketHandshake, _ status: Int, _ upgrade: String?, _ version: String?
  ) throws {
    let refusal = try #require(handshake.refusal)
    #expect(refusal.status.code == status)
    #expect(refusal.headers[.upgrade] == upgrade)
    #expect(refusal.headers[.secWebSocketVersion] == version)
    #expect(refusal.text.hasSuffix(".\n"))
  }
}
