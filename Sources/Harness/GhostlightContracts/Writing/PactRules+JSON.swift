import GhostlightCore

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
  /// The place as rules of a part name it: fields by their bare name, as
  /// the reference implementation wants even names such as `age[gte]`, else an expression.
  func text(in part: PactPart) -> String {
    guard part == .query || part == .header, case .member(let name)? = steps.first else {
      return description
    }
    return name + PactPath(Array(steps.dropFirst())).description.dropFirst()
  }
}
