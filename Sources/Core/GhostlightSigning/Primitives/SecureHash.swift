/// A hash function that processes blocks of 64 bytes.
///
/// It is implemented here so that apps which sign requests do not have to build a crypto library.
/// The state is a value, so the common start of many messages is processed only once.
protocol SecureHash: Sendable, Hashable {
  /// The size of a digest, in bytes.
  static var size: Int { get }

  /// Creates the initial state of the hash function.
  init()

  /// Updates the state with a block of 64 bytes.
  mutating func compress(_ block: UnsafeRawPointer)

  /// Writes the words of the state; after the last block, these are the digest.
  func store(in digest: UnsafeMutableRawPointer)
}

extension SecureHash {
  /// Writes the digest of a message to `digest`.
  ///
  /// `count` is the number of bytes that this state has already processed, a multiple of 64.
  func digest(
    _ message: UnsafeRawBufferPointer, after count: Int = 0, in digest: UnsafeMutableRawPointer
  ) {
    var state = self
    var start = 0
    if let base = message.baseAddress {
      while message.count - start >= 64 {
        state.compress(base + start)
        start += 64
      }
    }
    let rest = message.count - start
    // The last one or two blocks have the rest of the message, a 1 bit, zeros, and the message
    // length in bits as a 64-bit number.
    let size = rest < 56 ? 64 : 128
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { blocks in
      blocks.initializeMemory(as: UInt8.self, repeating: 0)
      if let base = message.baseAddress {
        blocks.copyMemory(from: .init(start: base + start, count: rest))
      }
      blocks[rest] = 0x80
      blocks.storeBytes(
        of: (UInt64(count + message.count) &<< 3).bigEndian, toByteOffset: size - 8,
        as: UInt64.self)
      guard let base = blocks.baseAddress else { return }
      state.compress(UnsafeRawPointer(base))
      if size > 64 { state.compress(UnsafeRawPointer(base) + 64) }
    }
    state.store(in: digest)
  }

  /// Returns the digest of a message.
  ///
  /// `count` is the number of bytes that this state has already processed, a multiple of 64.
  func digest(_ message: UnsafeRawBufferPointer, after count: Int = 0) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.size) { bytes, written in
      guard let base = bytes.baseAddress else { return }
      digest(message, after: count, in: base)
      written = Self.size
    }
  }

  /// Returns the digest of a complete message.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    message.withUnsafeBytes { Self().digest($0) }
  }
}

/// SHA-1, used only for protocols that require it, such as OAuth 1.0a.
///
/// - Source: FIPS 180-4, sections 5.3.1 and 6.1.2.
struct SHA1: SecureHash {
  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xEFCD_AB89
  private var c: UInt32 = 0x98BA_DCFE
  private var d: UInt32 = 0x1032_5476
  private var e: UInt32 = 0xC3D2_E1F0

  static var size: Int { 20 }

  func store(in digest: UnsafeMutableRawPointer) {
    digest.storeBytes(of: a.bigEndian, as: UInt32.self)
    digest.storeBytes(of: b.bigEndian, toByteOffset: 4, as: UInt32.self)
    digest.storeBytes(of: c.bigEndian, toByteOffset: 8, as: UInt32.self)
    digest.storeBytes(of: d.bigEndian, toByteOffset: 12, as: UInt32.self)
    digest.storeBytes(of: e.bigEndian, toByteOffset: 16, as: UInt32.self)
  }

  mutating func compress(_ block: UnsafeRawPointer) {
    var (a, b, c, d, e) = (a, b, c, d, e)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
      guard let w = schedule.baseAddress else { return }
      var t = 0
      while t < 16 {
        w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: t &* 4, as: UInt32.self))
        t &+= 1
      }
      while t < 80 {
        let x = w[t &- 3] ^ w[t &- 8] ^ w[t &- 14] ^ w[t &- 16]
        w[t] = x &<< 1 | x &>> 31
        t &+= 1
      }
      // Uses one loop for each of the four functions, so that a round need not select its function.
      Self.rounds(w, &a, &b, &c, &d, &e) { ($2 ^ ($0 & ($1 ^ $2))) &+ 0x5A82_7999 }
      Self.rounds(w + 20, &a, &b, &c, &d, &e) { ($0 ^ $1 ^ $2) &+ 0x6ED9_EBA1 }
      Self.rounds(w + 40, &a, &b, &c, &d, &e) {
        (($0 & $1) | ($2 & ($0 | $1))) &+ 0x8F1B_BCDC
      }
      Self.rounds(w + 60, &a, &b, &c, &d, &e) { ($0 ^ $1 ^ $2) &+ 0xCA62_C1D6 }
    }
    self.a = self.a &+ a
    self.b = self.b &+ b
    self.c = self.c &+ c
    self.d = self.d &+ d
    self.e = self.e &+ e
  }
}

extension SHA1 {
  /// Performs 20 rounds with `mix`, which combines three words and adds the constant of these
  /// rounds.
  @inline(__always)
  private static func rounds(
    _ w: UnsafePointer<UInt32>, _ a: inout UInt32, _ b: inout UInt32, _ c: inout UInt32,
    _ d: inout UInt32, _ e: inout UInt32, _ mix: (UInt32, UInt32, UInt32) -> UInt32
  ) {
    var t = 0
    while t < 20 {
      round(a, &b, mix(b, c, d), &e, w[t])
      round(e, &a, mix(a, b, c), &d, w[t &+ 1])
      round(d, &e, mix(e, a, b), &c, w[t &+ 2])
      round(c, &d, mix(d, e, a), &b, w[t &+ 3])
      round(b, &c, mix(c, d, e), &a, w[t &+ 4])
      t &+= 5
    }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: inout UInt32, _ mixed: UInt32, _ e: inout UInt32, _ word: UInt32
  ) {
    e = e &+ (a &<< 5 | a &>> 27) &+ mixed &+ word
    b = b &<< 30 | b &>> 2
  }
}

/// The hash function SHA-256.
///
/// - Source: FIPS 180-4, sections 4.2.2, 5.3.3 and 6.2.2.
struct SHA256: SecureHash {
  private var a: UInt32 = 0x6A09_E667
  private var b: UInt32 = 0xBB67_AE85
  private var c: UInt32 = 0x3C6E_F372
  private var d: UInt32 = 0xA54F_F53A
  private var e: UInt32 = 0x510E_527F
  private var f: UInt32 = 0x9B05_688C
  private var g: UInt32 = 0x1F83_D9AB
  private var h: UInt32 = 0x5BE0_CD19

  static var size: Int { 32 }

  func store(in digest: UnsafeMutableRawPointer) {
    digest.storeBytes(of: a.bigEndian, as: UInt32.self)
    digest.storeBytes(of: b.bigEndian, toByteOffset: 4, as: UInt32.self)
    digest.storeBytes(of: c.bigEndian, toByteOffset: 8, as: UInt32.self)
    digest.storeBytes(of: d.bigEndian, toByteOffset: 12, as: UInt32.self)
    digest.storeBytes(of: e.bigEndian, toByteOffset: 16, as: UInt32.self)
    digest.storeBytes(of: f.bigEndian, toByteOffset: 20, as: UInt32.self)
    digest.storeBytes(of: g.bigEndian, toByteOffset: 24, as: UInt32.self)
    digest.storeBytes(of: h.bigEndian, toByteOffset: 28, as: UInt32.self)
  }

  mutating func compress(_ block: UnsafeRawPointer) {
    var (a, b, c, d, e, f, g, h) = (a, b, c, d, e, f, g, h)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      Self.constants.withUnsafeBufferPointer { constants in
        guard let w = schedule.baseAddress, let k = constants.baseAddress else { return }
        var t = 0
        while t < 16 {
          w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: t &* 4, as: UInt32.self))
          t &+= 1
        }
        while t < 64 {
          let (x, y) = (w[t &- 15], w[t &- 2])
          let first = (x &>> 7 | x &<< 25) ^ (x &>> 18 | x &<< 14) ^ x &>> 3
          let second = (y &>> 17 | y &<< 15) ^ (y &>> 19 | y &<< 13) ^ y &>> 10
          w[t] = w[t &- 16] &+ first &+ w[t &- 7] &+ second
          t &+= 1
        }
        t = 0
        while t < 64 {
          Self.round(a, b, c, &d, e, f, g, &h, k[t] &+ w[t])
          Self.round(h, a, b, &c, d, e, f, &g, k[t &+ 1] &+ w[t &+ 1])
          Self.round(g, h, a, &b, c, d, e, &f, k[t &+ 2] &+ w[t &+ 2])
          Self.round(f, g, h, &a, b, c, d, &e, k[t &+ 3] &+ w[t &+ 3])
          Self.round(e, f, g, &h, a, b, c, &d, k[t &+ 4] &+ w[t &+ 4])
          Self.round(d, e, f, &g, h, a, b, &c, k[t &+ 5] &+ w[t &+ 5])
          Self.round(c, d, e, &f, g, h, a, &b, k[t &+ 6] &+ w[t &+ 6])
          Self.round(b, c, d, &e, f, g, h, &a, k[t &+ 7] &+ w[t &+ 7])
          t &+= 8
        }
      }
    }
    self.a = self.a &+ a
    self.b = self.b &+ b
    self.c = self.c &+ c
    self.d = self.d &+ d
    self.e = self.e &+ e
    self.f = self.f &+ f
    self.g = self.g &+ g
    self.h = self.h &+ h
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let upper = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
    let lower = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
    h = h &+ upper &+ (g ^ (e & (f ^ g))) &+ word
    d = d &+ h
    h = h &+ lower &+ ((a & b) | (c & (a | b)))
  }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}

/// Digests of complete messages, for protocols that need a hash without a key.
package enum Digest {
  /// Returns the SHA-1 of a message, 20 bytes.
  package static func sha1(_ message: [UInt8]) -> [UInt8] { SHA1.digest(message) }

  /// Returns the SHA-256 of a message, 32 bytes.
  package static func sha256(_ message: [UInt8]) -> [UInt8] { SHA256.digest(message) }
}
