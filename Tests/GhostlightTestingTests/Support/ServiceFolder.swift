import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import GhostlightTesting
import TestSupport
import Testing

/// A temporary folder with recordings and contracts, of which some cannot be read.
struct ServiceFolder: Sendable {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  /// Two responses to `GET /charges`, then one to `POST /charges`, from `api.payments.example`.
  private static let payments = Recording([
    exchange(.get, .ok, "one"), exchange(.get, .ok, "two"), exchange(.post, .created, "made"),
  ])

  private static let users = #"""
    {"consumer": {"name": "app"}, "provider": {"name": "users"}, "interactions": [
      {"type": "Synchronous/HTTP", "description": "a user is read",
       "providerStates": [{"name": "user 1 exists"}],
       "request": {"method": "GET", "path": "/users/1"}, "response": {"status": 200}},
      {"type": "Synchronous/HTTP", "description": "a user is missing",
       "providerStates": [{"name": "no user exists"}],
       "request": {"method": "GET", "path": "/users/1"}, "response": {"status": 404}},
      {"type": "Synchronous/HTTP", "description": "the time is read",
       "request": {"method": "GET", "path": "/time"}, "response": {"status": 200,
        "body": {"content": {"now": ""}, "contentType": "application/json"},
        "generators": {"body": {"$.now": {"type": "DateTime"}}}}}
    ], "metadata": {"pactSpecification": {"version": "4.0"}}}
    """#

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.payments, to: "shop/payments.har")
    let servers = Recording([
      Self.exchange(.get, .ok, "a", of: "a.example", "/same"),
      Self.exchange(.get, .ok, "b", of: "b.example", "/same"),
    ])
    try write(servers, to: "servers.har")
    try folder.write(Self.users, to: "users.json")
    try folder.write("{", to: "broken.har")
    try folder.write("{", to: "broken.json")
  }

  private func write(_ recording: Recording, to name: String) throws {
    let bytes = HARDocument(recording).bytes
    try folder.write(String(decoding: bytes, as: UTF8.self), to: name)
  }

  private static func exchange(
    _ method: HTTPRequest.Method, _ status: HTTPResponse.Status, _ text: String,
    of server: String = "api.payments.example", _ target: RequestTarget = "/charges"
  ) -> RecordedExchange {
    RecordedExchange(
      Request(method, target, scheme: "https", authority: server),
      Response(status, body: Array(text.utf8)))
  }

  /// Returns a trait with the recording and the contract next to StackMob's emulator.
  func trait(
    policy: ReplayPolicy = .once, allowingUnmatched: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    .ghostlight(
      .stackMob(), .recording("shop/payments.har", policy: policy, folder: path),
      .contract("users.json", hosts: ["users.example.com"], given: [], folder: path),
      clock: .frozen(at: 1_371_040_000_123), allowingUnmatched: allowingUnmatched,
      sourceLocation: sourceLocation)
  }
}
