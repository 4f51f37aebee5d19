import GhostlightCore
import HTTPTypes
import StackMobEmulator

extension Request {
  /// Returns a StackMob request with the app's public key and without a login.
  static func stackMob(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil
  ) -> Request {
    var request = Request(
      method, target, authority: "api.stackmob.example", body: body?.bytes ?? [])
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    return request
  }
}
