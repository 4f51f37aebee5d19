import Testing

@testable import GhostlightSigning

@Suite struct `Hash functions` {
  /// Example messages and digests that NIST published for FIPS 180-4.
  @Test(arguments: [
    (
      "",
      "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      "abc",
      "a9993e364706816aba3e25717850c26c9cd0d89d",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "a49b2446a02c645bf419f995b67091253a04a259",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `digests are those published by NIST`(_ message: String, _ sha1: String, _ sha256: String) {
    #expect(hexadecimal(SHA1.digest(Array(message.utf8))) == sha1)
    #expect(hexadecimal(SHA256.digest(Array(message.utf8))) == sha256)
  }

  @Test func `a million letters have the published digests`() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      hexadecimal(SHA1.digest(message)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    #expect(
      hexadecimal(SHA256.digest(message))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Hashes 200 messages of increasing length, and compares a digest of all their digests with
  /// OpenSSL's result.
  @Test func `digests are correct for every length around a block`() {
    var (short, long): ([UInt8], [UInt8]) = ([], [])
    for count in 0..<200 {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
      short += SHA1.digest(message)
      long += SHA256.digest(message)
    }
    #expect(hexadecimal(SHA1.digest(short)) == "c2add6cb3908952ddaf192d7f14c30588649e3b5")
    #expect(
      hexadecimal(SHA256.digest(long))
        == "8c7c9ff69da76fc28823a1cb97268672663e628e1ea955868b16db46bab0545d")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
