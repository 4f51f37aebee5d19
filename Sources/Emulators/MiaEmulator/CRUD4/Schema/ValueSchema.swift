import GhostlightCore

/// The part of JSON Schema that the service's validator is used with (A9).
struct ValueSchema: Sendable {
  /// A member of an object.
  struct Property: Sendable {
    let name: String
    var schema: ValueSchema
  }

  /// The types; none is any.
  var kinds: [ValueKind] = []
  /// The members that are known.
  var properties: [Property] = []
  /// The members that must be there.
  var required: [String] = []
  /// Whether other members may be there.
  var allowsOthers = true
  /// Of no or one schema: that of elements.
  var items: [ValueSchema] = []
  /// The fewest elements.
  var minimumItems: Int?
  /// The most elements.
  var maximumItems: Int?
  /// The smallest number.
  var minimum: Double?
  /// The greatest number.
  var maximum: Double?
  /// The values that may be.
  var choices: [JSON] = []
  /// What text must look like.
  var pattern: TextPattern?
  /// What a member is that is missing.
  var substitute: JSON?

  init(_ kinds: ValueKind...) { self.kinds = kinds }

  /// The schema of a member, or `nil` where it is not known.
  func property(_ name: String) -> ValueSchema? {
    for property in properties where property.name.isExactly(name) { return property.schema }
    return nil
  }

  /// The same schema that takes null too.
  func nullable() -> ValueSchema {
    guard !kinds.isEmpty, !kinds.contains(.null) else { return self }
    var copy = self
    copy.kinds.append(.null)
    if !copy.choices.isEmpty { copy.choices.append(.null) }
    return copy
  }

  /// What a path below a value of this schema must be like, or `nil` where there can be none.
  func schema(at names: ArraySlice<String>) -> ValueSchema? {
    guard let name = names.first else { return self }
    let rest = names.dropFirst()
    if kinds.contains(.array), Int(name) != nil {
      return items.first.map { $0.schema(at: rest) } ?? ValueSchema()
    }
    guard kinds.isEmpty || kinds.contains(.object) else { return nil }
    if let known = property(name) { return known.schema(at: rest) }
    return allowsOthers ? ValueSchema() : nil
  }
}
