import GhostlightEmulation

/// What a login opened (B6).
struct UserSession: Sendable, Hashable {
  /// How long a session lives without use: 30 days.
  static let lifetimeMilliseconds: Int64 = 30 * 24 * 3_600_000

  /// The id, which clients send as `sid`.
  let id: String
  /// Whose it is.
  let userID: String
  /// When it was used last, in milliseconds since 1970.
  var lastUse: Int64

  /// Whether it has not ended by time.
  func isAlive(at moment: Moment) -> Bool {
    // A snapshot may say any time.
    let (age, overflow) = moment.milliseconds.subtractingReportingOverflow(lastUse)
    return overflow ? lastUse > 0 : age < Self.lifetimeMilliseconds
  }
}
