/// The FNV-1a hash of a word's bytes, with ASCII letters in lower case.
struct WordHash: Sendable, Hashable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
  private(set) var isEmpty = true

  init() {}

  init(_ word: some Sequence<UInt8>) { for byte in word { add(byte) } }

  mutating func add(_ byte: UInt8) {
    let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    value = (value ^ UInt64(isUpper ? byte | 0x20 : byte)) &* 0x0000_0100_0000_01b3
    isEmpty = false
  }
}

/// A hash table from words to their roles.
struct WordTable: Sendable {
  private var hashes: [UInt64]
  private var roles: [WordRole]
  private static let size = 2048

  init(_ words: [(WordRole, String)]) {
    hashes = [UInt64](repeating: 0, count: Self.size)
    roles = [WordRole](repeating: [], count: Self.size)
    for (role, list) in words {
      for word in list.split(whereSeparator: \.isWhitespace) { insert(role, WordHash(word.utf8)) }
    }
  }

  private mutating func insert(_ role: WordRole, _ hash: WordHash) {
    let slot = slot(of: hash)
    hashes[slot] = hash.value
    roles[slot].formUnion(role)
  }

  subscript(hash: WordHash) -> WordRole { roles[slot(of: hash)] }

  /// Returns the slot that contains a hash, or the empty slot into which it can be inserted.
  private func slot(of hash: WordHash) -> Int {
    var slot = Int(truncatingIfNeeded: hash.value ^ hash.value >> 32) & (Self.size - 1)
    while hashes[slot] != 0, hashes[slot] != hash.value { slot = (slot + 1) & (Self.size - 1) }
    return slot
  }
}
