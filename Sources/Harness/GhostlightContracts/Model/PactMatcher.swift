public import GhostlightCore

/// A rule for how far a value may differ from its example.
///
/// Use the functions of ``Example`` to attach matchers to values. Most matchers also apply to the
/// values inside the matched value, unless a more specific rule exists.
///
/// - Source: Pact Specification, version 4, "Matching Rules"; details as in the reference
///   implementation in Rust.
public indirect enum PactMatcher: Sendable, Hashable {
  /// Accepts only a value that equals the example.
  case equality
  /// Accepts values of the same JSON type as the example, at every depth.
  ///
  /// `min` and `max` limit the length of an array.
  case type(min: Int?, max: Int?)
  /// Accepts strings that the pattern matches as a whole.
  case regex(String)
  /// Accepts strings that contain this string.
  case include(String)
  /// Accepts numbers without a fraction.
  case integer
  /// Accepts numbers with a fraction.
  case decimal
  /// Accepts any number.
  case number
  /// Accepts `true` and `false`.
  case boolean
  /// Accepts only `null`.
  case null
  /// Accepts dates in a format such as `yyyy-MM-dd`; `nil` stands for ISO 8601.
  case date(String?)
  /// Accepts times in a format such as `HH:mm:ss`; `nil` stands for ISO 8601.
  case time(String?)
  /// Accepts dates with a time in a format; `nil` stands for ISO 8601.
  case timestamp(String?)
  /// Accepts bytes that can have this media type.
  case contentType(String)
  /// Accepts any value except `null` and an empty string, array or object.
  case notEmpty
  /// Accepts semantic versions.
  case semver
  /// Accepts a class of status codes, named as in Pact: `success`, `clientError`, …
  case statusClass(String)
  /// Accepts the listed status codes.
  case statusCodes([Int])
  /// Accepts objects whose keys all satisfy these matchers.
  case eachKey([PactMatcher])
  /// Accepts objects and arrays whose values all satisfy these matchers.
  case eachValue([PactMatcher])
  /// Accepts objects with any keys, if all values match the example's values.
  case values
  /// Accepts arrays that have a matching element for each variant.
  case arrayContains([PactVariant])
  /// A matcher that Ghostlight does not support, so that its interaction is skipped.
  case other(JSONObject)
}

extension PactMatcher {
  init(reading node: PactNode, depth: Int = 0) throws(PactError) {
    guard depth < 16 else { throw node.error("matchers are nested too deeply") }
    let named = try node["match"]?.string()
    let name = if let named { named } else { try Self.unnamed(node) }
    switch name {
    case "equality": self = .equality
    case "type", "min", "max", "min-type", "max-type", "min-max-type":
      self = .type(
        min: try node["min"]?.integer(0...Self.most), max: try node["max"]?.integer(0...Self.most))
    case "regex":
      let pattern = try node.required("regex").string()
      self = Pattern(pattern) == nil ? .other(try node.object()) : .regex(pattern)
    case "include": self = .include(try node.required("value").string())
    case "integer": self = .integer
    case "decimal", "real": self = .decimal
    case "number": self = .number
    case "boolean": self = .boolean
    case "null": self = .null
    case "date": self = .date(try Self.format(node, name))
    case "time": self = .time(try Self.format(node, name))
    case "timestamp", "datetime": self = .timestamp(try Self.format(node, name))
    case "contentType", "content-type": self = .contentType(try node.required("value").string())
    case "notEmpty", "not-empty": self = .notEmpty
    case "semver": self = .semver
    case "statusCode", "status-code": self = try Self.status(try node.required("status"))
    case "eachKey", "each-key": self = .eachKey(try Self.rules(node, depth))
    case "eachValue", "each-value": self = .eachValue(try Self.rules(node, depth))
    case "values": self = .values
    case "arrayContains", "array-contains": self = .arrayContains(try Self.variants(node))
    default: self = .other(try node.object())
    }
  }

  /// The reason why the matcher is not supported; `nil` if it is.
  var refusal: String? {
    switch self {
    case .other(let object):
      if let pattern = object["regex"]?.string {
        "the pattern \"\(pattern)\" is invalid or not supported"
      } else {
        "the matcher \"\(object["match"]?.string ?? "")\" is not supported"
      }
    case .eachKey(let matchers), .eachValue(let matchers):
      matchers.lazy.compactMap(\.refusal).first
    case .arrayContains(let variants):
      variants.lazy.flatMap(\.rules).flatMap(\.matchers).compactMap(\.refusal).first
    default: nil
    }
  }

  private static let most: Int64 = 1_000_000

  /// Returns the name of a matcher without `match`, which older files identify by its other
  /// members.
  private static func unnamed(_ node: PactNode) throws(PactError) -> String {
    let object = try node.object()
    for name in ["regex", "timestamp", "date", "time"] where object[name] != nil { return name }
    guard object["min"] != nil || object["max"] != nil else {
      throw node.error("a matcher does not have \"match\"; add it")
    }
    return "type"
  }

  private static func format(_ node: PactNode, _ name: String) throws(PactError) -> String? {
    try (node["format"] ?? node[name])?.string()
  }

  private static func status(_ node: PactNode) throws(PactError) -> PactMatcher {
    if let name = node.json.string {
      guard StatusClass(rawValue: name) != nil else {
        let known = StatusClass.allCases.map(\.rawValue).joined(separator: ", ")
        throw node.error("\"\(name)\" is not valid; use one of: \(known)")
      }
      return .statusClass(name)
    }
    var codes: [Int] = []
    for code in try node.elements() { codes.append(try code.integer(0...999)) }
    return .statusCodes(codes)
  }

  /// Returns the matchers in the `rules` of `eachKey` and `eachValue`.
  private static func rules(_ node: PactNode, _ depth: Int) throws(PactError) -> [PactMatcher] {
    var rules: [PactMatcher] = []
    for rule in try node["rules"]?.elements() ?? [] {
      rules.append(try PactMatcher(reading: rule, depth: depth + 1))
    }
    return rules
  }

  private static func variants(_ node: PactNode) throws(PactError) -> [PactVariant] {
    var variants: [PactVariant] = []
    for (position, entry) in try node.required("variants").elements().enumerated() {
      let index = try entry["index"]?.integer(0...most) ?? position
      let rules = try entry["rules"].map { rules throws(PactError) in
        try PactRule.list(rules, .body)
      }
      var variant = PactVariant(index: index, rules: rules ?? [])
      variant.generators = try entry["generators"]?.object() ?? [:]
      variants.append(variant)
    }
    return variants
  }
}

extension PactMatcher {
  var json: JSON {
    switch self {
    case .equality: Self.json("equality")
    case .type(let min, let max):
      Self.json("type", ["min": min.map(JSON.init(count:)), "max": max.map(JSON.init(count:))])
    case .regex(let pattern): Self.json("regex", ["regex": .string(pattern)])
    case .include(let text): Self.json("include", ["value": .string(text)])
    case .integer: Self.json("integer")
    case .decimal: Self.json("decimal")
    case .number: Self.json("number")
    case .boolean: Self.json("boolean")
    case .null: Self.json("null")
    case .date(let format): Self.json("date", ["format": format.map(JSON.string)])
    case .time(let format): Self.json("time", ["format": format.map(JSON.string)])
    case .timestamp(let format): Self.json("timestamp", ["format": format.map(JSON.string)])
    case .contentType(let type): Self.json("contentType", ["value": .string(type)])
    case .notEmpty: Self.json("notEmpty")
    case .semver: Self.json("semver")
    case .statusClass(let name): Self.json("statusCode", ["status": .string(name)])
    case .statusCodes(let codes):
      Self.json("statusCode", ["status": .array(codes.map(JSON.init(count:)))])
    case .eachKey(let rules): Self.json("eachKey", ["rules": .array(rules.map(\.json))])
    case .eachValue(let rules): Self.json("eachValue", ["rules": .array(rules.map(\.json))])
    case .values: Self.json("values")
    case .arrayContains(let variants):
      Self.json("arrayContains", ["variants": .array(variants.map(\.json))])
    case .other(let object): .object(object)
    }
  }

  private static func json(
    _ name: String, _ members: KeyValuePairs<String, JSON?> = [:]
  ) -> JSON {
    var object: JSONObject = ["match": .string(name)]
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}

extension JSON {
  package init(count: Int) { self = .integer(Int64(count)) }
}
