/// A salted SHA-256 of a password: nothing to read in a snapshot.
package struct SaltedHash: Sendable, Hashable {
  package let salt: String
  /// 32 bytes.
  package let hash: [UInt8]

  /// Hashes a password.
  package init(_ password: String, salt: String) {
    self.init(salt: salt, hash: Self.hash(password, salt))
  }

  /// Takes over what was hashed before.
  package init(salt: String, hash: [UInt8]) {
    self.salt = salt
    self.hash = hash
  }

  /// Whether a password is the one that was hashed; takes the same time for any.
  package func matches(_ password: String) -> Bool {
    ConstantTime.equal(hash, Self.hash(password, salt))
  }

  private static func hash(_ password: String, _ salt: String) -> [UInt8] {
    MessageAuthentication.sha256(key: Array(salt.utf8), message: Array(password.utf8))
  }
}
