import GhostlightEmulation
import GhostlightSigning

/// A salted SHA-256 of a password: nothing to read in a snapshot.
struct HashedSecret: Sendable, Hashable {
  let salt: String
  let hash: [UInt8]

  /// Hashes `secret` with a salt drawn from the moment.
  init(_ secret: String, _ moment: inout Moment) {
    salt = moment.draw(.hexadecimal(16), named: "salt")
    hash = MessageAuthentication.sha256(key: Array(salt.utf8), message: Array(secret.utf8))
  }

  /// Takes over what was hashed before.
  init(salt: String, hash: [UInt8]) {
    self.salt = salt
    self.hash = hash
  }

  /// Whether `secret` is the one that was hashed; takes the same time for any.
  func matches(_ secret: String) -> Bool {
    ConstantTime.equal(
      hash, MessageAuthentication.sha256(key: Array(salt.utf8), message: Array(secret.utf8)))
  }
}
