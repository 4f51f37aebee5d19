import GhostlightCore

/// Validates JSON with the part of JSON Schema that our own documents use.
struct SchemaValidator {
  /// The document in which references are resolved.
  let root: JSON

  /// Returns the violations of a schema, each with its path; unknown keywords count as violations.
  func violations(_ value: JSON, _ schema: JSON, at path: String = "$") -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
    var list: [String] = []
    for keyword in keywords {
      list += violations(value, keyword.key, keyword.value, keywords, path)
    }
    return list
  }

  /// Returns the schema to which a reference such as `#/…` points; `nil` if there is none.
  func resolve(_ reference: String) -> JSON? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(Optional(root)) {
      $0?[String($1)]
    }
  }

  private func violations(
    _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSONObject, _ path: String
  ) -> [String] {
    switch keyword {
    case "$ref": return reference(value, rule, path)
    case "type": return isKind(value, rule) ? [] : ["\(path): is no \(rule)"]
    case "enum": return rule.array?.contains(value) == true ? [] : ["\(path): not in \(rule)"]
    case "const": return value == rule ? [] : ["\(path): is not \(rule)"]
    case "minimum", "maximum": return range(value, keyword, rule, path)
    case "minProperties":
      guard let count = value.object?.count else { return [] }
      return Int64(count) >= rule.integer ?? 0 ? [] : ["\(path): has too few members"]
    case "pattern", "description", "examples", "default", "title": return []
    case "required": return required(value, rule, path)
    case "items":
      return (value.array ?? []).enumerated().flatMap { violations($1, rule, at: "\(path)[\($0)]") }
    case "properties", "additionalProperties":
      return members(value, keyword, rule, schema, path)
    case "oneOf":
      let fitting = (rule.array ?? []).count { violations(value, $0, at: path).isEmpty }
      return fitting == 1 ? [] : ["\(path): fits \(fitting) of oneOf"]
    default: return ["\(path): the schema has \(keyword)"]
    }
  }

  private func reference(_ value: JSON, _ rule: JSON, _ path: String) -> [String] {
    guard let target = resolve(rule.string ?? "") else { return ["\(path): no \(rule)"] }
    return violations(value, target, at: path)
  }

  private func isKind(_ value: JSON, _ rule: JSON) -> Bool {
    let names = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
    switch value {
    case .null: return names.contains("null")
    case .bool: return names.contains("boolean")
    case .integer: return names.contains("integer") || names.contains("number")
    case .double, .decimal: return names.contains("number")
    case .string: return names.contains("string")
    case .array: return names.contains("array")
    case .object: return names.contains("object")
    }
  }

  private func range(_ value: JSON, _ keyword: String, _ rule: JSON, _ path: String) -> [String] {
    guard let number = value.number, let bound = rule.number else { return [] }
    let fits = keyword == "minimum" ? number >= bound : number <= bound
    return fits ? [] : ["\(path): breaks \(keyword) \(rule)"]
  }

  private func required(_ value: JSON, _ rule: JSON, _ path: String) -> [String] {
    guard let object = value.object else { return [] }
    return (rule.array ?? []).compactMap(\.string).filter { object[$0] == nil }
      .map { "\(path): lacks \($0)" }
  }

  private func members(
    _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSONObject, _ path: String
  ) -> [String] {
    (value.object?.members ?? []).flatMap { member -> [String] in
      let place = "\(path).\(member.key)"
      if keyword == "properties" {
        return rule[member.key].map { violations(member.value, $0, at: place) } ?? []
      }
      guard schema["properties"]?[member.key] == nil else { return [] }
      if rule == false { return ["\(place): is not allowed"] }
      return violations(member.value, rule, at: place)
    }
  }
}
