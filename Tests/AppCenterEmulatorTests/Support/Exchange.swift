import AppCenterEmulator
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A token exchange under test, whose time is that of the protocol reference's examples.
struct Exchange {
  static let now: Int64 = 1_568_974_272_000
  static let secret = AppCenterApp.defaultSecret

  var backend: AppCenterBackend
  var milliseconds = now

  init(_ configuration: AppCenterConfiguration = AppCenterConfiguration()) {
    backend = AppCenterBackend(configuration)
  }

  /// Returns the response to an app's request for the tokens in `body`.
  mutating func ask(
    _ body: String, path: RequestTarget = "/v0.1/data/tokens", secret: String? = secret,
    bearer: String? = nil
  ) -> Response {
    var request = Request(
      .post, path, authority: "127.0.0.1:4404",
      headers: [.contentType: "application/json"], body: Array(body.utf8))
    if let secret, let name = HTTPField.Name("App-Secret") { request.headers[name] = secret }
    if let bearer { request.headers[.authorization] = "Bearer " + bearer }
    return respond(to: request)
  }

  mutating func respond(to request: Request) -> Response {
    backend.respond(to: request, at: Moment(milliseconds: milliseconds, seed: 1))
  }

  /// Sets up a provider state, and returns the values that it defines.
  @discardableResult
  mutating func setUp(
    _ state: String, _ parameters: JSONObject = [:]
  ) throws(ProviderStateError) -> JSONObject {
    try backend.setUp(
      state, parameters: parameters, at: Moment(milliseconds: milliseconds, seed: 1))
  }

  /// Returns an ID token for the account with this id.
  mutating func idToken(_ account: String, _ parameters: JSONObject = [:]) throws -> String {
    var parameters = parameters
    parameters["accountId"] = .string(account)
    return try setUp("signed in", parameters)["idToken"]?.string ?? ""
  }
}
