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
  /// How many exchanges there were in all; each has its number from here.
  private(set) var count = 0

  init(capacity: Int, byteCapacity: Int) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
  }

  /// The number of the next exchange.
  mutating func reserve() -> Int {
    count += 1
    return count
  }

  /// Keeps an entry at the place of its number.
  mutating func append(_ entry: consuming JournalEntry) {
    let newest = entries.isEmpty ? nil : entries[start == 0 ? entries.count - 1 : start - 1]
    if let newest, newest.number > entry.number { return insert(entry) }
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

  /// Rare: the exchange took long, and others overtook it.
  private mutating func insert(_ entry: JournalEntry) {
    var kept = all
    let place = kept.firstIndex { $0.number > entry.number } ?? kept.endIndex
    guard place > 0 || kept.count < capacity else { return }
    bytes += entry.byteCount
    kept.insert(entry, at: place)
    if kept.count > capacity { bytes -= kept.removeFirst().byteCount }
    (entries, start) = (kept, 0)
    if bytes > byteCapacity { dropOldest() }
  }

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
