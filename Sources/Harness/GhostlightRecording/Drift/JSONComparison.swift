import GhostlightCore

/// Compares JSON values to the byte of each scalar; the order of members does not count.
struct JSONComparison {
  private(set) var differences: [Difference] = []

  /// All differences, in the order of the expected value; none for equal values only.
  static func differences(expected: JSON, actual: JSON) -> [Difference] {
    var comparison = JSONComparison()
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
        note(.type, path, expected, actual)
      } else if !Self.areSame(expected, actual) {
        note(.value, path, expected, actual)
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
        note(.removed, place, member.value, nil)
      }
    }
    for member in actual where expected[member.key] == nil {
      note(.added, path.appending(.member(member.key)), nil, member.value)
    }
  }

  private mutating func compare(_ expected: [JSON], _ actual: [JSON], at path: JSONPath) {
    let alignment = ArrayAlignment(expected.map(Self.exactBytes), actual.map(Self.exactBytes))
    if alignment.isReordered {
      note(.order, path, .array(expected), .array(actual))
      return
    }
    for step in alignment.steps {
      switch step {
      case .pair(let position, let other):
        compare(expected[position], actual[other], at: path.appending(.element(position)))
      case .removed(let position):
        note(.removed, path.appending(.element(position)), expected[position], nil)
      case .added(let position):
        note(.added, path.appending(.element(position)), nil, actual[position])
      }
    }
  }

  private mutating func note(
    _ kind: Difference.Kind, _ path: JSONPath, _ expected: JSON?, _ actual: JSON?
  ) {
    differences.append(Difference(kind, at: .json(path), expected: expected, actual: actual))
  }

  /// The same for values that only differ in the order of members.
  static func exactBytes(_ value: JSON) -> [UInt8] { Array(value.text(sortedKeys: true).utf8) }

  /// The name of a value's type; `integer` and `number` are two.
  static func type(of value: JSON) -> String {
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
    // Swift's strings are also equal when only their normal forms differ.
    if case .string(let left) = left, case .string(let right) = right {
      return left.utf8.elementsEqual(right.utf8)
    }
    return left == right
  }
}
