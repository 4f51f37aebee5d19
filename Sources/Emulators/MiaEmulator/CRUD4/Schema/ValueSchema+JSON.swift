import GhostlightCore

extension ValueSchema {
  /// The schema as `GET …/schema` answers it.
  var json: JSON {
    var object: JSONObject = [:]
    switch kinds.count {
    case 0: break
    case 1: object["type"] = .string(kinds[0].rawValue)
    default: object["type"] = .array(kinds.map { .string($0.rawValue) })
    }
    if !properties.isEmpty {
      var members: JSONObject = [:]
      for property in properties { members[property.name] = property.schema.json }
      object["properties"] = .object(members)
    }
    if !required.isEmpty { object["required"] = .array(required.map(JSON.string)) }
    if !allowsOthers { object["additionalProperties"] = false }
    if let schema = items.first { object["items"] = schema.json }
    if let minimumItems { object["minItems"] = .integer(Int64(minimumItems)) }
    if let maximumItems { object["maxItems"] = .integer(Int64(maximumItems)) }
    if let minimum { object["minimum"] = .double(minimum) }
    if let maximum { object["maximum"] = .double(maximum) }
    if !choices.isEmpty { object["enum"] = .array(choices) }
    if let pattern { object["pattern"] = .string(pattern.text) }
    if let substitute { object["default"] = substitute }
    return .object(object)
  }

  /// Reads the JSON schema of a `RawObject` in a definition.
  ///
  /// - Throws: What is wrong, with the place.
  init(json: JSON, at place: String) throws(DefinitionProblem) {
    self.init()
    guard case .object(let object) = json else { throw DefinitionProblem("\(place) is no object") }
    let types = object["type"].map { $0.array ?? [$0] } ?? []
    for type in types {
      guard let kind = type.string.flatMap(ValueKind.init) else {
        throw DefinitionProblem("\(place).type knows no type \(type)")
      }
      kinds.append(kind)
    }
    for member in object["properties"]?.object?.members ?? [] {
      let schema = try ValueSchema(json: member.value, at: "\(place).properties.\(member.key)")
      properties.append(Property(name: member.key, schema: schema))
    }
    if kinds.isEmpty, !properties.isEmpty { kinds = [.object] }
    required = object["required"]?.array?.compactMap(\.string) ?? []
    allowsOthers = object["additionalProperties"] != false
    if let element = object["items"] {
      items = [try ValueSchema(json: element, at: "\(place).items")]
    }
    minimumItems = object["minItems"]?.integer.map { Int(clamping: $0) }
    maximumItems = object["maxItems"]?.integer.map { Int(clamping: $0) }
    minimum = object["minimum"]?.number
    maximum = object["maximum"]?.number
    choices = object["enum"]?.array ?? []
    substitute = object["default"]
    if let text = object["pattern"]?.string {
      do throws(FilterProblem) {
        pattern = .custom(text, try FilterPattern(text, options: ""))
      } catch { throw DefinitionProblem("\(place).pattern: \(error.message)") }
    }
    if object["nullable"] == true { self = nullable() }
  }
}
