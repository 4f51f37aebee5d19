import GhostlightCore

/// The hash of a partition key as a string of hexadecimal digits, which is between `""` and `"FF"`.
///
/// - Source: protocol reference B10.
enum EffectivePartitionKey {
  /// The hash function that a container uses for partition keys.
  enum Hashing: Sendable, Hashable {
    /// Version 1: 32 bits of the hash, followed by the start of the key itself.
    ///
    /// Containers without a version use this function.
    case first
    /// Version 2: 128 bits of the hash of the complete key.
    case second
    /// Hierarchical keys: 128 bits for each component of the key.
    case hierarchical

    /// Determines the hash function from `kind` and `version` of a container's `partitionKey`.
    init(_ key: JSONObject) {
      if key["kind"]?.string == "MultiHash" {
        self = .hierarchical
      } else {
        self = key["version"]?.integer == 2 ? .second : .first
      }
    }
  }

  /// Returns the hexadecimal hash of a key.
  ///
  /// For a prefix of a hierarchical key, it is the start of the range of all keys with that prefix.
  static func text(of key: PartitionKey, by hashing: Hashing = .second) -> String {
    switch hashing {
    case .first: hexadecimal(first(key.components))
    case .second: hexadecimal(second(key.components))
    case .hierarchical: key.components.map { hexadecimal(second([$0])) }.joined()
    }
  }

  /// Returns the greatest hash: a number of 126 bits, or of 32 bits in version 1.
  static func greatest(_ hashing: Hashing) -> UInt128 {
    hashing == .first ? UInt128(UInt32.max) : (UInt128(1) << 126) - 1
  }

  /// Returns the lowest hexadecimal text of a key whose hash is at least `hash`.
  static func boundary(_ hash: UInt128, by hashing: Hashing) -> String {
    guard hashing == .first else {
      let digits = String(hash, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, 32 - digits.utf8.count)) + digits
    }
    var place: [UInt8] = []
    appendSortable(.double(Double(hash)), to: &place)
    return hexadecimal(place)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  private static func second(_ components: [JSON?]) -> [UInt8] {
    var bytes: [UInt8] = []
    for component in components { append(component, to: &bytes, textEnd: 0xff) }
    var hash = MurmurHash3.x64(bytes)
    hash.reverse()
    hash[0] &= 0x3f
    return hash
  }

  private static func first(_ components: [JSON?]) -> [UInt8] {
    let components = components.map { component -> JSON? in
      guard let text = component?.string else { return component }
      return .string(String(text.unicodeScalars.prefix(100).map(Character.init)))
    }
    var bytes: [UInt8] = []
    for component in components { append(component, to: &bytes, textEnd: 0x00) }
    var place: [UInt8] = []
    appendSortable(.double(Double(MurmurHash3.x86(bytes))), to: &place)
    for component in components { appendSortable(component, to: &place) }
    return place
  }

  /// Returns the first byte of a value's sortable form, which determines the order of types.
  ///
  /// Only strings and numbers have more bytes than this one.
  private static func kind(of value: JSON?) -> UInt8 {
    switch value {
    case nil: 0x00
    case .null: 0x01
    case .bool(let flag): flag ? 0x03 : 0x02
    case .string: 0x08
    default: 0x05
    }
  }

  private static func append(_ value: JSON?, to bytes: inout [UInt8], textEnd: UInt8) {
    bytes.append(kind(of: value))
    switch value {
    case nil, .null, .bool: break
    case .string(let text):
      bytes.append(contentsOf: text.utf8)
      bytes.append(textEnd)
    default:
      withUnsafeBytes(of: (value?.number ?? 0).bitPattern.littleEndian) {
        bytes.append(contentsOf: $0)
      }
    }
  }

  /// Appends a form of `value` that sorts bytewise in the same order as the values.
  private static func appendSortable(_ value: JSON?, to bytes: inout [UInt8]) {
    bytes.append(kind(of: value))
    switch value {
    case nil, .null, .bool: break
    case .string(let text):
      bytes.append(contentsOf: text.utf8.prefix(101).map { $0 &+ 1 })
      if text.utf8.count <= 100 { bytes.append(0x00) }
    default:
      append(sortable: value?.number ?? 0, to: &bytes)
    }
  }

  /// Appends a number in its sortable form: first eight bits, then seven bits in each byte.
  ///
  /// The last bit of each byte is 1 if another byte follows.
  private static func append(sortable number: Double, to bytes: inout [UInt8]) {
    let sign: UInt64 = 1 << 63
    var rest = number.bitPattern
    rest = rest < sign ? rest ^ sign : ~rest &+ 1
    bytes.append(UInt8(rest >> 56))
    rest <<= 8
    while rest != 0 {
      bytes.append(UInt8(rest >> 56) | 1)
      rest <<= 7
    }
    if bytes.count > 2 { bytes[bytes.count - 1] &= 0xfe }
  }
}

/// The hash functions that Cosmos DB uses for partition keys.
///
/// - Source: Austin Appleby's MurmurHash3, the 128-bit variant for 64-bit machines and the 32-bit
///   variant, seed 0.
enum MurmurHash3 {
  private static let first: UInt64 = 0x87c3_7b91_1142_53d5
  private static let second: UInt64 = 0x4cf5_ad43_2745_937f

  /// Returns the 16 bytes of the 128-bit hash: two halves, each in little-endian order.
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

  /// Returns the hash of the 32-bit variant with seed 0.
  static func x86(_ bytes: [UInt8]) -> UInt32 {
    var hash: UInt32 = 0
    let blocks = bytes.count / 4
    for block in 0..<blocks {
      hash ^= scrambled(UInt32(truncatingIfNeeded: word(bytes, block * 4, 4)))
      hash = (hash << 13 | hash >> 19) &* 5 &+ 0xe654_6b64
    }
    if bytes.count % 4 > 0 {
      hash ^= scrambled(UInt32(truncatingIfNeeded: word(bytes, blocks * 4, bytes.count % 4)))
    }
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }

  private static func scrambled(_ word: UInt32) -> UInt32 {
    let word = word &* 0xcc9e_2d51
    return (word << 15 | word >> 17) &* 0x1b87_3593
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
