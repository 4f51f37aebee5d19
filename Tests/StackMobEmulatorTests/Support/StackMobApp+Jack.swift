import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator

extension StackMobApp {
  static let loginFailed = Reply(
    401, #"{"error":"access_denied","error_description":"Invalid username or password."}"#)
  static let refreshRefused = Reply(
    401, #"{"error":"invalid_grant","error_description":"Invalid refresh token."}"#)
  static let notAuthorized = Reply.error(401, "Insufficient authorization")

  /// Creates an app with the user `jack`, whose password is `pw`.
  static func withJack(
    _ configure: (inout StackMobConfiguration) -> Void = { _ in }
  ) -> StackMobApp {
    var app = StackMobApp(configure)
    app.post("/user", #"{"username":"jack","password":"pw"}"#)
    return app
  }

  mutating func tokens(_ password: String = "pw") -> Tokens? {
    Tokens(post("/user/accessToken", "username=jack&password=\(password)&token_type=mac"))
  }

  /// Logs in `jack`, or another user whose password is `pw`, and returns the tokens.
  mutating func login(_ name: String = "jack") throws(ProviderStateError) -> Tokens {
    let reply = post("/user/accessToken", "username=\(name)&password=pw&token_type=mac")
    guard let tokens = Tokens(reply) else {
      throw ProviderStateError("\(name) cannot log in")
    }
    return tokens
  }

  mutating func refresh(_ token: String) -> Reply {
    post("/user/refreshToken", "refresh_token=\(token)&token_type=mac&mac_algorithm=hmac-sha-1")
  }

  /// Returns the status of a call that is signed with these tokens.
  mutating func status(of tokens: Tokens) -> Int {
    send(request("GET", "/user/loggedInUser").signed(with: tokens.credentials)).status
  }
}
