import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Predicate field tests` {
  /// A field test, a value (`nil` for a missing one), and whether the value should pass.
  struct Row: Sendable, CustomTestStringConvertible {
    var test: FieldTest
    var value: JSON?
    var matches: Bool

    init(_ test: FieldTest, _ value: JSON?, _ matches: Bool) {
      self.test = test
      self.value = value
      self.matches = matches
    }

    var testDescription: String {
      "\(test) \(value.map { "\($0)" } ?? "missing") \(matches)"
    }
  }

  static let big = JSON.decimal(JSONDecimal(uncheckedDigits: "12345678901234567890"))
  static let long = JSON.decimal(JSONDecimal(uncheckedDigits: "1.10"))

  static let equality: [Row] = [
    Row(.equals(1), 1, true), Row(.equals(1), 2, false), Row(.equals(1), 1.0, true),
    Row(.equals(1.0), 1, true), Row(.equals(1.1), long, true), Row(.equals(1), "1", false),
    Row(.equals(1), true, false), Row(.equals(true), 1, false), Row(.equals(0), .null, false),
    Row(.equals(1), nil, false), Row(.equals(.null), nil, false),
    Row(.equals(.null), .null, true), Row(.equals(.null), 0, false),
    Row(.equals(.null), [.null], false), Row(.equals("a"), "a", true),
    Row(.equals("a"), "A", false), Row(.equals(""), .null, false),
    Row(.equals("é"), "e\u{301}", false), Row(.equals(false), false, true),
    Row(.equals(1), [1], false), Row(.equals([1, 2]), [1.0, 2], true),
    Row(.equals([1, 2]), [2, 1], false), Row(.equals([]), [], true), Row(.equals([]), nil, false),
    Row(.equals(["a": 1, "b": 2]), ["b": 2, "a": 1.0], true),
    Row(.equals(["a": 1]), ["a": 1, "b": 2], false), Row(.equals(["a": .null]), [:], false),
    Row(.equals(9_007_199_254_740_993), 9_007_199_254_740_992.0, false),
    Row(.equals(big), big, true), Row(.equals(.double(.nan)), .double(.nan), true),
    Row(.isOneOf([1, "a", .null]), "a", true), Row(.isOneOf([1, "a", .null]), .null, true),
    Row(.isOneOf([1, "a", .null]), nil, false), Row(.isOneOf([1, 2]), 2.0, true),
    Row(.isOneOf([1, 2]), [1], false), Row(.isOneOf([]), 1, false),
    Row(.isOneOf([[1]]), [1], true),
  ]

  static let order: [Row] = [
    Row(.less(2), 1, true), Row(.less(2), 2, false), Row(.less(2), 1.5, true),
    Row(.less(2), .null, false), Row(.less(2), nil, false), Row(.less(2), false, false),
    Row(.less(2), "1", false), Row(.less(2), [1], false), Row(.less("b"), "a", true),
    Row(.less("b"), "B", true), Row(.less("b"), "b", false), Row(.less("z"), "é", false),
    Row(.less("z"), 1, false), Row(.less(true), false, true), Row(.less(true), true, false),
    Row(.less(.null), .null, false), Row(.lessOrEqual(.null), .null, false),
    Row(.lessOrEqual(2), 2.0, true), Row(.lessOrEqual(2), 3, false),
    Row(.lessOrEqual([1]), [1], false), Row(.greater(2), 3, true), Row(.greater(2), 2, false),
    Row(.greater(2), "3", false), Row(.greater(2), ["a": 1], false), Row(.greater(2), big, true),
    Row(.greater(.integer(.max)), 0x1p63, true), Row(.greater(1.5), 2, true),
    Row(.greater("a"), "aa", true), Row(.greater("a"), .null, false),
    Row(.greater(false), true, true), Row(.greaterOrEqual(2), 2, true),
    Row(.greaterOrEqual(2), 1.99, false), Row(.greaterOrEqual("a"), "a", true),
    Row(.greaterOrEqual(0), nil, false), Row(.greaterOrEqual(0), .null, false),
    Row(.greaterOrEqual(["a": 1]), ["a": 1], false),
  ]

  static let presence: [Row] = [
    Row(.isMissing, nil, true), Row(.isMissing, .null, false), Row(.isMissing, 1, false),
    Row(.isMissing, [], false), Row(.isNull, .null, true), Row(.isNull, nil, false),
    Row(.isNull, 0, false), Row(.isNull, [.null], false),
    Row(.custom { $0 == nil }, nil, true), Row(.custom { $0 == nil }, .null, false),
  ]

  static let elements: [Row] = [
    Row(.anyElement(.equals(1)), [2, 1], true), Row(.anyElement(.equals(1)), 1, false),
    Row(.anyElement(.equals(1)), nil, false), Row(.anyElement(.equals(1)), [], false),
    Row(.anyElement(.equals(1)), [[1]], false), Row(.anyElement(.equals([1])), [[1]], true),
    Row(.anyElement(.anyElement(.equals(1))), [[1]], true),
    Row(.anyElement(.isMissing), [.null], false), Row(.anyElement(.isNull), [1, .null], true),
    Row(.anyElement(.noneOf([.equals(1)])), [1, 2], true),
    Row(.anyElement(.allOf([.greater(1), .less(3)])), [0, 9], false),
    Row(.anyElement(.allOf([.greater(1), .less(3)])), [0, 2], true),
    Row(.anyElement(.equals(1)), ["a": 1], false),
    Row(.valueOrAnyElement(.equals(1)), 1, true),
    Row(.valueOrAnyElement(.equals(1)), [2, 1], true),
    Row(.valueOrAnyElement(.equals(1)), nil, false),
    Row(.valueOrAnyElement(.equals(1)), [[1]], false),
    Row(.valueOrAnyElement(.equals([1])), [1], true),
    Row(.valueOrAnyElement(.isMissing), nil, true),
    Row(.valueOrAnyElement(.isMissing), [], false),
    Row(.valueOrAnyElement(.isNull), [.null], true),
    Row(.valueOrAnyElement(.less("b")), [1, "a"], true),
  ]

  static let compound: [Row] = [
    Row(.allOf([]), nil, true), Row(.anyOf([]), 1, false), Row(.noneOf([]), nil, true),
    Row(.allOf([.greater(1), .less(3)]), 2, true), Row(.allOf([.greater(1), .less(3)]), 3, false),
    Row(.allOf([.anyElement(.equals(1)), .anyElement(.equals(2))]), [2, 1], true),
    Row(.anyOf([.isMissing, .isNull]), nil, true), Row(.anyOf([.isMissing, .isNull]), .null, true),
    Row(.anyOf([.isMissing, .isNull]), 0, false), Row(.noneOf([.equals(1)]), nil, true),
    Row(.noneOf([.equals(1)]), .null, true), Row(.noneOf([.equals(1)]), 1, false),
    Row(.noneOf([.equals(1)]), [1], true),
    Row(.noneOf([.valueOrAnyElement(.equals(1))]), [1], false),
    Row(.noneOf([.isMissing, .equals(1)]), nil, false),
  ]

  @Test(arguments: equality + order + presence + elements + compound)
  func `a field test passes the expected values`(_ row: Row) throws {
    #expect(try row.test.matches(row.value, within: .unlimited) == row.matches)
  }
}
