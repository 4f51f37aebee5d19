import GhostlightCore

/// Compares a JSON value with an example and its rules.
///
/// - Source: Pact Specification, version 4; if it does not define a case, the reference
///   implementation in Rust decides: rules cascade, the expression with the greatest weight
///   applies, objects may have more members.
struct JSONComparison {
  let rules: [PactRule]
  /// Whether objects may have members that the example does not have: in responses, not in
  /// requests.
  let admitsMoreMembers: Bool
  private(set) var failures: [ContractFailure] = []

  init(_ rules: [PactRule], admitsMoreMembers: Bool = true) {
    self.rules = rules
    self.admitsMoreMembers = admitsMoreMembers
  }

  /// Compares the value at `path` by `matchers`, which also apply to the values inside it.
  mutating func compare(
    _ expected: JSON, _ actual: JSON, _ path: PactPath, by matchers: [PactMatcher]
  ) {
    var comparison = JSONComparison(
      rules + [PactRule(path, matchers)], admitsMoreMembers: admitsMoreMembers)
    comparison.compare(expected, actual, path)
    failures += comparison.failures
  }

  /// Returns the differences between `actual` and `expected` that the rules do not allow.
  static func failures(
    _ rules: [PactRule], expected: JSON, actual: JSON, admitsMoreMembers: Bool = true
  ) -> [ContractFailure] {
    var comparison = JSONComparison(rules, admitsMoreMembers: admitsMoreMembers)
    comparison.compare(expected, actual, .root)
    return comparison.failures
  }

  mutating func compare(_ expected: JSON, _ actual: JSON, _ path: PactPath) {
    guard let rule = rules.best(path) else {
      compareParts(expected, actual, path, isExact: false)
      return
    }
    let isCascaded = rule.place.steps.count != path.steps.count
    if expected.isCollection, expected.kind != actual.kind, rule.combination == .and {
      return fail(path, PactMatcher.type(min: nil, max: nil).words(for: expected), actual)
    }
    let matchers = isCascaded ? rule.matchers.filter(\.cascades) : rule.matchers
    guard rule.combination == .or, matchers.count > 1 else {
      for matcher in matchers { apply(matcher, expected, actual, path, isCascaded) }
      return
    }
    for matcher in matchers {
      var attempt = JSONComparison(rules, admitsMoreMembers: admitsMoreMembers)
      attempt.apply(matcher, expected, actual, path, isCascaded)
      if attempt.failures.isEmpty { return }
    }
    let wanted = matchers.map { $0.words(for: expected) }.joined(separator: ", or ")
    fail(path, wanted, actual)
  }

  private mutating func apply(
    _ matcher: PactMatcher, _ expected: JSON, _ actual: JSON, _ path: PactPath, _ isCascaded: Bool
  ) {
    switch matcher {
    case .equality: compareParts(expected, actual, path, isExact: true)
    case .type(let min, let max):
      compareKind(expected, actual, path, min: isCascaded ? nil : min, max: isCascaded ? nil : max)
    case .eachKey where isCascaded:
      // A rule for keys admits any value below them.
      if expected.isCollection { compareKind(expected, actual, path, min: nil, max: nil) }
    case .values, .eachKey, .eachValue: compareEach(matcher, expected, actual, path)
    case .arrayContains(let variants): compareVariants(variants, expected, actual, path)
    default:
      // A matcher of an array is one of its elements, and a pattern or `notEmpty` of an object is
      // one of its members.
      let isInside =
        switch (expected, actual, matcher) {
        case (.array, .array, .null), (.array, .array, .other): false
        case (.array, .array, .notEmpty), (.object, .object, .notEmpty): matcher.admits(actual)
        case (.array, .array, _), (.object, .object, .regex): true
        default: false
        }
      if isInside {
        compareKind(expected, actual, path, min: nil, max: nil)
      } else if !matcher.admits(actual) || expected.isCollection {
        fail(path, matcher.words(for: expected), actual)
      }
    }
  }

  mutating func fail(_ path: PactPath, _ expected: String, _ actual: JSON?) {
    failures.append(
      ContractFailure(
        at: path.description, expected: expected, actual: actual.map(Self.short) ?? "nothing"))
  }

  static func short(_ json: JSON) -> String {
    let text = json.text()
    return text.utf8.count <= 400 ? text : String(text.prefix(400)) + "…"
  }
}

extension [PactRule] {
  /// Returns the rule that has the greatest weight for `path`; the first one if several have it.
  ///
  /// The result is `nil` if this rule is for a value above `path` and does not cascade.
  func best(_ path: PactPath) -> PactRule? {
    var found: PactRule?
    var greatest = 0
    for rule in self {
      let weight = rule.place.weight(path)
      if weight > greatest { (found, greatest) = (rule, weight) }
    }
    let isAbove = found.map { $0.place.steps.count < path.steps.count } ?? false
    return isAbove && found?.matchers.contains(where: \.cascades) == false ? nil : found
  }
}

/// Comparisons of arrays and objects, element by element or member by member.
extension JSONComparison {
  /// Requires equal members and elements, unless a more specific rule applies to them.
  ///
  /// Objects may have more members unless `isExact` is `true`.
  mutating func compareParts(
    _ expected: JSON, _ actual: JSON, _ path: PactPath, isExact: Bool
  ) {
    switch (expected, actual) {
    case (.object(let wanted), .object(let object)):
      compareMembers(wanted, object, path)
      guard isExact, admitsMoreMembers else { return }
      for member in object where wanted[member.key] == nil {
        fail(path.appending(.member(member.key)), "nothing", member.value)
      }
    case (.array(let wanted), .array(let array)):
      if wanted.count != array.count {
        fail(path, "an array of \(wanted.count)", .array(array))
      }
      for (index, pair) in zip(wanted, array).enumerated() {
        compare(pair.0, pair.1, path.appending(.element(index)))
      }
    default: if !expected.equals(actual) { fail(path, Self.short(expected), actual) }
    }
  }

  /// Requires the same JSON types at every depth.
  ///
  /// An element is compared with the example at its index, or with the first example if there is
  /// none.
  mutating func compareKind(
    _ expected: JSON, _ actual: JSON, _ path: PactPath, min: Int?, max: Int?
  ) {
    switch (expected, actual) {
    case (.object(let wanted), .object(let object)):
      if let min, object.count < min { fail(path, "at least \(min) members", actual) }
      if let max, object.count > max { fail(path, "at most \(max) members", actual) }
      compareMembers(wanted, object, path)
    case (.array(let wanted), .array(let array)):
      if let min, array.count < min { fail(path, "an array of at least \(min)", actual) }
      if let max, array.count > max { fail(path, "an array of at most \(max)", actual) }
      guard let first = wanted.first else { return }
      for (index, element) in array.enumerated() {
        let example = index < wanted.count ? wanted[index] : first
        compare(example, element, path.appending(.element(index)))
      }
    default:
      guard expected.kind != actual.kind else { return }
      fail(path, PactMatcher.type(min: nil, max: nil).words(for: expected), actual)
    }
  }

  private mutating func compareMembers(
    _ expected: JSONObject, _ actual: JSONObject, _ path: PactPath
  ) {
    for member in expected {
      let place = path.appending(.member(member.key))
      if let value = actual[member.key] {
        compare(member.value, value, place)
      } else {
        fail(place, Self.short(member.value), nil)
      }
    }
    guard !admitsMoreMembers else { return }
    for member in actual where expected[member.key] == nil {
      fail(path.appending(.member(member.key)), "nothing", member.value)
    }
  }

  /// Compares every member or element of `actual` by the matcher `values`, `eachKey` or
  /// `eachValue`.
  mutating func compareEach(
    _ matcher: PactMatcher, _ expected: JSON, _ actual: JSON, _ path: PactPath
  ) {
    let parts: [PathMatch]
    switch actual {
    case .object: parts = PactPath([.anyMember]).matches(in: actual)
    case .array: parts = PactPath([.anyElement]).matches(in: actual)
    default:
      fail(path, matcher.words(for: expected), actual)
      return
    }
    for part in parts {
      guard let step = part.path.steps.first else { continue }
      let place = path.appending(step)
      if case .eachKey(let matchers) = matcher, case .member(let key) = step {
        for wanted in matchers where !wanted.admits(.string(key), isText: true) {
          fail(place, "a key that is \(wanted.words(for: nil))", .string(key))
        }
      }
      let own = expected.child(step)
      guard let example = own ?? expected.firstChild else { continue }
      switch matcher {
      case .eachValue(let matchers) where !matchers.isEmpty:
        compare(example, part.value, place, by: matchers)
      case .eachKey: if let own { compare(own, part.value, place) }
      default: compare(example, part.value, place)
      }
    }
  }

  /// Requires a matching element for each variant of `arrayContains`, in any order.
  mutating func compareVariants(
    _ variants: [PactVariant], _ expected: JSON, _ actual: JSON, _ path: PactPath
  ) {
    guard case .array(let array) = actual else {
      fail(path, "an array", actual)
      return
    }
    let examples = expected.array ?? []
    let all = examples.indices.map { PactVariant(index: $0, rules: []) }
    for variant in variants.isEmpty ? all : variants {
      guard let example = expected[variant.index] else {
        fail(path, "an example with the index \(variant.index)", nil)
        continue
      }
      let isThere = array.contains {
        JSONComparison.failures(
          variant.rules, expected: example, actual: $0, admitsMoreMembers: admitsMoreMembers
        ).isEmpty
      }
      if !isThere { fail(path, "an element like \(Self.short(example))", actual) }
    }
  }
}

extension JSON {
  /// The kinds of values that the matcher `type` distinguishes.
  enum Kind {
    case null, bool, number, string, array, object
  }

  var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .double, .decimal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Returns whether two values are equal; 1.0 equals 1.00, but not 1.
  func equals(_ other: JSON) -> Bool {
    if self == other { return true }
    guard kind == .number, other.kind == .number, isWhole == other.isWhole else { return false }
    guard case .integer = self, case .integer = other else { return number == other.number }
    return false
  }

  /// Whether the value is a number written without a fraction and without an exponent.
  var isWhole: Bool {
    switch self {
    case .integer: true
    case .decimal(let decimal):
      decimal.digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    default: false
    }
  }

  fileprivate var isCollection: Bool { kind == .object || kind == .array }

  func child(_ step: PactPathStep) -> JSON? {
    switch step {
    case .member(let name): self[name]
    case .element(let index): self[index]
    case .anyMember, .anyElement: nil
    }
  }

  var firstChild: JSON? {
    switch self {
    case .object(let object): object.members.first?.value
    case .array(let array): array.first
    default: nil
    }
  }
}

/// A value and its path, which has no wildcards.
struct PathMatch {
  let path: PactPath
  let value: JSON
}

extension PactPath {
  /// Returns the values that the path expression matches, in document order.
  func matches(in json: JSON) -> [PathMatch] {
    var found = [PathMatch(path: .root, value: json)]
    for step in steps { found = found.flatMap { $0.children(step) } }
    return found
  }
}

extension PathMatch {
  fileprivate func children(_ step: PactPathStep) -> [PathMatch] {
    switch (step, value) {
    case (.member(let name), .object(let object)):
      object[name].map { [PathMatch(path: path.appending(step), value: $0)] } ?? []
    case (.element(let index), .object):
      PathMatch(path: path, value: value).children(.member(String(index)))
    case (.element(let index), .array(let array)) where array.indices.contains(index):
      [PathMatch(path: path.appending(step), value: array[index])]
    case (.anyMember, .object(let object)):
      object.map { PathMatch(path: path.appending(.member($0.key)), value: $0.value) }
    case (.anyElement, .array(let array)), (.anyMember, .array(let array)):
      array.enumerated().map {
        PathMatch(path: path.appending(.element($0.offset)), value: $0.element)
      }
    default: []
    }
  }
}
