import GhostlightEmulation
import TestSupport

/// A simple model of an `OrderedIndex`: a sorted array of entries.
struct SortedModel {
  private(set) var entries: [IndexEntry] = []

  @discardableResult
  mutating func insert(_ entry: IndexEntry) -> Bool {
    let slot = slot(of: entry)
    if slot < entries.count, entries[slot].position == entry.position {
      entries[slot] = entry
      return false
    }
    entries.insert(entry, at: slot)
    return true
  }

  @discardableResult
  mutating func remove(_ entry: IndexEntry) -> IndexEntry? {
    let slot = slot(of: entry)
    guard slot < entries.count, entries[slot].position == entry.position else { return nil }
    return entries.remove(at: slot)
  }

  /// Returns the number of entries that come before `entry`.
  private func slot(of entry: IndexEntry) -> Int {
    let position = entry.position
    var slots = 0..<entries.count
    while !slots.isEmpty {
      let middle = (slots.lowerBound + slots.upperBound) / 2
      slots =
        entries[middle].position < position
        ? (middle + 1)..<slots.upperBound : slots.lowerBound..<middle
    }
    return slots.lowerBound
  }

  func entries(in range: IndexRange) -> [IndexEntry] {
    entries.filter { entry in
      let isHighEnough =
        switch range.lower {
        case nil: true
        case .including(let bound): entry.value >= bound
        case .excluding(let bound): entry.value > bound
        }
      let isLowEnough =
        switch range.upper {
        case nil: true
        case .including(let bound): entry.value <= bound
        case .excluding(let bound): entry.value < bound
        }
      return isHighEnough && isLowEnough
    }
  }

  /// Returns an entry that is in the model nine times out of ten, otherwise a random entry.
  func anyEntry(_ random: inout SeededNumbers) -> IndexEntry {
    guard !entries.isEmpty, random.below(10) > 0 else { return Self.entry(&random) }
    return entries[random.below(entries.count)]
  }

  static func entry(_ random: inout SeededNumbers) -> IndexEntry {
    let value = value(&random)
    return IndexEntry(value: value, sequence: random.below(400), key: "k\(random.below(1_000))")
  }

  static func value(_ random: inout SeededNumbers) -> IndexValue {
    switch random.below(8) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2, 3: .number(.integer(Int64(random.below(40)) - 20))
    case 4: .number(.double(Double(random.below(80)) / 2 - 20))
    default: .string("text number \(random.below(40))")
    }
  }

  static func range(_ random: inout SeededNumbers) -> IndexRange {
    IndexRange(lower: bound(&random), upper: bound(&random))
  }

  private static func bound(_ random: inout SeededNumbers) -> IndexBound? {
    switch random.below(5) {
    case 0: nil
    case 1, 2: .including(value(&random))
    default: .excluding(value(&random))
    }
  }
}
