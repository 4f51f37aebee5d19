import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Which documents a feed or a query is about: a partition, a range of hashes, or all (B10, B12).
struct DocumentRange {
  private let partition: PartitionKey?
  private let start: String?
  private let end: String?

  /// Reads the fields of a request.
  init(_ request: Request, _ container: Container) throws(Fault) {
    if let header = request.headers[.msPartitionKey], header != "[]" {
      guard let key = PartitionKey(header: header),
        key.components.count <= container.settings.partitionPaths.count
      else { throw .badKey.filled(["key": header]) }
      partition = key
    } else {
      partition = nil
    }
    start = request.headers[.msStartEPK]
    end = request.headers[.msEndEPK]
  }

  /// Whether the whole container is meant.
  var isAll: Bool { partition == nil && start == nil && end == nil }

  /// A test that all documents of the range pass, for an index.
  func filter(_ container: Container) -> Predicate {
    guard let partition else { return .always }
    var tests: [Predicate] = []
    for (path, value) in zip(container.settings.partitionPaths, partition.components) {
      if let value { tests.append(.field(FieldPath(path), .equals(value))) }
    }
    return .and(tests)
  }

  /// Whether a document is in the range.
  func contains(_ document: JSONObject, _ container: Container) -> Bool {
    guard !isAll else { return true }
    let key = PartitionKey(of: document, along: container.settings.partitionPaths)
    if let partition, !partition.isPrefix(of: key) { return false }
    guard start != nil || end != nil else { return true }
    let place = EffectivePartitionKey.text(of: key)
    return place >= start ?? "" && (end.map { place < $0 } ?? true)
  }
}

/// Where the hash of a partition key stands between `""` and `"FF"`: 32 hexadecimal digits.
///
/// - Source: protocol reference B10; version 2 of the hash.
enum EffectivePartitionKey {
  /// The place of a key.
  static func text(of key: PartitionKey) -> String {
    var bytes: [UInt8] = []
    for component in key.components { append(component, to: &bytes) }
    var hash = MurmurHash3.x64(bytes)
    hash.reverse()
    hash[0] &= 0x3f
    return hash.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  private static func append(_ value: JSON?, to bytes: inout [UInt8]) {
    switch value {
    case nil: bytes.append(0x00)
    case .null: bytes.append(0x01)
    case .bool(let flag): bytes.append(flag ? 0x03 : 0x02)
    case .string(let text):
      bytes.append(0x08)
      bytes.append(contentsOf: text.utf8)
      bytes.append(0xff)
    default:
      bytes.append(0x05)
      withUnsafeBytes(of: (value?.number ?? 0).bitPattern.littleEndian) {
        bytes.append(contentsOf: $0)
      }
    }
  }
}

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
