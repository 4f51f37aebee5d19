import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// An app's backend as a client finds it, with the headers that every call carries.
struct StackMobApp: Sendable {
  /// 2013-06-12T12:26:40.123Z.
  static let start: Int64 = 1_371_040_000_123
  static let authority = "127.0.0.1:8080"

  var backend: StackMobBackend
  let configuration: StackMobConfiguration
  /// The time of the next exchange.
  var milliseconds = StackMobApp.start
  /// The API version of the calls.
  var version = 0
  /// The user who signs the calls.
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

  /// The call of a client in version ``version``, not sent.
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

  /// Sends a request as it is.
  mutating func answer(_ request: Request, within budget: WorkBudget = .unlimited) -> Answer {
    exchanges += 1
    return backend.answer(
      request, at: Moment(milliseconds: milliseconds, seed: exchanges), within: budget)
  }

  /// Sends a request as it is.
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

  /// Brings a provider state about; a problem fails the test that calls it.
  @discardableResult
  mutating func given(
    _ state: String, _ parameters: JSONObject = [:]
  ) throws(ProviderStateError) -> JSONObject {
    exchanges += 1
    return try backend.setUp(
      state, parameters: parameters, at: Moment(milliseconds: milliseconds, seed: exchanges))
  }

  /// Logs a user in through the provider state; the calls that follow are signed.
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
  /// A name that the test knows to be one.
  static func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .userAgent }
}
