import GhostlightCore

/// Holds a JSON value against an example and its rules.
///
/// - Source: Pact Specification, version 4; where it is silent, the reference implementation in
///   Rust decides: rules cascade, the weightiest expression wins, objects may have more members.
struct JSONComparison {
  let rules: [PactRule]
  private(set) var failures: [ContractFailure] = []

  init(_ rules: [PactRule]) { self.rules = rules }

  /// Compares a part with matchers of its own, which cascade.
  mutating func compare(
    _ expected: JSON, _ actual: JSON, _ path: PactPath, by matchers: [PactMatcher]
  ) {
    var comparison = JSONComparison(rules + [PactRule(path, matchers)])
    comparison.compare(expected, actual, path)
    failures += comparison.failures
  }

  /// What is wrong with a value.
  static func failures(
    _ rules: [PactRule], expected: JSON, actual: JSON
  ) -> [ContractFailure] {
    var comparison = JSONComparison(rules)
    comparison.compare(expected, actual, .root)
    return comparison.failures
  }

  mutating func compare(_ expected: JSON, _ actual: JSON, _ path: PactPath) {
    guard let rule = best(path) else {
      compareParts(expected, actual, path, isExact: false)
      return
    }
    let isCascaded = rule.place.steps.count != path.steps.count
    guard rule.combination == .or, rule.matchers.count > 1 else {
      for matcher in rule.matchers { apply(matcher, expected, actual, path, isCascaded) }
      return
    }
    for matcher in rule.matchers {
      var attempt = JSONComparison(rules)
      attempt.apply(matcher, expected, actual, path, isCascaded)
      if attempt.failures.isEmpty { return }
    }
    let wanted = rule.matchers.map { $0.words(for: expected) }.joined(separator: ", or ")
    fail(path, wanted, actual)
  }

  /// The rule with the greatest weight; of equals the first.
  private func best(_ path: PactPath) -> PactRule? {
    var found: PactRule?
    var greatest = 0
    for rule in rules {
      let isAbove = rule.place.steps.count < path.steps.count
      if isAbove, !rule.matchers.contains(where: \.cascades) { continue }
      let weight = rule.place.weight(path)
      if weight > greatest { (found, greatest) = (rule, weight) }
    }
    return found
  }

  mutating func apply(
    _ matcher: PactMatcher, _ expected: JSON, _ actual: JSON, _ path: PactPath, _ isCascaded: Bool
  ) {
    switch matcher {
    case .equality: compareParts(expected, actual, path, isExact: true)
    case .type(let min, let max):
      compareKind(expected, actual, path, min: isCascaded ? nil : min, max: isCascaded ? nil : max)
    case .values, .eachKey, .eachValue: compareEach(matcher, expected, actual, path)
    case .arrayContains(let variants): compareVariants(variants, expected, actual, path)
    default: if !matcher.admits(actual) { fail(path, matcher.words(for: expected), actual) }
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
