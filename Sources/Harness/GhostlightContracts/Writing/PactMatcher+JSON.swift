import GhostlightCore

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
  init(count: Int) { self = .integer(Int64(count)) }
}
