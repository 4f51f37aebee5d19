/// The 64-bit hash FNV-1a, which is the same on every computer and in every run.
///
/// - Source: "The FNV Non-Cryptographic Hash Algorithm", draft-eastlake-fnv.
package enum FNV1a {
  private static let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01b3

  /// Returns the hash of a string's UTF-8 bytes; different seeds give different hashes.
  package static func hash(of text: String, seed: UInt64 = 0) -> UInt64 {
    text.utf8.reduce(offsetBasis ^ seed) { ($0 ^ UInt64($1)) &* prime }
  }
}
