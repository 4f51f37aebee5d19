import GhostlightCore
import GhostlightEmulation

/// Values seen so far, by deep equality; undefined is a value of its own.
struct SQLDistinct {
  private var buckets: [UInt64: [Entry]] = [:]
  private var count = 0

  private struct Entry {
    var values: [JSON?]
    var position: Int
  }

  /// Notes a value, and answers whether it is new.
  mutating func insert(_ value: JSON) -> Bool {
    let before = count
    return position(of: [value]) == before
  }

  /// The position of a combination of values in the order of first appearance.
  mutating func position(of values: [JSON?]) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for value in values { Self.mix(value, into: &hash) }
    for entry in buckets[hash] ?? [] where Self.same(entry.values, values) {
      return entry.position
    }
    buckets[hash, default: []].append(Entry(values: values, position: count))
    count += 1
    return count - 1
  }

  private static func same(_ left: [JSON?], _ right: [JSON?]) -> Bool {
    for position in left.indices {
      switch (left[position], right[position]) {
      case (nil, nil): continue
      case (let left?, let right?) where left.isSame(as: right): continue
      default: return false
      }
    }
    return true
  }

  /// Equal values mix alike: numbers by value, objects without regard to order.
  private static func mix(_ value: JSON?, into hash: inout UInt64) {
    hash = (hash ^ UInt64(SQLOrdering.kind(value) + 1)) &* 0x100_0000_01b3
    switch value {
    case .bool(let bool): hash = hash &+ (bool ? 1 : 2)
    case .string(let text):
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    case .array(let elements):
      for element in elements { mix(element, into: &hash) }
    case .object(let object):
      hash = hash &+ UInt64(object.count)
    default:
      if let number = value?.number {
        hash = (hash ^ (number == 0 ? 0 : number.bitPattern)) &* 0x100_0000_01b3
      }
    }
  }
}
