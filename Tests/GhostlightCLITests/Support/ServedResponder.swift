import GhostlightCore
import GhostlightServer
import HTTPTypes
import Synchronization

/// An HTTP server on a free port with a responder of the test.
final class ServedResponder: Sendable {
  let url: String
  private let server: HTTPServer

  private init(_ server: HTTPServer) {
    self.server = server
    url = server.addresses["test"]?.url ?? ""
  }

  /// Runs a server while `body` runs, and then stops it.
  static func run(
    _ respond: @escaping @Sendable (Request) -> Response,
    _ body: (ServedResponder) async throws -> Void
  ) async throws {
    try await run(Responder(name: "test", immediate: respond), body)
  }

  /// Runs a server of a responder while `body` runs, and then stops it.
  static func run(
    _ responder: Responder, _ body: (ServedResponder) async throws -> Void
  ) async throws {
    let served = ServedResponder(
      try await HTTPServer.start([
        Listener("test", host: "127.0.0.1", port: 0, responder: responder)
      ]))
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await served.server.drain(timeoutSeconds: 0)
    try result.get()
  }
}

/// A Pact broker that serves contracts and stores the requests that it receives.
///
/// - Source: Pact Broker's documentation, "Pacts for verification", and its API's index.
final class FakeBroker: Sendable {
  /// The method, target and body of a request.
  struct Call: Sendable, Hashable {
    let line: String
    let body: JSON
  }

  private let calls = Mutex<[Call]>([])
  private let pacts: [JSON]
  private let verification: [JSON]
  private let token: String?
  private let status: Int

  /// Creates a broker with contracts and their verification properties.
  ///
  /// `status` is the status of its responses to published results.
  init(
    _ pacts: [JSON], _ verification: [JSON] = [], token: String? = nil, status: Int = 201
  ) {
    (self.pacts, self.verification) = (pacts, verification)
    (self.token, self.status) = (token, status)
  }

  /// The requests so far, in order.
  var received: [Call] { calls.withLock { $0 } }

  /// Returns the response that a Pact broker would send.
  @Sendable func respond(to request: Request) -> Response {
    let body = (try? JSON.parse(request.body)) ?? .null
    calls.withLock {
      $0.append(Call(line: "\(request.method.rawValue) \(request.target.raw)", body: body))
    }
    if let token, request.headers[.authorization] != "Bearer \(token)" {
      return .json(.unauthorized, ["error": ["message": "no"]])
    }
    let base = "http://\(request.authority)"
    switch (request.method, request.target.rawPath) {
    case (.get, "/"): return .json(.ok, ["_links": .object(Self.links(base))])
    case (.post, let path) where path.hasSuffix("/for-verification"):
      let list = pacts.indices.map { index -> JSON in
        var entry: JSONObject = [
          "shortDescription": "latest",
          "_links": ["self": ["href": .string("\(base)/pact/\(index)"), "name": "a pact"]],
        ]
        if verification.indices.contains(index) {
          entry["verificationProperties"] = verification[index]
        }
        return .object(entry)
      }
      return .json(.ok, ["_embedded": ["pacts": .array(list)]])
    case (.get, let path) where path.hasPrefix("/pact/"):
      guard let index = Int(path.dropFirst(6)), pacts.indices.contains(index),
        var pact = pacts[index].object
      else { return Response(.notFound) }
      pact["_links"] = [
        "pb:publish-verification-results": ["href": .string("\(base)/results/\(index)")]
      ]
      return .json(.ok, .object(pact))
    case (.put, let path) where path.hasPrefix("/pacticipants/"): return .json(.created, [:])
    case (.post, let path) where path.hasPrefix("/results/"):
      return .json(HTTPResponse.Status(code: status), ["errors": ["it is full"]])
    default: return .json(.notFound, ["error": ["message": "nothing here"]])
    }
  }

  private static func links(_ base: String) -> JSONObject {
    [
      "pb:provider-pacts-for-verification": [
        "href": .string("\(base)/pacts/provider/{provider}/for-verification"), "templated": true,
      ],
      "pb:pacticipant-branch-version": [
        "href": .string("\(base)/pacticipants/{pacticipant}/branches/{branch}/versions/{version}"),
        "templated": true,
      ],
    ]
  }
}
