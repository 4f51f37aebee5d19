import GhostlightCore

extension PactMatcher {
  init(reading node: PactNode, depth: Int = 0) throws(PactProblem) {
    guard depth < 16 else { throw node.problem("matchers stand in each other too deep") }
    let named = try node["match"]?.string()
    let name = if let named { named } else { try Self.unnamed(node) }
    switch name {
    case "equality": self = .equality
    case "type":
      self = .type(
        min: try node["min"]?.integer(0...Self.most), max: try node["max"]?.integer(0...Self.most))
    case "regex": self = .regex(try Self.pattern(node))
    case "include": self = .include(try node.required("value").string())
    case "integer": self = .integer
    case "decimal": self = .decimal
    case "number": self = .number
    case "boolean": self = .boolean
    case "null": self = .null
    case "date": self = .date(try Self.format(node, name))
    case "time": self = .time(try Self.format(node, name))
    case "timestamp", "datetime": self = .timestamp(try Self.format(node, name))
    case "contentType": self = .contentType(try node.required("value").string())
    case "notEmpty": self = .notEmpty
    case "semver": self = .semver
    case "statusCode": self = try Self.status(try node.required("status"))
    case "eachKey": self = .eachKey(try Self.rules(node, depth))
    case "eachValue": self = .eachValue(try Self.rules(node, depth))
    case "values": self = .values
    case "arrayContains", "array-contains": self = .arrayContains(try Self.variants(node))
    default: throw node.problem("no matcher is named \"\(name)\"")
    }
  }

  private static let most: Int64 = 1_000_000

  /// The name of a matcher that only its members tell, as older files write it.
  private static func unnamed(_ node: PactNode) throws(PactProblem) -> String {
    let object = try node.object()
    for name in ["regex", "timestamp", "date", "time"] where object[name] != nil { return name }
    guard object["min"] != nil || object["max"] != nil else {
      throw node.problem("a matcher lacks \"match\"; add it")
    }
    return "type"
  }

  private static func format(_ node: PactNode, _ name: String) throws(PactProblem) -> String? {
    try (node["format"] ?? node[name])?.string()
  }

  private static func pattern(_ node: PactNode) throws(PactProblem) -> String {
    let regex = try node.required("regex")
    let pattern = try regex.string()
    guard Pattern(pattern) != nil else { throw regex.problem("\"\(pattern)\" is no pattern") }
    return pattern
  }

  private static func status(_ node: PactNode) throws(PactProblem) -> PactMatcher {
    if let name = node.json.string {
      guard StatusClass(rawValue: name) != nil else {
        let known = StatusClass.allCases.map(\.rawValue).joined(separator: ", ")
        throw node.problem("\"\(name)\" is none of: \(known)")
      }
      return .statusClass(name)
    }
    var codes: [Int] = []
    for code in try node.elements() { codes.append(try code.integer(0...999)) }
    return .statusCodes(codes)
  }

  /// The rules of `eachKey` and `eachValue`.
  private static func rules(_ node: PactNode, _ depth: Int) throws(PactProblem) -> [PactMatcher] {
    var rules: [PactMatcher] = []
    for rule in try node["rules"]?.elements() ?? [] {
      rules.append(try PactMatcher(reading: rule, depth: depth + 1))
    }
    return rules
  }

  private static func variants(_ node: PactNode) throws(PactProblem) -> [PactVariant] {
    var variants: [PactVariant] = []
    for (position, entry) in try node.required("variants").elements().enumerated() {
      let index = try entry["index"]?.integer(0...most) ?? position
      let rules = try entry["rules"].map { rules throws(PactProblem) in
        try PactRule.list(rules, .body)
      }
      var variant = PactVariant(index: index, rules: rules ?? [])
      variant.generators = try entry["generators"]?.object() ?? [:]
      variants.append(variant)
    }
    return variants
  }
}
