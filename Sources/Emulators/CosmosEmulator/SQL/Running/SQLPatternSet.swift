/// The characters in brackets of a pattern of `LIKE`.
struct SQLPatternSet: Sendable {
  /// In order, and apart from each other.
  private var ranges: [ClosedRange<UInt32>] = []
  private let isNegated: Bool

  /// Reads what stands between the brackets.
  init(_ scalars: ArraySlice<UnicodeScalar>) {
    var rest = scalars
    isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var all: [ClosedRange<UInt32>] = []
    while let first = rest.popFirst()?.value {
      let next = rest.dropFirst()
      if rest.first == "-", let last = next.first?.value {
        if first <= last { all.append(first...last) }
        rest = next.dropFirst()
      } else {
        all.append(first...first)
      }
    }
    all.sort { $0.lowerBound < $1.lowerBound }
    for range in all {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Whether a character is meant.
  func contains(_ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    let isListed = low < ranges.count && ranges[low].lowerBound <= value
    return isListed != isNegated
  }
}
