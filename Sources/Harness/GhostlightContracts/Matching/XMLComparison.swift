import GhostlightCore

/// Compares an XML document with an example and its rules.
///
/// Elements of one name are compared in order, and elements of different names in any order. A rule
/// with the path of an element also applies to its text, attributes and children.
///
/// - Source: the cases `* xml.json` of the Pact Specification, versions 2 to 4; if they do not
///   decide, the reference implementation in Rust.
struct XMLComparison {
  /// The place of an element, an attribute or a text: the names of its elements, from the root.
  typealias Place = [Step]

  struct Step {
    /// The name with its namespace, and the name with its prefix; `@name` for an attribute.
    let names: [String]
    /// The position among the elements of this name.
    var index = 0
  }

  let rules: [PactRule]
  /// Whether there may be elements and attributes that the example does not have.
  let admitsMore: Bool
  private(set) var failures: [ContractFailure] = []

  init(_ rules: [PactRule], admitsMore: Bool) {
    (self.rules, self.admitsMore) = (rules, admitsMore)
  }

  mutating func compare(_ expected: XMLElement, _ actual: XMLElement, in parent: Place = []) {
    compare(expected, actual, parent + [Step(names: [expected.name, expected.written])])
  }

  private mutating func compare(_ expected: XMLElement, _ actual: XMLElement, _ place: Place) {
    guard expected.name == actual.name else {
      return fail(place, "<\(expected.written)>", "<\(actual.written)>")
    }
    if let found = best(place), !found.isCascaded { compareSize(found.rule, actual, place) }
    compareAttributes(expected, actual, place)
    compareChildren(expected, actual, place)
    compareText(expected.text, actual.text, place + [Step(names: ["#text"])])
  }

  private mutating func compareSize(_ rule: PactRule, _ actual: XMLElement, _ place: Place) {
    let count = actual.children.count
    for matcher in rule.matchers {
      if case .type(let min, let max) = matcher {
        if let min, count < min { fail(place, "at least \(min) elements", "\(count)") }
        if let max, count > max { fail(place, "at most \(max) elements", "\(count)") }
      }
      if matcher == .notEmpty, count == 0, actual.text.isEmpty {
        fail(place, matcher.words(for: nil), "nothing")
      }
    }
  }

  private mutating func compareAttributes(
    _ expected: XMLElement, _ actual: XMLElement, _ place: Place
  ) {
    for (name, value) in expected.attributes {
      let place = place + [Step(names: ["@" + name])]
      guard let found = actual.attributes.first(where: { $0.name == name }) else {
        fail(place, value, "nothing")
        continue
      }
      compareText(value, found.value, place)
    }
    for (name, value) in actual.attributes
    where !admitsMore && !expected.attributes.contains(where: { $0.name == name }) {
      fail(place + [Step(names: ["@" + name])], "nothing", value)
    }
  }

  private mutating func compareChildren(
    _ expected: XMLElement, _ actual: XMLElement, _ place: Place
  ) {
    let examples = Grouped(expected.children, by: \.name)
    let children = Grouped(actual.children, by: \.name)
    for name in examples.names(with: children) {
      let (wanted, found) = (examples[name], children[name])
      let written = (wanted.first ?? found.first)?.written ?? name
      var step = Step(names: [name, written])
      let isRepeated = hasType(place + [step])
      for (index, child) in found.enumerated() {
        step.index = index
        if index < wanted.count || isRepeated && !wanted.isEmpty {
          compare(wanted[index < wanted.count ? index : 0], child, place + [step])
        } else if !admitsMore || isRepeated {
          fail(place + [step], "nothing", "<\(child.written)>")
        }
      }
      if found.isEmpty || !isRepeated && found.count < wanted.count {
        fail(place + [step], "<\(written)>", "nothing")
      }
    }
  }

  private mutating func compareText(_ expected: String, _ actual: String, _ place: Place) {
    guard let rule = best(place)?.rule else {
      if expected != actual { fail(place, expected, actual) }
      return
    }
    if let failure = rule.failure(example: expected, text: actual, at: Self.text(place)) {
      failures.append(failure)
    }
  }

  private mutating func fail(_ place: Place, _ expected: String, _ actual: String) {
    failures.append(ContractFailure(at: Self.text(place), expected: expected, actual: actual))
  }

  private static func text(_ place: Place) -> String {
    place.reduce("$") { text, step in
      let name = PactPath([.member(step.names.last ?? "")]).description.dropFirst()
      return text + name + (step.index > 0 ? "[\(step.index)]" : "")
    }
  }
}

/// The selection of rules.
extension XMLComparison {
  /// Returns the rule with the greatest weight for a place, and whether it is for an element above.
  private func best(_ place: Place) -> (rule: PactRule, isCascaded: Bool)? {
    var found: (rule: PactRule, isCascaded: Bool)?
    var greatest = 0
    for rule in rules {
      guard let (weight, length) = Self.weight(rule.place, place) else { continue }
      let isCascaded = length < place.count
      if isCascaded, !rule.matchers.contains(where: \.cascades) { continue }
      if weight > greatest { (found, greatest) = ((rule, isCascaded), weight) }
    }
    return found
  }

  /// Returns whether a rule for a place, or above it, requires only the type.
  private func hasType(_ place: Place) -> Bool {
    rules.contains { rule in
      Self.weight(rule.place, place) != nil
        && rule.matchers.contains { if case .type = $0 { true } else { false } }
    }
  }

  /// Returns the weight of an expression for a place and the number of steps of the place that it
  /// has; `nil` if it does not match.
  ///
  /// An index after a name counts the elements of this name, and `[*]` matches all of them. At the
  /// root, `[*]` matches any element.
  private static func weight(
    _ expression: PactPath, _ place: Place
  ) -> (weight: Int, length: Int)? {
    var weight = 2
    var length = 0
    for step in expression.steps {
      switch step {
      case .anyElement where length > 0: continue
      case .element(let index):
        guard length > 0, place[length - 1].index == index else { return nil }
        weight *= 2
      case .member(let name):
        guard length < place.count, place[length].names.contains(name) else { return nil }
        weight *= 2
        length += 1
      case .anyMember, .anyElement:
        guard length < place.count else { return nil }
        length += 1
      }
    }
    return (weight * (length + 1), length)
  }
}
