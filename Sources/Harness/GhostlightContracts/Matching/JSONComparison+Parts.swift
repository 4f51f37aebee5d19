import GhostlightCore

/// What the parts of arrays and objects are held against.
extension JSONComparison {
  /// Equality, rules further down excepted; without `isExact` objects may have more members.
  mutating func compareParts(
    _ expected: JSON, _ actual: JSON, _ path: PactPath, isExact: Bool
  ) {
    switch (expected, actual) {
    case (.object(let wanted), .object(let object)):
      compareMembers(wanted, object, path)
      guard isExact else { return }
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

  /// The same kind, and so all below; each element like its example, or else like the first.
  mutating func compareKind(
    _ expected: JSON, _ actual: JSON, _ path: PactPath, min: Int?, max: Int?
  ) {
    switch (expected, actual) {
    case (.object(let wanted), .object(let object)): compareMembers(wanted, object, path)
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
  }

  /// `values`, `eachKey` and `eachValue`: whatever the keys are.
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
        for wanted in matchers where !wanted.admits(.string(key)) {
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

  /// An element for each variant, in any order.
  mutating func compareVariants(
    _ variants: [PactVariant], _ expected: JSON, _ actual: JSON, _ path: PactPath
  ) {
    guard case .array(let array) = actual else {
      fail(path, "an array", actual)
      return
    }
    for variant in variants {
      guard let example = expected[variant.index] else { continue }
      let isThere = array.contains {
        JSONComparison.failures(variant.rules, expected: example, actual: $0).isEmpty
      }
      if !isThere { fail(path, "an element like \(Self.short(example))", actual) }
    }
  }
}
