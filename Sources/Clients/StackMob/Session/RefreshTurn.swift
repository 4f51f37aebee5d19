/// What a request has to do about an expired access token.
enum RefreshTurn: Sendable {
  /// The session was refreshed meanwhile: nothing.
  case refreshed
  /// Nobody refreshes yet: ask for new tokens with this one.
  case lead(RefreshFlight, refreshToken: String)
  /// Wait for the refresh that is under way.
  case join(RefreshFlight)
  /// There is no refresh token.
  case impossible
}
