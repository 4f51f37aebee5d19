import GhostlightCore

extension FieldTest {
  /// Sets of ranges, each of which alone holds an index entry of every document that can pass.
  ///
  /// Empty where an index cannot help: where a document that is missing from it could pass, or one
  /// filed only under values that say nothing about the test.
  var rangeOptions: [[IndexRange]] {
    switch self {
    case .anyElement(let test), .valueOrAnyElement(let test):
      return test.scalarRanges.map { [$0] } ?? []
    case .allOf(let tests):
      let compound = tests.filter { $0.scalarRanges == nil }
      return (scalarRanges.map { [$0] } ?? []) + compound.flatMap(\.rangeOptions)
    default:
      return scalarRanges.map { [$0] } ?? []
    }
  }

  /// Ranges that hold every value that passes, or `nil` where a missing value, an array or an
  /// object could pass, or where nothing is known.
  var scalarRanges: [IndexRange]? {
    switch self {
    case .equals(let wanted): IndexValue(wanted).map { [.only($0)] }
    case .isOneOf(let wanted): Self.ranges(of: wanted)
    case .less(let bound): Self.range(bound) { IndexRange.below(.excluding($0)) }
    case .lessOrEqual(let bound): Self.range(bound) { IndexRange.below(.including($0)) }
    case .greater(let bound): Self.range(bound) { IndexRange.above(.excluding($0)) }
    case .greaterOrEqual(let bound): Self.range(bound) { IndexRange.above(.including($0)) }
    case .isNull: [.only(.null)]
    case .allOf(let tests): Self.intersection(of: tests.compactMap(\.scalarRanges))
    case .anyOf(let tests): Self.union(of: tests)
    case .isMissing, .anyElement, .valueOrAnyElement, .noneOf, .custom, .measured: nil
    }
  }

  private static func ranges(of wanted: [JSON]) -> [IndexRange]? {
    let values = wanted.compactMap(IndexValue.init)
    guard values.count == wanted.count else { return nil }
    return values.map(IndexRange.only)
  }

  /// A bound that has no order passes nothing, so no range is needed.
  private static func range(
    _ bound: JSON, _ make: (IndexValue) -> IndexRange?
  ) -> [IndexRange] {
    guard let value = IndexValue(bound), let range = make(value), !range.isEmpty else { return [] }
    return [range]
  }

  /// So many tests narrow the ranges; each document found is held against all of them.
  private static let mostIntersected = 15

  private static func intersection(of sets: [[IndexRange]]) -> [IndexRange]? {
    guard var result = sets.first else { return nil }
    for ranges in sets.dropFirst().prefix(mostIntersected) {
      // Either set alone is right; a long list is not worth more work.
      guard result.count * ranges.count <= 1_024 else {
        if ranges.count < result.count { result = ranges }
        continue
      }
      result = result.flatMap { range in
        ranges.map { range.intersection($0) }.filter { !$0.isEmpty }
      }
    }
    return result
  }

  private static func union(of tests: [FieldTest]) -> [IndexRange]? {
    var result: [IndexRange] = []
    for test in tests {
      guard let ranges = test.scalarRanges else { return nil }
      result += ranges
    }
    return result
  }
}
