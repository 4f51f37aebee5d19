import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// StackMob's push API, which had a host of its own: `push.stackmob.com` (A22).
extension StackMobBackend {
  static let pushRoutes = RouteTable<StackMobState>(
    [
      // Universal calls
      .post("register_device_token_universal", "Register a device", registerDeviceToken),  // A22.1
      .post("push_broadcast_universal", "Push to all", pushBroadcast),  // A22.1
      .post("push_users_universal", "Push to users", pushUsers),  // A22.1
      .post("push_tokens_universal", "Push to devices", pushTokens),  // A22.1
      .get("get_tokens_for_users_universal", "Devices of users", tokensForUsers),  // A22.1
      .post("remove_token_universal", "Remove a device", removeToken),  // A22.1
      // REST calls
      .post("tokens/{type}/{token}", "Register a token", registerToken),  // A22.2
      .put("tokens/{type}/{token}", "Register a token anew", replaceToken),  // A22.2
      .get("tokens", "Tokens of users", listTokens),  // A22.2
      .delete("tokens/{type}/{token}", "Remove a token", deleteToken),  // A22.2
      .post("notifications", "Send a notification", sendNotification),  // A22.2
      .get("expired_tokens", "Expired tokens", expiredTokens),  // A22.2
    ], ignoresCase: true)

  /// The table that serves a request: the push API's for calls to its host, for calls that are
  /// signed with OAuth1, and for paths that can mean nothing else.
  ///
  /// Schemas named `tokens`, `notifications` and `expired_tokens` are reached by all other calls.
  static func table(
    for request: Request, as method: String, in state: StackMobState
  ) -> RouteTable<StackMobState> {
    guard isForPush(request), pushRoutes.match(method, request.target, in: state) != nil else {
      return routes
    }
    return pushRoutes
  }

  private static func isForPush(_ request: Request) -> Bool {
    let authority = request.authority.utf8
    if authority.first == UInt8(ascii: "p"), authority.starts(with: "push.".utf8) { return true }
    let path = request.target.raw.utf8.prefix(request.target.pathLength)
    if path.last == UInt8(ascii: "l"), path.suffix(10).elementsEqual("_universal".utf8) {
      return true
    }
    let authorization = request.headers.value(of: .authorization)
    // Its scheme is spelled in any case, as `Authentication` reads it.
    return authorization?.utf8.prefix(6).map { $0 | 0x20 }.elementsEqual("oauth ".utf8) ?? false
  }
}
