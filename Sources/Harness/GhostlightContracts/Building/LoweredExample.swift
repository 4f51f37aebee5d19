import GhostlightCore

/// An example taken apart into what a contract file keeps in three places.
struct LoweredExample {
  private(set) var value: JSON
  private(set) var rules: [PactRule] = []
  private(set) var generators: [PactGenerated] = []

  init(_ example: Example, at place: PactPath = .root) {
    value = .null
    value = lower(example, place)
  }

  private mutating func lower(_ example: Example, _ place: PactPath) -> JSON {
    switch example {
    case .value(let json): return json
    case .object(let members):
      var object = JSONObject()
      for member in members {
        object[member.name] = lower(member.value, place.appending(.member(member.name)))
      }
      return .object(object)
    case .array(let elements):
      return .array(
        elements.enumerated().map { lower($0.element, place.appending(.element($0.offset))) })
    case .matched(let inner, let matchers):
      rules.append(PactRule(place, matchers))
      return lower(inner, place)
    case .elements(let element, let min, let max, let count):
      rules.append(PactRule(place, [.type(min: min, max: max)]))
      let json = lower(element, place.appending(.anyElement))
      return .array(Array(repeating: json, count: Swift.max(count, 1)))
    case .containing(let elements):
      let lowered = elements.map { LoweredExample($0) }
      let variants = lowered.enumerated().map {
        PactVariant(index: $0.offset, rules: $0.element.rules)
      }
      rules.append(PactRule(place, [.arrayContains(variants)]))
      return .array(lowered.map(\.value))
    case .generated(let inner, let generator):
      let json = lower(inner, place)
      generators.append(PactGenerated(place, generator.typed(for: json)))
      return json
    }
  }
}

extension PactGenerator {
  /// The same generator, which knows of what kind the example is.
  fileprivate func typed(for example: JSON) -> PactGenerator {
    guard case .providerState(let expression, nil) = self else { return self }
    let type =
      switch example {
      case .string: "STRING"
      case .bool: "BOOLEAN"
      case .integer: "INTEGER"
      case .double, .decimal: "FLOAT"
      case .null, .array, .object: "RAW"
      }
    return .providerState(expression: expression, dataType: type)
  }
}

extension JSON {
  /// The value as a path, query or header holds it.
  var plainText: String { string ?? (isNull ? "" : text()) }
}
