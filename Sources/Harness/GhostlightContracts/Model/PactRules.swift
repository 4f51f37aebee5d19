public import GhostlightCore

/// The matching rules of a request or response.
///
/// A value without a rule must equal its example. If several rules match the path of a value, the
/// most specific rule applies.
public struct PactRules: Sendable, Hashable {
  /// The rules for each part of the message, in the order of the contract file.
  public var parts: [PactPart: [PactRule]]
  /// Rules for categories that are not parts of an HTTP message, which are preserved.
  public var extras: JSONObject

  /// Creates an empty set of rules, so that every value must equal its example.
  public init() {
    parts = [:]
    extras = [:]
  }

  /// The rules for a part of the message; empty if there are none.
  public subscript(part: PactPart) -> [PactRule] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue.isEmpty ? nil : newValue }
  }
}

/// The matchers for the values at a path.
///
/// Most rules have one matcher. If there are several, ``combination`` decides whether a value must
/// satisfy all of them or only one.
public struct PactRule: Sendable, Hashable {
  /// The combination of several matchers in one rule.
  ///
  /// The raw value is the word in the contract file. A rule without this word uses ``and``, which
  /// is also the default of ``PactRule``.
  public enum Combination: String, Sendable, Hashable, CaseIterable {
    /// All matchers must accept the value.
    case and = "AND"
    /// At least one matcher must accept the value.
    case or = "OR"
  }

  /// The path of the values to which the rule applies.
  public var place: PactPath
  /// The matchers that check each value.
  public var matchers: [PactMatcher]
  /// Whether all matchers must accept the value, or only one of them.
  public var combination: Combination

  /// Creates a rule for the values at a path.
  public init(
    _ place: PactPath, _ matchers: [PactMatcher], _ combination: Combination = .and
  ) {
    self.place = place
    self.matchers = matchers
    self.combination = combination
  }
}

/// An element that an array must contain at any index.
///
/// ``Example/arrayContaining(_:)`` creates a variant for each of its arguments. The example of the
/// variant is in the body, at ``index`` of the array of examples.
public struct PactVariant: Sendable, Hashable {
  /// The index of the variant's example in the array of examples.
  public var index: Int
  /// The rules for the element; their paths start at the element.
  public var rules: [PactRule]
  /// The generators for the element, which only stub servers apply.
  public var generators: JSONObject

  /// Creates a variant from the index of its example and its rules.
  public init(index: Int, rules: [PactRule]) {
    self.index = index
    self.rules = rules
    generators = [:]
  }
}

/// A part of a message to which rules and generators apply.
///
/// The raw value is the word in the contract file. Method, path and status have one rule for the
/// whole part; the other parts have rules by field name or by path expression.
public enum PactPart: String, Sendable, Hashable, CaseIterable {
  /// The method of a request.
  case method
  /// The path of a request.
  case path
  /// The query parameters; rules are identified by name.
  case query
  /// The header fields; rules are identified by name.
  case header
  /// The body; rules are identified by path expression.
  case body
  /// The status code of a response.
  case status

  /// Whether there is only one rule for the whole part.
  var isWhole: Bool { self == .path || self == .status || self == .method }
}

extension PactRules {
  init(reading node: PactNode?, version: Int) throws(PactError) {
    self.init()
    for (name, node) in try node?.members() ?? [] {
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

  /// Reads a rule of version 2, whose path starts with the part: `$.body.notes[*].title`.
  private mutating func readFlat(_ place: String, _ node: PactNode) throws(PactError) {
    guard let path = PactPath(place), case .member(let name)? = path.steps.first,
      let part = PactPart(rawValue: name == "headers" ? "header" : name)
    else { throw node.error("rules of version 2 start with $.body, $.header, $.path, $.query") }
    let rest = PactPath(Array(path.steps.dropFirst()))
    self[part].append(PactRule(rest, [try PactMatcher(reading: node)]))
  }
}

extension PactRule {
  static func list(_ node: PactNode, _ part: PactPart) throws(PactError) -> [PactRule] {
    if part.isWhole {
      let isPlain = node["matchers"] != nil
      guard let whole = isPlain ? node : try node.members().first?.node else { return [] }
      let rule = try PactRule(.root, reading: whole)
      return rule.matchers.isEmpty ? [] : [rule]
    }
    var rules: [PactRule] = []
    for (place, node) in try node.members() {
      let rule = try PactRule(try PactPath(place, in: part, at: node), reading: node)
      if !rule.matchers.isEmpty { rules.append(rule) }
    }
    return rules
  }

  private init(_ place: PactPath, reading node: PactNode) throws(PactError) {
    var matchers: [PactMatcher] = []
    for matcher in try node.required("matchers").elements() {
      matchers.append(try PactMatcher(reading: matcher))
    }
    // The reference implementation reads these words in capital and small letters.
    let known = node["combine"]?.json.string.flatMap { Combination(rawValue: $0.uppercased()) }
    let combine =
      if let known { known } else { try node["combine"]?.word(Combination.self) ?? .and }
    self.init(place, matchers, combine)
  }
}

extension PactRules {
  var json: JSON? {
    var object = extras
    for (part, rules) in parts {
      if part.isWhole {
        object[part.rawValue] = rules.first?.json
        continue
      }
      var places = JSONObject()
      for rule in rules { places[rule.place.text(in: part)] = rule.json }
      object[part.rawValue] = .object(places)
    }
    return object.isEmpty ? nil : .object(object)
  }
}

extension PactRule {
  fileprivate var json: JSON {
    ["combine": .string(combination.rawValue), "matchers": .array(matchers.map(\.json))]
  }
}

extension PactVariant {
  var json: JSON {
    var places = JSONObject()
    for rule in rules { places[rule.place.description] = rule.json }
    var object: JSONObject = ["index": .integer(Int64(index)), "rules": .object(places)]
    if !generators.isEmpty { object["generators"] = .object(generators) }
    return .object(object)
  }
}

extension PactPath {
  /// Returns the path as rules for a part write it: the bare name of a field, or an expression.
  ///
  /// The reference implementation requires bare names even for names such as `age[gte]`.
  func text(in part: PactPart) -> String {
    guard part == .query || part == .header, case .member(let name)? = steps.first else {
      return description
    }
    return name + PactPath(Array(steps.dropFirst())).description.dropFirst()
  }
}
