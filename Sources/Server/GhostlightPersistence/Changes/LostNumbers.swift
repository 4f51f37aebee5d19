/// The numbers of changes that were given and will never be written, in ranges.
struct LostNumbers: Sendable {
  /// So many ranges are told apart; beyond that the oldest two become one, since whoever asks after
  /// a number does so soon.
  static let limit = 10_000

  private var ranges: [ClosedRange<Int64>] = []

  /// Adds numbers that are greater than all before.
  mutating func add(_ numbers: ClosedRange<Int64>) {
    if let last = ranges.last, last.upperBound + 1 == numbers.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound...numbers.upperBound
    } else {
      ranges.append(numbers)
    }
    guard ranges.count > Self.limit else { return }
    ranges[1] = ranges[0].lowerBound...ranges[1].upperBound
    ranges.removeFirst()
  }

  /// Whether a number is lost.
  func contains(_ number: Int64) -> Bool {
    guard let last = ranges.last, number <= last.upperBound else { return false }
    return ranges.contains { $0.contains(number) }
  }
}
