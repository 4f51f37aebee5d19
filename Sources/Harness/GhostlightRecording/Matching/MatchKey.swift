/// What a matcher sees of a request, as bytes: requests that match have equal keys.
struct MatchKey: Sendable {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(128) }

  /// The key of one text.
  init(_ text: String) { append(text) }

  /// Adds a text; what stands beside it cannot be taken for a part of it.
  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes; what stands beside them cannot be taken for a part of them.
  mutating func append(_ other: [UInt8]) {
    append(other.count)
    bytes.append(contentsOf: other)
  }

  /// Adds a text or its absence, which is not the empty text.
  mutating func append(_ text: String?) {
    guard let text else {
      append(-1)
      return
    }
    append(text)
  }

  /// Adds a number in eight bytes.
  mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds what differs in order only, sorted.
  mutating func append(anyOrder keys: [MatchKey]) {
    append(keys.count)
    for key in keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      append(key.bytes)
    }
  }
}

extension MatchKey: Hashable {
  static func == (left: MatchKey, right: MatchKey) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
