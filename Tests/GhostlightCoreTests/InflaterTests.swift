import Foundation
import GhostlightCore
import Testing

@Suite struct `Inflating` {
  /// Data that zlib 1.2.13 compressed, with the original string.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let format: Inflater.Format
    let base64: String
    let text: String

    var packed: [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }
  }

  static let rows = [
    Row(
      testDescription: "a stored block", format: .raw, base64: "AQUA+v9oZWxsbw==", text: "hello"),
    Row(
      testDescription: "a block of the fixed code", format: .raw, base64: "y0jNyclXyECQAA==",
      text: "hello hello hello"),
    Row(
      testDescription: "a block with a code of its own", format: .raw,
      base64: """
        RVFJbgMxDPuKn2At1vKcIAgmRQdI0cwlv88iqj1ZECmSkvev7XoIzbFdb/fDJcZ5v52/NefY31ByITwLWMbjfpy2S1ACYR+/\
        l5/99FiahXFITYcaSBbQs1Wd0PgX+hSU4Ah5dUzbLGAhupCDQKbgKjS0yEkgh83qQG6FQc5ajzKxsAhanLBQgzILovJfeKlX\
        XSAtbWomNe69BSmiGo6bstBYuCr3EmKK6VeBlbnD8oQbTfg7Q4mj6Sb4OXphdY/lIKXDDr8ivU92Vl+4OMUT
        """,
      text: """
        light310 ghost738 clock490 light92 ghost20 clock562 stage819 ghost227 replay549 stage283 \
        light846 ghost268 light965 ghost848 stage819 stage198 light317 stage642 stage88 replay345 \
        clock518 light182 light484 stage91 replay860 stage7 stage586 stage868 replay199 clock433 \
        replay295 clock462 light238 stage265 ghost83 ghost473 stage531 replay663 clock717 stage148 \
        light68 clock935 light650 clock282 light364 clock764 replay328 replay203 stage103 ghost725 \
        light284 replay630 light125 stage957 light297 clock26 ghost365 ghost917 stage752 stage18
        """),
    Row(
      testDescription: "zlib", format: .zlib, base64: "eNrLSM3JyVfIQJAAOi4GfQ==",
      text: "hello hello hello"),
    Row(
      testDescription: "gzip of two members, the first with all that a header may have",
      format: .gzip,
      base64: """
        H4sIHgAAAAAA/wYAQUICAHh5YS50eHQAbm90ZQDRx8tIzcnJVwAA9vmB7QYAAAAfiwgAAAAAAAD/K88vykkBAEMRdzoFAAAA
        """,
      text: "hello world"),
  ]

  @Test(arguments: rows)
  func `inflating gives the original data`(_ row: Row) throws {
    let bytes = try Inflater.inflate(row.packed[...], row.format, limit: 1000)
    #expect(String(decoding: bytes, as: UTF8.self) == row.text)
    let behind = row.packed + Array("more".utf8)
    #expect(try Inflater.inflate(behind[...], row.format, limit: 1000) == bytes)
  }

  /// Tests stored blocks and matches that are longer than a piece.
  ///
  /// The matches reach back 32 KiB.
  @Test(arguments: [0, 1])
  func `long output is passed on in pieces`(_ kind: UInt8) throws {
    // A stored block of 60,000 bytes has a header of five bytes.
    let stored = (0..<20).flatMap { number -> [UInt8] in
      let header: [UInt8] = [number == 19 ? 1 : 0, 0x60, 0xEA, 0x9F, 0x15]
      return header + (0..<60_000).map { UInt8(truncatingIfNeeded: ($0 &+ number) &* 31) }
    }
    let packed = kind == 0 ? stored : Self.manyMatches
    let whole = try Inflater.inflate(packed[...], limit: 5_000_000)
    var pieces: [[UInt8]] = []
    try Inflater.inflate(packed[...], limit: whole.count) { pieces.append(Array($0)) }
    #expect(pieces.flatMap(\.self) == whole)
    #expect(pieces.count > 3)
    #expect(pieces.allSatisfy { $0.count <= 1 << 19 })
    #expect(throws: InflateError.tooLong(limit: whole.count - 1)) {
      try Inflater.inflate(packed[...], limit: whole.count - 1) { _ in }
    }
  }

  /// The data with 4,000 matches of 258 bytes at a distance of 32,768, after 32,768 stored bytes.
  private static let manyMatches: [UInt8] = {
    var bytes: [UInt8] = [0, 0, 0x80, 0xFF, 0x7F]
    bytes += (0..<32_768).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7) }
    var bits: [UInt8] = [1, 1, 0]
    // Length 258 is the symbol 285, whose fixed code is 11000101; distance 32,768 is the symbol 29
    // with 13 extra bits that are set.
    for _ in 0..<4000 {
      bits += [1, 1, 0, 0, 0, 1, 0, 1] + [1, 1, 1, 0, 1] + [UInt8](repeating: 1, count: 13)
    }
    bits += [UInt8](repeating: 0, count: 7)
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for (place, bit) in bits[start..<min(start + 8, bits.count)].enumerated() {
        byte |= bit << UInt8(place)
      }
      bytes.append(byte)
    }
    return bytes
  }()

  @Test(arguments: rows)
  func `incomplete data is refused as such`(_ row: Row) {
    // A gzip file that is cut after its first member, or one byte later, looks complete.
    for length in 0..<row.packed.count where row.format != .gzip || ![47, 48].contains(length) {
      #expect(throws: InflateError.endsEarly) {
        try Inflater.inflate(row.packed[..<length], row.format, limit: 1000)
      }
    }
  }

  /// - Source: RFC 1952, section 2.3.1.2: reserved bits must be zero, because they may announce
  ///   unknown fields.
  @Test(arguments: [0x20, 0x40, 0x80, 0xE0] as [UInt8])
  func `gzip with reserved flags is refused`(_ flag: UInt8) throws {
    let whole = try #require(Self.rows.last).packed
    let second = try #require(whole.indices.last { whole[$0...].starts(with: [0x1F, 0x8B]) })
    for start in [0, second] {
      var packed = whole
      packed[start + 3] |= flag
      #expect(throws: InflateError.damaged) {
        try Inflater.inflate(packed[...], .gzip, limit: 1000)
      }
    }
  }

  @Test(arguments: rows)
  func `the output never exceeds the limit`(_ row: Row) {
    let limit = row.text.utf8.count - 1
    #expect(throws: InflateError.tooLong(limit: limit)) {
      try Inflater.inflate(row.packed[...], row.format, limit: limit)
    }
  }

  @Test(arguments: rows.filter { $0.format != .raw })
  func `every changed byte after the header is detected`(_ row: Row) {
    for index in (row.format == .gzip ? 57 : 2)..<row.packed.count {
      var packed = row.packed
      packed[index] ^= 0x01
      #expect(throws: InflateError.self, "byte \(index)") {
        try Inflater.inflate(packed[...], row.format, limit: 1000)
      }
    }
  }

  @Test func `code words longer than the table are decoded`() throws {
    let packed = try #require(
      Data(
        base64Encoded: """
          BcGBQQRBDAOx2oD/u93Enum/GySkjSUqadQOtGYO7tZWXF2EEafKBlgq6GFjooj16q6aAnI9VdSqCAi9X1NflRJhq6uqIqp1\
          DCRGs76txAJqFXvQV1VFabACY0EqRcrQaHdoF9Wlug4gWFZUXFUVm4zqKBBVNWnFQYjOpvpEigr6Dmh9tdVFLcZrx1Gp46Lr\
          UcDauiowbXsQad24XASwo4rKVC1gVSoIvdZpATXxAVVRUdxi60JovkmkdM8ySPcaOFmrkOgUpM+Kuli7ETU2iKjtY42gBaqS\
          hcZH2ypUomIKVWrVRkGcEZdWmUoqNf6odDnVT6+iRrXa7FbQkimQjNJECyQrFCnGgkqRVF01teGsKJVOsOpYQUvXJTgX2/gd\
          YFdYD3Lt3gB/R7nQoBu5Zqt6UDyw1F3AoRWMvg2hFtVSqVEPavTFF4nsle3FGt0q+naoiTgWlYMSJM7r1o3qCrUWc6+KatdO\
          HBPltrma6lpTHmLbjdh611rE6mnAoiO5KtKgtv6qxO2tOhHkLl2gvSCrAaqP7Ws2nMoQVKxBxaB+dIM6zXI1eqqSCdOM1C7C\
          mCsotioVRbVQKyhRNVnW4yFI2BVrY1wCNqCIiPNnitRVXYNfv1ZJggawjiBmFwsVd+nremN19e5FReNYSH3TTwHRjI1Y7QrV\
          CmKJZfGqGBlSWtt6a7HQq7RUaq5Vr9E4MyllLYThkUhTalfRUP4B
          """))
    let bytes = try Inflater.inflate([UInt8](packed)[...], limit: 2000)
    #expect(bytes.count == 1596)
    #expect(Checksum.crc32(bytes[...]) == 3_264_516_867)
  }

  @Test(arguments: [
    "no such kind of block": [0x07], "no such length": [0x01, 5, 0, 0, 0],
    "a distance before the start": [0x03, 0x02],
  ])
  func `data that no compressor writes is refused`(_ row: (key: String, value: [UInt8])) {
    #expect(throws: InflateError.damaged, "\(row.key)") {
      try Inflater.inflate(row.value[...], limit: 1000)
    }
  }

  @Test func `random bytes are refused or decoded`() {
    var state: UInt64 = 7
    for _ in 0..<2000 {
      let bytes = (0..<64).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      let result = Result { try Inflater.inflate(bytes[...], limit: 4096) }
      if case .success(let output) = result { #expect(output.count <= 4096) }
    }
  }

  @Test func `checksums have the values of the standards`() {
    let digits = Array("123456789".utf8)
    #expect(Checksum.crc32(digits[...]) == 0xCBF4_3926)
    #expect(Checksum.adler32(digits[...]) == 0x091E_01DE)
    #expect(Checksum.adler32(Array(repeating: UInt8.max, count: 20_000)[...]) == 0x9F51_D664)
  }
}
