import GhostlightEmulation

/// The token exchange; the second address is for a base without a version (A1).
extension AppCenterBackend {
  static let routes: RouteTable<AppCenterState> = [
    .post("v0.1/data/tokens", "Exchange tokens", exchangeTokens),
    .post("data/tokens", "Exchange tokens without a version", exchangeTokens),
  ]
}
