import GhostlightCore
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

extension Credentials {
  /// What a password turned out to be.
  enum Verdict {
    case wrong
    case password
    case temporary
  }

  /// Compares with the password, then with a temporary one that has not ended.
  func check(_ secret: String, at moment: Moment) -> Verdict {
    if let password, password.matches(secret) { return .password }
    if let temporary, temporary.expires > moment.milliseconds, temporary.secret.matches(secret) {
      return .temporary
    }
    return .wrong
  }
}

extension SaltedHash {
  /// Salt and hash; the secret itself is nowhere.
  var snapshot: JSON { ["salt": .string(salt), "hash": .string(Base64.encode(hash))] }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let text = try reader.member("hash")
    guard let hash = Base64.decode(try text.string()) else { throw text.error("is no base64") }
    self.init(salt: try reader.member("salt").string(), hash: hash)
  }
}

extension Credentials {
  /// The hashes as a snapshot holds them.
  var snapshot: JSON {
    [
      "password": password?.snapshot ?? .null,
      "temporary": temporary.map {
        ["secret": $0.secret.snapshot, "expires": .integer($0.expires)]
      } ?? .null,
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
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
