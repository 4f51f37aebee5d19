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
  /// What it holds of that which all journals may hold together.
  private let share: JournalBytes.Share
  /// How many exchanges there were in all; each has its number from here.
  private(set) var count = 0

  init(capacity: Int, byteCapacity: Int, of all: JournalBytes) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
    share = JournalBytes.Share(of: all)
  }

  /// The number of the next exchange.
  mutating func reserve() -> Int {
    count += 1
    return count
  }

  /// Keeps an entry at the place of its number.
  mutating func append(_ entry: consuming JournalEntry) {
    let newest = entries.isEmpty ? nil : entries[start == 0 ? entries.count - 1 : start - 1].number
    if let newest, newest > entry.number { return insert(entry) }
    let size = entry.byteCount
    if entries.count < capacity {
      bytes += size
      share.add(size + JournalBytes.entryBytes)
      entries.append(entry)
    } else {
      let change = size - entries[start].byteCount
      bytes += change
      share.add(change)
      entries[start] = entry
      start = start + 1 == capacity ? 0 : start + 1
    }
    if bytes > byteCapacity { dropOldest(downTo: byteCapacity / 2) }
  }

  /// All that is kept, oldest first.
  var all: [JournalEntry] { Array(entries[start...] + entries[..<start]) }

  /// Gives all entries up; the numbers go on.
  ///
  /// - Returns: The entries, to be freed under no lock.
  mutating func clear() -> [JournalEntry] {
    share.add(-(bytes + entries.count * JournalBytes.entryBytes))
    defer { (entries, start, bytes) = ([], 0, 0) }
    return entries
  }

  /// Rare: the exchange took long, and others overtook it.
  private mutating func insert(_ entry: JournalEntry) {
    var kept = all
    let place = kept.firstIndex { $0.number > entry.number } ?? kept.endIndex
    guard place > 0 || kept.count < capacity else { return }
    kept.insert(entry, at: place)
    keep(kept.suffix(capacity))
    if bytes > byteCapacity { dropOldest(downTo: byteCapacity / 2) }
  }

  /// Rare: bodies are small, so what does not fit goes in one step of half the bytes.
  private mutating func dropOldest(downTo limit: Int) {
    var kept = all[...]
    var rest = bytes
    while rest > limit, kept.count > 1, let oldest = kept.popFirst() { rest -= oldest.byteCount }
    keep(kept)
  }

  /// Holds these entries in place of what it held.
  private mutating func keep(_ kept: ArraySlice<JournalEntry>) {
    let size = kept.reduce(0) { $0 + $1.byteCount }
    share.add(size - bytes + (kept.count - entries.count) * JournalBytes.entryBytes)
    (entries, start, bytes) = (Array(kept), 0, size)
  }
}
