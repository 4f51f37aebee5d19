import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// A client that sends signed StackMob requests to a stage like an SDK, in one namespace.
struct StackMobCaller: Sendable {
  let stage: Stage
  var namespace: String?
  var session: MACCredentials?

  init(_ stage: Stage, in namespace: String? = nil) {
    self.stage = stage
    self.namespace = namespace
  }

  func send(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil
  ) -> Response {
    stage.respond(to: request(method, target, body), by: "stackmob")
  }

  /// Returns a request with the public key, signed if a user is logged in.
  func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil
  ) -> Request {
    var request = Request(method, target)
    if let body { request = .json(method, target, body) }
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    if let namespace { request.headers[.ghostlightNamespace] = namespace }
    if let session {
      let signed = MACRequest(
        method: method.rawValue, target: target.raw, host: request.host, port: request.port)
      request.headers[.authorization] =
        MACSigner.sign(signed, with: session, timestamp: 1_371_040_000, nonce: "n1").headerValue
    }
    return request
  }

  /// Creates a user and a login session by setting up provider states.
  mutating func signIn(_ name: String) throws {
    let space = try stage.namespace(namespace ?? Stage.defaultNamespace)
    _ = try space.setUp(
      "user exists", in: "stackmob", parameters: ["username": .string(name), "password": "p"])
    let tokens = try space.setUp(
      "logged in", in: "stackmob", parameters: ["username": .string(name)])
    session = MACCredentials(
      id: tokens["access_token"]?.string ?? "", key: tokens["mac_key"]?.string ?? "")
  }
}
