import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import TestSupport

/// A backend as a client uses it: calls get the header fields that every call of a client has.
struct StackMobApp: EmulatorFixture, Sendable {
  /// The time 2013-06-12T12:26:40.123Z, in milliseconds since 1970.
  static let start: Int64 = 1_371_040_000_123
  static let authority = "127.0.0.1:8080"

  var backend: StackMobBackend
  let configuration: StackMobConfiguration
  /// The time of the next exchange, in milliseconds since 1970.
  var milliseconds = StackMobApp.start
  /// The API version that calls ask for.
  var version = 0
  /// The credentials of the user who signs the calls; `nil` for unsigned calls.
  var session: MACCredentials?
  private(set) var exchanges: UInt64 = 0

  init(_ configure: (inout StackMobConfiguration) -> Void = { _ in }) {
    var configuration = StackMobConfiguration()
    configure(&configuration)
    self.configuration = configuration
    backend = StackMobBackend(configuration)
  }

  var keys: StackMobKeys {
    version == 0 ? configuration.developmentKeys : configuration.productionKeys
  }

  /// Returns the request of a client without sending it.
  func request(
    _ method: String, _ target: String, _ body: String = "",
    headers: KeyValuePairs<String, String> = [:]
  ) -> Request {
    var request = Request(
      HTTPRequest.Method(rawValue: method) ?? .get, RequestTarget(target),
      authority: Self.authority, body: Array(body.utf8))
    request.headers[.accept] = "application/vnd.stackmob+json; version=\(version)"
    request.headers[.field("X-StackMob-API-Key")] = keys.publicKey
    for (name, value) in headers { request.headers[.field(name)] = value }
    guard let session, request.headers[.authorization] == nil else { return request }
    return request.signed(with: session)
  }

  /// Sends a request without adding header fields or a signature, and returns the complete answer.
  mutating func answer(_ request: Request, within budget: WorkBudget = .unlimited) -> Answer {
    exchanges += 1
    return backend.answer(
      request, at: Moment(milliseconds: milliseconds, seed: exchanges), within: budget)
  }

  /// The complete state of the app, serialized.
  var fingerprint: String { backend.snapshot.description }

  /// Sends a request without adding header fields or a signature.
  mutating func send(_ request: Request) -> Reply { Reply(answer(request).response) }

  mutating func get(_ target: String, headers: KeyValuePairs<String, String> = [:]) -> Reply {
    send(request("GET", target, headers: headers))
  }

  @discardableResult
  mutating func post(
    _ target: String, _ body: String, headers: KeyValuePairs<String, String> = [:]
  ) -> Reply {
    send(request("POST", target, body, headers: headers))
  }

  @discardableResult
  mutating func put(
    _ target: String, _ body: String, headers: KeyValuePairs<String, String> = [:]
  ) -> Reply {
    send(request("PUT", target, body, headers: headers))
  }

  @discardableResult
  mutating func delete(_ target: String, headers: KeyValuePairs<String, String> = [:]) -> Reply {
    send(request("DELETE", target, headers: headers))
  }

  /// Sets up a provider state, and throws its error.
  @discardableResult
  mutating func given(
    _ state: String, _ parameters: JSONObject = [:]
  ) throws(ProviderStateError) -> JSONObject {
    exchanges += 1
    return try backend.setUp(
      state, parameters: parameters, at: Moment(milliseconds: milliseconds, seed: exchanges))
  }

  /// Adds a schema with a provider state.
  mutating func schema(
    _ name: JSON, _ fields: JSON? = nil, permissions: JSON? = nil, ofUsers: Bool = false
  ) throws(ProviderStateError) {
    var parameters: JSONObject = ["name": name]
    parameters["fields"] = fields
    parameters["permissions"] = permissions
    if ofUsers { parameters["user"] = true }
    try given("schema exists", parameters)
  }

  /// Logs in a user with a provider state, so that the following calls are signed.
  mutating func logIn(
    _ name: String, schema: String = "user"
  ) throws(ProviderStateError) {
    let tokens = try given(
      "logged in",
      ["username": .string(name), "schema": .string(schema), "version": .integer(Int64(version))])
    session = MACCredentials(
      id: tokens["access_token"]?.string ?? "", key: tokens["mac_key"]?.string ?? "")
  }
}

extension HTTPField.Name {
  /// Returns the name of a header field, which must be valid.
  static func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .userAgent }
}
