extension Range<Int> {
  /// Returns the integers of this range in sorted order, or only the first `count` of them.
  ///
  /// The order must be strict: of any two integers, one comes before the other. For a small
  /// `count`, a heap holds the best candidates, with the worst of them at its root. Most other
  /// integers are compared with the root only, so the first page of a sort costs little more than
  /// one pass over the range.
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

  /// The heap is used only if `count` is at most 1/8 of the range; otherwise, sorting the complete
  /// range is not slower.
  @usableFromInline static let fewest = 8

  /// Moves the element at an index of the heap down until it comes after its children.
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
