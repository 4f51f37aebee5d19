import GhostlightCore

/// Distinct keys, each with a number by which they are ordered; keys with the same number are in
/// arrival order.
///
/// It is a value: a copy takes no time, and a write copies only the changed parts.
package struct OrderedKeys: Sendable {
  package struct Element: Sendable, Equatable {
    package let key: String
    package let number: Int64

    package init(key: String, number: Int64) { (self.key, self.number) = (key, number) }
  }

  /// The position of a key in the order: by number, then by arrival.
  private struct Place: Sendable {
    let number: Int64
    let arrival: Int
  }

  private var places = KeyedStore<Place>()
  private var order = OrderedIndex()
  private var arrivals = 0

  package init() {}

  /// Creates a collection of distinct keys, whose numbers may be in any order.
  package init(_ elements: [Element]) {
    var entries: [IndexEntry] = []
    entries.reserveCapacity(elements.count)
    for element in elements {
      let place = nextPlace(element.number)
      places[element.key] = place
      entries.append(Self.entry(element.key, place))
    }
    order = OrderedIndex(entries)
  }

  private mutating func nextPlace(_ number: Int64) -> Place {
    arrivals += 1
    return Place(number: number, arrival: arrivals)
  }

  private static func entry(_ key: String, _ place: Place) -> IndexEntry {
    IndexEntry(value: .number(.integer(place.number)), sequence: place.arrival, key: key)
  }

  /// The number of a key, or `nil` if there is no such key.
  ///
  /// Setting a number places the key after all keys with the same number; setting `nil` removes the
  /// key.
  package subscript(key: String) -> Int64? {
    get { places[key]?.number }
    set {
      if let old = places[key] {
        order.remove(value: .number(.integer(old.number)), sequence: old.arrival)
      }
      let place = newValue.map { nextPlace($0) }
      places[key] = place
      if let place { order.insert(Self.entry(key, place)) }
    }
  }

  /// Returns an iterator over the keys whose number is greater than `number`.
  package func walk(above number: Int64) -> some IteratorProtocol<Element> {
    let above = IndexRange(lower: .excluding(.number(.integer(number))))
    return order.walk(in: above).lazy.compactMap { entry in
      guard case .number(.integer(let number)) = entry.value else { return nil }
      return Element(key: entry.key, number: number)
    }.makeIterator()
  }
}
