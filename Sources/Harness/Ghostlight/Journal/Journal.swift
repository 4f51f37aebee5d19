import GhostlightCore
import GhostlightEmulation

/// The latest exchanges of a namespace, oldest first; the oldest go when it is full.
struct Journal: Sendable {
  private var entries: [JournalEntry] = []
  /// Where the oldest entry is, once the ring is full.
  private var start = 0
  private var bytes = 0
  private let capacity: Int
  private let byteCapacity: Int
  /// How many exchanges there were in all.
  private(set) var count = 0

  init(capacity: Int, byteCapacity: Int) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
  }

  mutating func append(_ entry: consuming JournalEntry) {
    count += 1
    bytes += entry.byteCount
    if entries.count < capacity {
      entries.append(entry)
    } else {
      bytes -= entries[start].byteCount
      entries[start] = entry
      start = start + 1 == capacity ? 0 : start + 1
    }
    if bytes > byteCapacity { dropOldest() }
  }

  /// All that is kept, oldest first.
  var all: [JournalEntry] { Array(entries[start...] + entries[..<start]) }

  /// Rare: bodies are small, so what does not fit goes in one step of half the bytes.
  private mutating func dropOldest() {
    var kept = all[...]
    while bytes > byteCapacity / 2, kept.count > 1, let oldest = kept.popFirst() {
      bytes -= oldest.byteCount
    }
    entries = Array(kept)
    start = 0
  }
}
