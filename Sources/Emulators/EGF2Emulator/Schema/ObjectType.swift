import GhostlightCore

/// A type of objects (A16).
///
/// A class, since every request looks types up and none ever changes one.
final class ObjectType: Sendable {
  let name: String
  /// The two characters at the end of its objects' ids.
  let code: String
  /// Its number in the configuration's order.
  let slot: Int
  /// Its own fields, then the common ones, in the configuration's order.
  let fields: [FieldDefinition]
  let edges: [EdgeDefinition]
  let rules: AccessRules
  /// Whether deleting takes the record away.
  let isVolatile: Bool
  /// Whether changes make no events.
  let isSilent: Bool

  init(
    name: String, code: String, slot: Int, fields: [FieldDefinition], edges: [EdgeDefinition],
    rules: AccessRules, isVolatile: Bool, isSilent: Bool
  ) {
    self.name = name
    self.code = code
    self.slot = slot
    self.fields = fields
    self.edges = edges
    self.rules = rules
    self.isVolatile = isVolatile
    self.isSilent = isSilent
  }

  /// A field by name.
  func field(_ name: String) -> FieldDefinition? {
    for field in fields where field.name.isExactly(name) { return field }
    return nil
  }

  /// An edge by name.
  func edge(_ name: String) -> EdgeDefinition? {
    for edge in edges where edge.name.isExactly(name) { return edge }
    return nil
  }
}
