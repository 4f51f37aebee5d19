package import GhostlightCore

/// A test of the value at a path of a document; the value may be missing.
///
/// Only ``anyElement(_:)`` and ``valueOrAnyElement(_:)`` examine the elements of an array. Values
/// are equal if ``GhostlightCore/JSON/isSame(as:)`` returns `true`.
package indirect enum FieldTest: Sendable {
  /// The value equals the associated value; a missing value equals nothing, not even null.
  case equals(JSON)
  /// The value equals one of the associated values.
  case isOneOf([JSON])
  /// The value is less than the associated value, and both are numbers, strings (compared by bytes)
  /// or Booleans.
  ///
  /// A missing value, null, an array or an object has no order and never passes. Neither does a
  /// value of a different kind.
  case less(JSON)
  /// The value is less than or equal to the associated value; kinds are compared as in
  /// ``less(_:)``.
  case lessOrEqual(JSON)
  /// The value is greater than the associated value; kinds are compared as in ``less(_:)``.
  case greater(JSON)
  /// The value is greater than or equal to the associated value; kinds are compared as in
  /// ``less(_:)``.
  case greaterOrEqual(JSON)
  /// The document has no value at the path; null is a value.
  case isMissing
  /// The value is null; a missing value is not null.
  case isNull
  /// The value is an array, and at least one of its elements passes the test.
  case anyElement(FieldTest)
  /// The value passes the test, or it is an array and at least one of its elements passes.
  case valueOrAnyElement(FieldTest)
  /// The value passes all tests, each on its own; with an empty list, every value passes.
  case allOf([FieldTest])
  /// The value passes at least one test; with an empty list, no value passes.
  case anyOf([FieldTest])
  /// The value passes none of the tests; with an empty list, every value passes, even a missing
  /// one.
  case noneOf([FieldTest])
  /// The closure returns `true` for the value; its argument is `nil` for a missing value.
  case custom(@Sendable (JSON?) -> Bool)
  /// The closure returns `true` for the value; the closure itself spends the units for its work.
  case measured(@Sendable (JSON?, WorkBudget) throws(Fault) -> Bool)
}

extension FieldTest {
  /// Returns whether a value passes this test, and spends units for long lists, arrays and strings.
  ///
  /// `nil` is a missing value.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func matches(_ value: JSON?, within budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .equals(let wanted): return try value?.isSame(as: wanted, within: budget) ?? false
    case .isOneOf(let wanted): return try Self.isOne(value, of: wanted, within: budget)
    case .less(let bound): return Self.order(value, bound) == .before
    case .lessOrEqual(let bound):
      let order = Self.order(value, bound)
      return order == .before || order == .equal
    case .greater(let bound): return Self.order(value, bound) == .after
    case .greaterOrEqual(let bound):
      let order = Self.order(value, bound)
      return order == .after || order == .equal
    case .isMissing: return value == nil
    case .isNull:
      if case .null = value { return true }
      return false
    case .anyElement(let test): return try test.passesAnyElement(of: value, within: budget)
    case .valueOrAnyElement(let test):
      if try test.matches(value, within: budget) { return true }
      return try test.passesAnyElement(of: value, within: budget)
    case .allOf(let tests): return try Self.first(of: tests, value, is: false, budget) == nil
    case .anyOf(let tests): return try Self.first(of: tests, value, is: true, budget) != nil
    case .noneOf(let tests): return try Self.first(of: tests, value, is: true, budget) == nil
    case .custom(let test): return test(value)
    case .measured(let test): return try test(value, budget)
    }
  }

  private static func isOne(
    _ value: JSON?, of wanted: [JSON], within budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard let value else { return false }
    if wanted.count > 8 { try budget.spend(wanted.count >> 3) }
    for candidate in wanted where try value.isSame(as: candidate, within: budget) {
      return true
    }
    return false
  }

  private func passesAnyElement(
    of value: JSON?, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard case .array(let elements) = value else { return false }
    if elements.count > 4 { try budget.spend(elements.count >> 2) }
    for element in elements where try matches(element, within: budget) {
      return true
    }
    return false
  }

  /// Returns the index of the first test whose result for `value` is `wanted`, or `nil` if there is
  /// none.
  private static func first(
    of tests: [FieldTest], _ value: JSON?, is wanted: Bool, _ budget: WorkBudget
  ) throws(Fault) -> Int? {
    if tests.count > 4 { try budget.spend(tests.count >> 2) }
    for position in tests.indices where try tests[position].matches(value, within: budget) == wanted
    {
      return position
    }
    return nil
  }

  /// Returns the order of two values of the same kind, or `nil` if they cannot be compared.
  private static func order(_ left: JSON?, _ right: JSON) -> Ordering? {
    switch (left, right) {
    case (.string(let left), .string(let right)): return Ordering(left, right)
    case (.bool(let left), .bool(let right)): return Ordering(left ? 1 : 0, right ? 1 : 0)
    case (let left?, _):
      guard let number = ExactNumber(left), let bound = ExactNumber(right) else { return nil }
      return number.ordering(to: bound)
    case (nil, _): return nil
    }
  }
}

extension FieldTest {
  /// Alternative sets of index ranges: each set covers every document that can pass this test.
  ///
  /// It is empty if an index cannot help: a document without index entries could pass, or one whose
  /// entries do not depend on the test.
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

  /// The index ranges that contain every scalar that passes this test.
  ///
  /// It is `nil` if a missing value, an array or an object could pass, or if the passing values are
  /// not known.
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

  /// Returns the range that `make` creates for `bound`, or an empty list if `bound` cannot be
  /// compared, because no value passes then.
  private static func range(
    _ bound: JSON, _ make: (IndexValue) -> IndexRange?
  ) -> [IndexRange] {
    guard let value = IndexValue(bound), let range = make(value), !range.isEmpty else { return [] }
    return [range]
  }

  /// The maximum number of tests whose ranges are intersected; each document found is still checked
  /// against all tests.
  private static let mostIntersected = 15

  private static func intersection(of sets: [[IndexRange]]) -> [IndexRange]? {
    guard var result = sets.first else { return nil }
    for ranges in sets.dropFirst().prefix(mostIntersected) {
      // For long lists, the shorter one alone is used: it covers all matching values, and
      // intersecting the lists would take more time than it saves.
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

/// The path of a value in a document, as the names of nested members.
///
/// A path selects members of objects only: a name never selects an element of an array by its
/// index. `a.0` therefore selects a member named `0`, or nothing. The empty path selects the
/// document itself. Names are compared by their bytes.
package struct FieldPath: Sendable {
  /// The names, outermost first.
  package let names: [String]

  /// Creates a path from names, outermost first.
  package init(_ names: [String]) { self.names = names }

  /// Creates a path to one member of the document, whose name may contain dots.
  package init(_ name: String) { names = [name] }

  /// Creates a path from a string of names separated by dots; a name may be empty.
  package static func dotted(_ text: String) -> FieldPath {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return FieldPath(text) }
    return FieldPath(
      text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(Substring($0)) })
  }

  /// Returns the value at this path, or `nil` if a member of the path is missing or is not in an
  /// object.
  package func value(in document: JSONObject) -> JSON? {
    guard names.count != 1 else { return document[names[0]] }
    guard let name = names.first else { return .object(document) }
    var value = document[name]
    for name in names.dropFirst() {
      guard case .object(let object) = value else { return nil }
      value = object[name]
    }
    return value
  }
}

extension FieldPath {
  /// Returns the value at this path, and spends units for each object on the path that has many
  /// members.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func value(
    in document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> JSON? {
    if document.count > Self.fewMembers { try budget.spend(document.count >> 5) }
    guard names.count > 1 else { return value(in: document) }
    var value = document[names[0]]
    for name in names.dropFirst() {
      guard case .object(let object) = value else { return nil }
      if object.count > Self.fewMembers { try budget.spend(object.count >> 5) }
      value = object[name]
    }
    return value
  }

  /// The maximum number of members in an object that is searched without spending units.
  private static let fewMembers = 64
}

extension FieldPath: Hashable {
  package static func == (left: FieldPath, right: FieldPath) -> Bool {
    guard left.names.count == right.names.count else { return false }
    return left.names.indices.allSatisfy { left.names[$0].isExactly(right.names[$0]) }
  }

  package func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(BytewiseString(name)) }
  }
}

extension FieldPath: CustomStringConvertible {
  /// The names of the path, joined with dots.
  package var description: String { names.joined(separator: ".") }
}

extension JSON {
  /// Returns whether queries treat this value and another as equal.
  ///
  /// Numbers are compared by value, whatever their notation, and strings by their bytes. Arrays are
  /// compared element by element. Objects are equal if they have the same members, in any order.
  package func isSame(as other: JSON) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) in try isSame(as: other, within: budget) }
  }

  /// Returns whether queries treat this value and another as equal, and spends units for long
  /// values.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func isSame(as other: JSON, within budget: WorkBudget) throws(Fault) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): return left == right
    case (.string(let left), .string(let right)):
      let length = left.utf8.count
      guard length == right.utf8.count else { return false }
      if length > 1_024 { try budget.spend(length >> 10) }
      return Ordering(left, right) == .equal
    case (.array(let left), .array(let right)): return try Self.same(left, right, budget)
    case (.object(let left), .object(let right)): return try Self.same(left, right, budget)
    case (.array, _), (.object, _), (_, .array), (_, .object), (.string, _), (_, .string):
      return false
    default:
      guard let left = IndexValue(self), let right = IndexValue(other) else { return false }
      return left == right
    }
  }

  private static func same(
    _ left: [JSON], _ right: [JSON], _ budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard left.count == right.count else { return false }
    if left.count > 8 { try budget.spend(left.count >> 3) }
    for position in left.indices {
      guard try left[position].isSame(as: right[position], within: budget) else { return false }
    }
    return true
  }

  private static func same(
    _ left: JSONObject, _ right: JSONObject, _ budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard left.count == right.count else { return false }
    guard left.count > 16 else {
      if left.count > 4 { try budget.spend() }
      for member in left.members {
        guard let value = right[member.key],
          try value.isSame(as: member.value, within: budget)
        else { return false }
      }
      return true
    }
    try budget.spend(left.count, times: 2)
    let values = Dictionary(right.members.map { (BytewiseString($0.key), $0.value) }) { _, last in
      last
    }
    for member in left.members {
      guard let value = values[BytewiseString(member.key)],
        try value.isSame(as: member.value, within: budget)
      else { return false }
    }
    return true
  }
}
