import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// A user's hashed passwords: the user's own password, and optionally a temporary one.
struct Credentials: Sendable {
  /// A password that was sent to the user's e-mail address and expires.
  struct Temporary: Sendable {
    let secret: SaltedHash
    /// The time when the temporary password expires, in milliseconds since 1970.
    let expires: Int64
  }

  /// The user's own password; `nil` for users who cannot log in with a password.
  var password: SaltedHash?
  var temporary: Temporary?

  /// The lifetime of a temporary password: one day (A19.8).
  static let temporaryLifetimeMilliseconds: Int64 = 24 * 3_600_000

  /// Draws a new temporary password, replaces the previous one, and returns it unhashed.
  mutating func drawTemporaryPassword(_ moment: inout Moment) -> String {
    let password = moment.draw(.alphanumeric(10), named: "temporary-password")
    temporary = Temporary(
      secret: SaltedHash(password, salt: moment.drawSalt()),
      expires: moment.later(byMilliseconds: Self.temporaryLifetimeMilliseconds))
    return password
  }
}

extension Credentials {
  /// The outcome of checking a password.
  enum Verdict {
    case wrong
    case password
    case temporary
  }

  /// Compares `secret` with the password, then with the temporary password if it has not expired.
  func check(_ secret: String, at moment: Moment) -> Verdict {
    if let password, password.matches(secret) { return .password }
    if let temporary, temporary.expires > moment.milliseconds, temporary.secret.matches(secret) {
      return .temporary
    }
    return .wrong
  }
}

extension SaltedHash {
  /// The salt and the hash; the password itself is not stored anywhere.
  var snapshot: JSON { ["salt": .string(salt), "hash": .string(Base64.encode(hash))] }

  /// Creates the hash from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let text = try reader.member("hash")
    guard let hash = Base64.decode(try text.string()) else {
      throw text.error("is not valid base64")
    }
    self.init(salt: try reader.member("salt").string(), hash: hash)
  }
}

extension Credentials {
  var snapshot: JSON {
    [
      "password": password?.snapshot ?? .null,
      "temporary": temporary.map {
        ["secret": $0.secret.snapshot, "expires": .integer($0.expires)]
      } ?? .null,
    ]
  }

  /// Creates the credentials from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    _ = try reader.object()
    if let secret = reader.optional("password") { password = try SaltedHash(secret) }
    if let temporary = reader.optional("temporary") {
      self.temporary = Temporary(
        secret: try SaltedHash(try temporary.member("secret")),
        expires: try temporary.member("expires").integer())
    }
  }
}
