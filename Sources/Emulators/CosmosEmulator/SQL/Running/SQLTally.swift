import GhostlightCore
import GhostlightEmulation

/// One aggregate on its way through the rows of a group.
///
/// - Source: protocol reference B14.3.
struct SQLTally {
  private let aggregate: SQLAggregate
  private var count = 0
  private var sum = 0.0
  private var best: JSON?
  private var isUndefined = false

  init(_ aggregate: SQLAggregate) { self.aggregate = aggregate }

  mutating func add(_ value: JSON?) {
    guard let value else { return }
    count += 1
    switch aggregate {
    case .count: break
    case .sum, .average:
      if let number = value.number { sum += number } else { isUndefined = true }
    case .minimum, .maximum: consider(value)
    }
  }

  /// Texts are above numbers, these above bools, these above null.
  private mutating func consider(_ value: JSON) {
    guard value.array == nil, value.object == nil else {
      isUndefined = true
      return
    }
    guard let best else {
      self.best = value
      return
    }
    let order = SQLOrdering.sorted(value, best)
    if order == (aggregate == .minimum ? .before : .after) { self.best = value }
  }

  /// The aggregate's value; `nil` is undefined.
  var result: JSON? {
    guard !isUndefined else { return nil }
    switch aggregate {
    case .count: return .integer(Int64(count))
    case .sum: return SQLNumber.json(sum)
    case .average: return count == 0 ? nil : SQLNumber.json(sum / Double(count))
    case .minimum, .maximum: return best
    }
  }
}
