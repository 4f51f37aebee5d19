import GhostlightCore

extension PactRules {
  init(reading node: PactNode, version: Int) throws(PactProblem) {
    self.init()
    for (name, node) in try node.members() {
      if version < 3, name.hasPrefix("$") {
        try readFlat(name, node)
        continue
      }
      guard let part = PactPart(rawValue: name) ?? (name == "headers" ? .header : nil) else {
        extras[name] = node.json
        continue
      }
      self[part] = try PactRule.list(node, part)
    }
  }

  /// A rule of version 2, whose place starts with the part: `$.body.notes[*].title`.
  private mutating func readFlat(_ place: String, _ node: PactNode) throws(PactProblem) {
    guard let path = PactPath(place), case .member(let name)? = path.steps.first,
      let part = PactPart(rawValue: name == "headers" ? "header" : name)
    else { throw node.problem("rules of version 2 start with $.body, $.header, $.path, $.query") }
    let rest = PactPath(Array(path.steps.dropFirst()))
    self[part].append(PactRule(rest, [try PactMatcher(reading: node)]))
  }
}

extension PactRule {
  static func list(_ node: PactNode, _ part: PactPart) throws(PactProblem) -> [PactRule] {
    if part.isWhole {
      let isPlain = node["matchers"] != nil
      guard let whole = isPlain ? node : try node.members().first?.node else { return [] }
      return [try PactRule(.root, reading: whole)]
    }
    var rules: [PactRule] = []
    for (place, node) in try node.members() {
      rules.append(try PactRule(try PactPath(place, in: part, at: node), reading: node))
    }
    return rules
  }

  private init(_ place: PactPath, reading node: PactNode) throws(PactProblem) {
    var matchers: [PactMatcher] = []
    for matcher in try node.required("matchers").elements() {
      matchers.append(try PactMatcher(reading: matcher))
    }
    let combine = try node["combine"]?.word(Combination.self) ?? .and
    self.init(place, matchers, combine)
  }
}
