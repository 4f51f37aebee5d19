extension Range<Int> {
  /// The positions in an order, or the first so many of them, as `sorted(by:)` puts them.
  ///
  /// Of any two positions one has to come before the other. Where few of many are wanted, a heap holds
  /// as many, the last of them at its root: nearly all others are compared with that one alone, so that
  /// the first page of a sort costs little more than looking at everything once.
  @inlinable
  package func sorted(first count: Int?, by precedes: (Int, Int) -> Bool) -> [Int] {
    guard let count, count < self.count else { return sorted(by: precedes) }
    guard count > 0 else { return [] }
    guard count <= self.count / Self.fewest else {
      return Array(sorted(by: precedes).prefix(count))
    }
    var heap = Array(lowerBound..<lowerBound + count)
    for place in (0..<count / 2).reversed() { Self.sink(place, in: &heap, precedes) }
    for position in lowerBound + count..<upperBound where precedes(position, heap[0]) {
      heap[0] = position
      Self.sink(0, in: &heap, precedes)
    }
    return heap.sorted(by: precedes)
  }

  /// Above one in so many, sorting everything is no slower.
  @usableFromInline static let fewest = 8

  /// Lets what is at a place of a heap change places with those below that come behind it.
  @inlinable
  static func sink(_ place: Int, in heap: inout [Int], _ precedes: (Int, Int) -> Bool) {
    var place = place
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, precedes(heap[child], heap[child + 1]) { child += 1 }
      guard precedes(heap[place], heap[child]) else { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}
