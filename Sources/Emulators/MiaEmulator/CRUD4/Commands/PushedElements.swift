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
      result = Self.sorted(result, descending: descending)
    } else if !order.isEmpty {
      let documents = result.enumerated().map { position, element in
        FoundDocument(key: "", sequence: position, document: element.object ?? [:])
      }
      result = MongoSort(keys: order).sorted(documents).map { result[$0.sequence] }
    }
    guard let slice else { return result }
    return slice >= 0 ? Array(result.prefix(slice)) : Array(result.suffix(max(0, 0 &- slice)))
  }

  /// Elements that stand equal keep their order.
  private static func sorted(_ elements: [JSON], descending: Bool) -> [JSON] {
    elements.indices.sorted { left, right in
      switch MongoOrder.compare(elements[left], elements[right]) {
      case .before: !descending
      case .equal: left < right
      case .after: descending
      }
    }.map { elements[$0] }
  }
}
