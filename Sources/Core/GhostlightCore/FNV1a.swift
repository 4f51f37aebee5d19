/// The hash FNV-1a of 64 bits: equal texts have equal hashes on every machine and in every run.
///
/// - Source: "The FNV Non-Cryptographic Hash Algorithm", draft-eastlake-fnv.
package enum FNV1a {
  private static let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01b3

  /// The hash of a text's UTF-8, begun with another state for each seed.
  package static func hash(of text: String, seed: UInt64 = 0) -> UInt64 {
    text.utf8.reduce(offsetBasis ^ seed) { ($0 ^ UInt64($1)) &* prime }
  }
}
