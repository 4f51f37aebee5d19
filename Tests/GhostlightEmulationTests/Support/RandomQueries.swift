import GhostlightCore
import GhostlightEmulation
import TestSupport

/// Random documents with values of all kinds, and queries that often match them.
enum RandomQueries {
  static let paths = [FieldPath("a"), FieldPath("b"), FieldPath("c"), FieldPath.dotted("d.e")]

  static let indexes = [paths[0], paths[1], paths[3]].map(IndexDefinition.init)

  static func document(_ random: inout SeededNumbers) -> JSONObject {
    var document: JSONObject = [:]
    for name in ["a", "c"] where random.below(6) > 0 { document[name] = value(&random) }
    // The value is always a scalar, so that the index can be used for sorting.
    document["b"] = scalar(&random)
    if random.below(4) > 0 { document["d"] = ["e": scalar(&random)] }
    return document
  }

  static func scalar(_ random: inout SeededNumbers) -> JSON {
    switch random.below(10) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2...5: .integer(Int64(random.below(12)))
    case 6: .double(Double(random.below(24)) / 2)
    default: .string("s\(random.below(8))")
    }
  }

  static func value(_ random: inout SeededNumbers) -> JSON {
    switch random.below(8) {
    case 0: .array((0..<random.below(4)).map { _ in scalar(&random) })
    case 1: .object(["e": scalar(&random)])
    case 2: .array([.array([scalar(&random)]), scalar(&random)])
    default: scalar(&random)
    }
  }

  static func test(_ random: inout SeededNumbers, depth: Int = 2) -> FieldTest {
    let kinds = depth > 0 ? 16 : 10
    switch random.below(kinds) {
    case 0, 1: return .equals(value(&random))
    case 2: return .isOneOf((0..<random.below(4)).map { _ in scalar(&random) })
    case 3: return .less(scalar(&random))
    case 4: return .lessOrEqual(scalar(&random))
    case 5: return .greater(scalar(&random))
    case 6: return .greaterOrEqual(scalar(&random))
    case 7: return .isMissing
    case 8: return .isNull
    case 9: return .custom { $0?.string != nil }
    case 10: return .anyElement(test(&random, depth: depth - 1))
    case 11, 12: return .valueOrAnyElement(test(&random, depth: depth - 1))
    case 13: return .allOf(tests(&random, depth))
    case 14: return .anyOf(tests(&random, depth))
    default: return .noneOf(tests(&random, depth))
    }
  }

  private static func tests(_ random: inout SeededNumbers, _ depth: Int) -> [FieldTest] {
    (0..<random.below(4)).map { _ in test(&random, depth: depth - 1) }
  }

  static func predicate(_ random: inout SeededNumbers, depth: Int = 2) -> Predicate {
    switch random.below(depth > 0 ? 13 : 8) {
    case 0: .always
    case 1...7: .field(random.pick(paths), test(&random))
    case 8...10: .and((0..<random.below(4)).map { _ in predicate(&random, depth: depth - 1) })
    case 11: .or((0..<random.below(4)).map { _ in predicate(&random, depth: depth - 1) })
    default: .not(predicate(&random, depth: depth - 1))
    }
  }

  static func query(_ random: inout SeededNumbers) -> Query {
    let keys = [0, 1, 1, 1, 2][random.below(5)]
    return Query(
      random.below(3) == 0 ? .always : predicate(&random),
      order: (0..<keys).map { _ in
        SortKey(
          random.pick(paths), descending: random.below(2) == 0,
          missing: random.pick([.lowest, .first, .last]))
      },
      newestFirst: random.below(3) == 0,
      offset: random.below(3) == 0 ? random.below(60) : 0,
      limit: random.below(3) == 0 ? nil : random.below(30))
  }
}
