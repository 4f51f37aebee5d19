import GhostlightCore

extension PactField {
  /// Takes fields of a part apart into values, rules and generators.
  static func lower(
    _ fields: KeyValuePairs<String, Example>, _ part: PactPart, _ rules: inout PactRules,
    _ generators: inout PactGenerators
  ) -> [PactField] {
    fields.map { name, example in
      let place = PactPath([.member(name)])
      let lowered = LoweredExample(example, at: place)
      rules[part] += lowered.rules
      generators[part] += lowered.generators
      if case .array(let values) = lowered.value {
        return PactField(name, values.map(\.plainText))
      }
      return PactField(name, lowered.value.isNull ? [] : [lowered.value.plainText])
    }
  }
}
