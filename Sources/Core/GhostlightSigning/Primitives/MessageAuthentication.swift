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
