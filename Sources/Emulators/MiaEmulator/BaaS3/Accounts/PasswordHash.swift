import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// A salted SHA-256 of a password: nothing to read in a snapshot.
struct PasswordHash: Sendable, Hashable {
  private let salt: String
  private let hash: String

  /// Hashes a password with a salt drawn from the moment.
  init(_ password: String, _ moment: inout Moment) {
    salt = moment.draw(.hexadecimal(16), named: "salt")
    hash = Self.hash(password, salt)
  }

  /// Whether a password is the one that was hashed; takes the same time for any.
  func matches(_ password: String) -> Bool {
    ConstantTime.equal(Array(hash.utf8), Array(Self.hash(password, salt).utf8))
  }

  private static func hash(_ password: String, _ salt: String) -> String {
    MessageAuthentication.sha256(key: Array(salt.utf8), message: Array(password.utf8))
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Salt and hash, as a snapshot holds them.
  var snapshot: JSON { ["salt": .string(salt), "hash": .string(hash)] }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    salt = try reader.member("salt").string()
    hash = try reader.member("hash").string()
  }
}
