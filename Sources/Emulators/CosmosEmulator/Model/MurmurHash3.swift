/// The hash that Cosmos spreads partition keys with.
///
/// - Source: Austin Appleby's MurmurHash3, the 128-bit variant for 64-bit machines, seed 0.
enum MurmurHash3 {
  private static let first: UInt64 = 0x87c3_7b91_1142_53d5
  private static let second: UInt64 = 0x4cf5_ad43_2745_937f

  /// 16 bytes: both halves, each little-endian.
  static func x64(_ bytes: [UInt8]) -> [UInt8] {
    var low: UInt64 = 0
    var high: UInt64 = 0
    let blocks = bytes.count / 16
    for block in 0..<blocks {
      low ^= scrambledLow(word(bytes, block * 16, 8))
      low = rotate(low, 27) &+ high
      low = low &* 5 &+ 0x52dc_e729
      high ^= scrambledHigh(word(bytes, block * 16 + 8, 8))
      high = rotate(high, 31) &+ low
      high = high &* 5 &+ 0x3849_5ab5
    }
    let rest = bytes.count % 16
    if rest > 8 { high ^= scrambledHigh(word(bytes, blocks * 16 + 8, rest - 8)) }
    if rest > 0 { low ^= scrambledLow(word(bytes, blocks * 16, min(8, rest))) }
    low ^= UInt64(bytes.count)
    high ^= UInt64(bytes.count)
    low &+= high
    high &+= low
    low = finish(low)
    high = finish(high)
    low &+= high
    high &+= low
    return [low, high].flatMap { half in withUnsafeBytes(of: half.littleEndian) { Array($0) } }
  }

  private static func word(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for offset in 0..<count { value |= UInt64(bytes[start + offset]) << UInt64(8 * offset) }
    return value
  }

  private static func scrambledLow(_ word: UInt64) -> UInt64 { rotate(word &* first, 31) &* second }

  private static func scrambledHigh(_ word: UInt64) -> UInt64 {
    rotate(word &* second, 33) &* first
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }

  private static func finish(_ value: UInt64) -> UInt64 {
    var value = value
    value ^= value >> 33
    value = value &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 33
    value = value &* 0xc4ce_b9fe_1a85_ec53
    return value ^ value >> 33
  }
}
