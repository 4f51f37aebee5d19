import GhostlightCore
import GhostlightEmulation

/// What `$push` adds, and what it does to the array then.
struct PushedElements: Sendable {
  var elements: [JSON]
  /// Where the elements go; below zero from the end.
  var position: Int?
  /// How many elements stay; below zero those at the end.
  var slice: Int?
  /// The order: of the elements themselves with an empty path.
  var order: [MongoSort.Key] = []
  /// Whether elements themselves are ordered, and how.
  var sortsElements: Bool?

  /// The array with the elements in it.
  func added(to array: [JSON]) -> [JSON] {
    var result = array
    let start = position.map {
      $0 < 0 ? max(0, array.count + max($0, -array.count)) : min($0, array.count)
    }
    result.insert(contentsOf: elements, at: start ?? array.count)
    if let descending = sortsElements {
      result = Self.sorted(result) { left, right in
        let order = MongoOrder.compare(left, right)
        return descending ? order == .after : order == .before
      }
    } else if !order.isEmpty {
      result = Self.sorted(result) { left, right in
        for key in order {
          let values = (key.value(in: left.object ?? [:]), key.value(in: right.object ?? [:]))
          let standing = MongoOrder.compare(values.0, values.1)
          if standing != .equal { return (standing == .before) != key.descending }
        }
        return false
      }
    }
    guard let slice else { return result }
    return slice >= 0 ? Array(result.prefix(slice)) : Array(result.suffix(max(0, 0 &- slice)))
  }

  /// Elements that stand equal keep their order.
  private static func sorted(_ elements: [JSON], _ isBefore: (JSON, JSON) -> Bool) -> [JSON] {
    elements.indices.sorted { left, right in
      if isBefore(elements[left], elements[right]) { return true }
      return !isBefore(elements[right], elements[left]) && left < right
    }.map { elements[$0] }
  }
}
