import GhostlightEmulation
import GhostlightSigning

/// What a user knows: the password, hashed, and perhaps a temporary one.
struct Credentials: Sendable {
  /// A temporary password with its end.
  struct Temporary: Sendable {
    let secret: SaltedHash
    /// Milliseconds since 1970.
    let expires: Int64
  }

  /// `nil` for users without a password, who cannot log in by one.
  var password: SaltedHash?
  var temporary: Temporary?

  /// Temporary passwords live a day (A19.8).
  static let temporaryLifetimeMilliseconds: Int64 = 24 * 3_600_000

  /// Makes a new temporary password in place of an earlier one, and tells it.
  mutating func drawTemporaryPassword(_ moment: inout Moment) -> String {
    let password = moment.draw(.alphanumeric(10), named: "temporary-password")
    temporary = Temporary(
      secret: SaltedHash(password, salt: moment.drawSalt()),
      expires: moment.later(byMilliseconds: Self.temporaryLifetimeMilliseconds))
    return password
  }
}
