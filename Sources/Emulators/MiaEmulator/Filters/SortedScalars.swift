import GhostlightCore
import GhostlightEmulation

/// Scalars in order, so that a value is found among many of them without a look at each.
struct SortedScalars: Sendable {
  private let values: [IndexValue]

  /// From how many on the order is worth its making.
  static let worthwhile = 16

  init(_ values: [JSON]) { self.values = values.compactMap(IndexValue.init).sorted() }

  /// Whether a value is one of them.
  func contains(_ value: JSON?) -> Bool {
    guard let wanted = value.flatMap(IndexValue.init) else { return false }
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < wanted {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < values.count && values[low] == wanted
  }
}
