import GhostlightSigning
import Testing

@Suite struct `Signing primitives` {
  static let base64 = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]

  /// Uses the test vectors of RFC 4648, section 10.
  @Test(arguments: base64)
  func `base64 has the values of its RFC`(_ text: String, _ encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test func `base64 of every byte can be decoded`() {
    let bytes = Array(UInt8.min...UInt8.max)
    for count in 253...256 {
      let prefix = Array(bytes.prefix(count))
      #expect(Base64.decode(Base64.encode(prefix)) == prefix)
    }
    #expect(Base64.encode([0xFB, 0xFF, 0xFE]) == "+//+")
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zm8=Zm8=", "Zm9v=", "Zg= =", "Zm 8=",
    "Zm8=\n", "Zh==", "Zm9=", "Zm-_", "Zg=g", "é==", "Zg==Zg==",
  ])
  func `base64 that is not exact is refused`(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  struct HMACRow: Sendable {
    var key: [UInt8]
    var message: [UInt8]
    var digest: String

    init(_ key: [UInt8], _ message: [UInt8], _ digest: String) {
      self.key = key
      self.message = message
      self.digest = digest
    }

    init(_ key: String, _ message: String, _ digest: String) {
      self.init(Array(key.utf8), Array(message.utf8), digest)
    }
  }

  static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { .init(repeating: byte, count: count) }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The test vectors of RFC 2202, section 3.
  @Test(arguments: [
    HMACRow(
      bytes(0x0B, 20), Array("Hi There".utf8), "b617318655057264e28bc0b6fb378c8ef146be00"),
    HMACRow("Jefe", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    HMACRow(bytes(0xAA, 20), bytes(0xDD, 50), "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
    HMACRow(Array(1...25), bytes(0xCD, 50), "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
    HMACRow(
      bytes(0x0C, 20), Array("Test With Truncation".utf8),
      "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"),
    HMACRow(
      bytes(0xAA, 80), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
    HMACRow(
      bytes(0xAA, 80),
      Array("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
      "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"),
    HMACRow("", "", "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"),
  ])
  func `HMAC-SHA1 has the values of its RFC`(_ row: HMACRow) {
    #expect(Self.hex(MessageAuthentication.sha1(key: row.key, message: row.message)) == row.digest)
  }

  /// The test vectors of RFC 4231, section 4.
  @Test(arguments: [
    HMACRow(
      bytes(0x0B, 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    HMACRow(
      "Jefe", "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    HMACRow(
      bytes(0xAA, 20), bytes(0xDD, 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    HMACRow(
      Array(1...25), bytes(0xCD, 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    HMACRow(
      bytes(0xAA, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
  ])
  func `HMAC-SHA256 has the values of its RFC`(_ row: HMACRow) {
    #expect(
      Self.hex(MessageAuthentication.sha256(key: row.key, message: row.message)) == row.digest)
  }

  @Test(
    arguments: [
      ([], [], true), ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1, 2], [0, 2], false),
      ([1], [1, 1], false), ([0], [], false), ([0x80], [0], false), ([1, 2], [2, 1], false),
    ] as [([UInt8], [UInt8], Bool)])
  func `constant-time comparison means equality`(_ left: [UInt8], _ right: [UInt8], _ equal: Bool) {
    #expect(ConstantTime.equal(left, right) == equal)
  }
}
