import GhostlightCore
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// A client that creates a user, logs in, uses its session, refreshes the session, and uses it
/// again.
struct StackMobLogin {
  let responder: Responder
  var password = "s3cret pass"
  var key = StackMobConfiguration().developmentKeys.publicKey
  var nonce = "n1"

  /// Everything that the client received: statuses, titles or user names, and tokens.
  struct Life: Hashable {
    var statuses: [Int] = []
    var texts: [String] = []
    var tokens: [String] = []
  }

  func live() async -> Life {
    var life = Life()
    await note(
      .json(.post, "/user", ["username": "jack", "password": .string(password)]), in: &life)
    let fields = [
      FormField("username", "jack"), FormField("password", password),
      FormField("token_type", "mac"),
    ]
    var tokens = await note(.form(.post, "/user/accessToken", fields), in: &life)
    await note(signed(.json(.post, "/todo", ["title": "mine", "todo_id": "1"]), tokens), in: &life)
    await note(signed(Request(.get, "/user/loggedInUser"), tokens), in: &life)
    let old = FormField("refresh_token", tokens?["refresh_token"]?.string ?? "")
    tokens = await note(.form(.post, "/user/refreshToken", [old]), in: &life)
    await note(signed(Request(.get, "/user/loggedInUser"), tokens), in: &life)
    await note(.form(.post, "/user/refreshToken", [old]), in: &life)
    return life
  }

  @discardableResult
  private func note(_ request: Request, in life: inout Life) async -> JSON? {
    var request = request
    request.headers[.stackMobKey] = key
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    let response = await responder.respond(request)
    life.statuses.append(response.status.code)
    if let title = response.json?["title"]?.string ?? response.json?["username"]?.string {
      life.texts.append(title)
    }
    for name in ["access_token", "mac_key", "refresh_token"] {
      if let token = response.json?[name]?.string { life.tokens.append(token) }
    }
    return response.json
  }

  private func signed(_ request: Request, _ tokens: JSON?) -> Request {
    var request = request
    let credentials = MACCredentials(
      id: tokens?["access_token"]?.string ?? "", key: tokens?["mac_key"]?.string ?? "")
    let signed = MACRequest(
      method: request.method.rawValue, target: request.target.raw, host: request.host,
      port: request.port)
    request.headers[.authorization] =
      MACSigner.sign(signed, with: credentials, timestamp: 1_371_040_000, nonce: nonce).headerValue
    return request
  }
}
