import GhostlightCore

/// A comparison of two JSON values; strings are compared byte by byte, and the order of members is
/// ignored.
struct JSONComparison {
  private(set) var differences: [Difference] = []
  /// Whether elements of arrays are paired by the form of their generated values.
  private let isByForm: Bool

  private init(byForm: Bool) { isByForm = byForm }

  /// Returns all differences, in the member and element order of the expected value.
  ///
  /// With `byForm`, elements of arrays are paired if they differ only in generated values.
  static func differences(
    expected: JSON, actual: JSON, byForm: Bool = false
  ) -> [Difference] {
    var comparison = JSONComparison(byForm: byForm)
    comparison.compare(expected, actual, at: JSONPath())
    return comparison.differences
  }

  private mutating func compare(_ expected: JSON, _ actual: JSON, at path: JSONPath) {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      compare(expected, actual, at: path)
    case (.array(let expected), .array(let actual)):
      compare(expected, actual, at: path)
    default:
      let kinds = (Self.type(of: expected), Self.type(of: actual))
      if kinds.0 != kinds.1 {
        append(.type, path, expected, actual)
      } else if !Self.areSame(expected, actual) {
        append(.value, path, expected, actual)
      }
    }
  }

  private mutating func compare(
    _ expected: JSONObject, _ actual: JSONObject, at path: JSONPath
  ) {
    for member in expected {
      let place = path.appending(.member(member.key))
      if let value = actual[member.key] {
        compare(member.value, value, at: place)
      } else {
        append(.removed, place, member.value, nil)
      }
    }
    for member in actual where expected[member.key] == nil {
      append(.added, path.appending(.member(member.key)), nil, member.value)
    }
  }

  private mutating func compare(_ expected: [JSON], _ actual: [JSON], at path: JSONPath) {
    let bytes = { (value: JSON) in
      Self.exactBytes(isByForm ? GeneratedValues.masked(value) : value)
    }
    let alignment = ArrayAlignment(expected.map(bytes), actual.map(bytes))
    if isByForm {
      for (position, other) in alignment.equalPairs {
        compare(expected[position], actual[other], at: path.appending(.element(position)))
      }
    }
    if alignment.isReordered {
      append(.order, path, .array(expected), .array(actual))
      return
    }
    for step in alignment.steps {
      switch step {
      case .pair(let position, let other):
        compare(expected[position], actual[other], at: path.appending(.element(position)))
      case .removed(let position):
        append(.removed, path.appending(.element(position)), expected[position], nil)
      case .added(let position):
        append(.added, path.appending(.element(position)), nil, actual[position])
      }
    }
  }

  private mutating func append(
    _ kind: Difference.Kind, _ path: JSONPath, _ expected: JSON?, _ actual: JSON?
  ) {
    differences.append(Difference(kind, at: .json(path), expected: expected, actual: actual))
  }

  /// Returns bytes that are the same for two values that differ only in the order of members.
  static func exactBytes(_ value: JSON) -> [UInt8] { Array(value.text(sortedKeys: true).utf8) }

  /// Returns the name of a value's type; `integer` and `number` are different types.
  private static func type(of value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .double: "number"
    case .decimal(let digits): digits.isInteger ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  private static func areSame(_ left: JSON, _ right: JSON) -> Bool {
    // Swift's `==` treats strings as equal if they differ only in Unicode normalization.
    if case .string(let left) = left, case .string(let right) = right {
      return left.utf8.elementsEqual(right.utf8)
    }
    return left == right
  }
}

/// Pairs the elements of two arrays, so that one inserted element is reported as one difference.
struct ArrayAlignment {
  /// A pair of elements, or an element without a partner.
  enum Step: Hashable {
    /// Two elements to compare, as their indexes in the expected and the actual array.
    case pair(Int, Int)
    /// An element without a partner, as its index in the expected array.
    case removed(Int)
    /// An element without a partner, as its index in the actual array.
    case added(Int)
  }

  /// The pairs of equal elements; empty if ``isReordered``.
  private(set) var equalPairs: [(Int, Int)] = []
  /// The pairs and unpaired elements, without pairs of equal elements.
  private(set) var steps: [Step] = []
  /// Whether both arrays have the same elements in a different order; `steps` is empty then.
  private(set) var isReordered = false

  /// The maximum number of element comparisons; if two arrays need more, they are paired by index.
  private static let mostComparisons = 4_000_000

  /// Aligns two arrays; each element is given as its `exactBytes`.
  init(_ expected: [[UInt8]], _ actual: [[UInt8]]) {
    var start = 0
    while start < min(expected.count, actual.count), expected[start] == actual[start] {
      start += 1
    }
    var (end, otherEnd) = (expected.count, actual.count)
    while end > start, otherEnd > start, expected[end - 1] == actual[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    equalPairs = (0..<start).map { ($0, $0) }
    equalPairs += zip(end..<expected.count, otherEnd..<actual.count)
    guard start < end || start < otherEnd else { return }
    if end == otherEnd, Self.counts(expected[start..<end]) == Self.counts(actual[start..<end]) {
      isReordered = true
      equalPairs = []
      return
    }
    align(expected[start..<end], actual[start..<otherEnd])
  }

  private static func counts(_ elements: ArraySlice<[UInt8]>) -> [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    for element in elements { counts[element, default: 0] += 1 }
    return counts
  }

  /// Aligns both arrays by their longest common subsequence, and pairs the elements of each gap in
  /// order.
  private mutating func align(_ expected: ArraySlice<[UInt8]>, _ actual: ArraySlice<[UInt8]>) {
    let common = Self.commonPairs(expected, actual)
    equalPairs += common
    var (position, other) = (expected.startIndex, actual.startIndex)
    for pair in common {
      pairUp(position..<pair.0, other..<pair.1)
      (position, other) = (pair.0 + 1, pair.1 + 1)
    }
    pairUp(position..<expected.endIndex, other..<actual.endIndex)
  }

  private mutating func pairUp(_ expected: Range<Int>, _ actual: Range<Int>) {
    steps += zip(expected, actual).map { .pair($0, $1) }
    steps += expected.dropFirst(actual.count).map { .removed($0) }
    steps += actual.dropFirst(expected.count).map { .added($0) }
  }

  private static func commonPairs(
    _ expected: ArraySlice<[UInt8]>, _ actual: ArraySlice<[UInt8]>
  ) -> [(Int, Int)] {
    let (height, width) = (expected.count, actual.count)
    guard height > 0, width > 0, height * width <= mostComparisons else { return [] }
    let (rows, columns) = (Array(expected), Array(actual))
    // lengths[row * (width + 1) + column] is the length of the longest common subsequence of
    // rows[row...] and columns[column...].
    var lengths = [Int32](repeating: 0, count: (height + 1) * (width + 1))
    for row in stride(from: height - 1, through: 0, by: -1) {
      for column in stride(from: width - 1, through: 0, by: -1) {
        let here = row * (width + 1) + column
        lengths[here] =
          rows[row] == columns[column]
          ? lengths[here + width + 2] + 1 : max(lengths[here + width + 1], lengths[here + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < height, column < width {
      let here = row * (width + 1) + column
      if rows[row] == columns[column] {
        pairs.append((expected.startIndex + row, actual.startIndex + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[here + width + 1] >= lengths[here + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}
