import Crypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Message authentication codes with a shared key.
///
/// Built on the hash functions alone: the package's own HMAC takes three times as long for messages
/// of a few lines, and every signed request pays it twice.
///
/// - Source: RFC 2104.
package enum MessageAuthentication {
  /// The HMAC-SHA1 of a message, 20 bytes.
  package static func sha1(key: [UInt8], message: [UInt8]) -> [UInt8] {
    code(Insecure.SHA1.self, key: key, message: message)
  }

  /// The HMAC-SHA256 of a message, 32 bytes.
  package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    code(SHA256.self, key: key, message: message)
  }

  private static func code<Hash: HashFunction>(
    _ hash: Hash.Type, key: [UInt8], message: [UInt8]
  ) -> [UInt8] {
    var pad = [UInt8](repeating: innerPad, count: Hash.blockByteCount)
    let key = key.count > pad.count ? digest(hash, key, []) : key
    for index in key.indices {
      pad[index] ^= key[index]
    }
    let inner = digest(hash, pad, message)
    for index in pad.indices {
      pad[index] ^= innerPad ^ outerPad
    }
    return digest(hash, pad, inner)
  }

  private static func digest<Hash: HashFunction>(
    _ hash: Hash.Type, _ first: [UInt8], _ second: [UInt8]
  ) -> [UInt8] {
    var function = Hash()
    first.withUnsafeBytes { function.update(bufferPointer: $0) }
    second.withUnsafeBytes { function.update(bufferPointer: $0) }
    return function.finalize().withUnsafeBytes { Array($0) }
  }

  private static let innerPad: UInt8 = 0x36
  private static let outerPad: UInt8 = 0x5C
}

/// Comparison whose duration tells nothing about where two secrets differ.
package enum ConstantTime {
  /// Whether both byte strings are equal; only their lengths may show in the time it takes.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
      difference |= left[index] ^ right[index]
    }
    return difference == 0
  }
}

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
