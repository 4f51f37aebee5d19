import GhostlightCore

/// A type of objects (A16).
///
/// It is a class so that lookups, which each request needs, do not copy its definitions.
final class ObjectType: Sendable {
  let name: String
  /// The two characters at the end of the ids of the type's objects.
  let code: String
  /// The index of the type in ``GraphSchema/types``.
  let slot: Int
  /// The type's own fields, followed by the common ones, in the configuration's order.
  let fields: [FieldDefinition]
  let edges: [EdgeDefinition]
  let rules: AccessRules
  /// Whether deleting an object removes its record, instead of marking it as deleted.
  let isVolatile: Bool
  /// Whether changes of the type's objects are not published as events.
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

  func field(_ name: String) -> FieldDefinition? {
    for field in fields where field.name.isExactly(name) { return field }
    return nil
  }

  func edge(_ name: String) -> EdgeDefinition? {
    for edge in edges where edge.name.isExactly(name) { return edge }
    return nil
  }
}

/// The format of object ids: a UUID in lower case, a dash and the type's code (A3, A8).
enum ObjectID {
  /// The length of an id in bytes.
  static let length = 39

  /// Returns whether a string is a lower-case UUID of version 1 to 5, followed by a dash and two
  /// characters.
  static func isWellFormed(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.count == length && (0..<37).allSatisfy { isWellFormed(bytes[$0], at: $0) }
    }
  }

  private static func isWellFormed(_ byte: UInt8, at position: Int) -> Bool {
    switch (position, byte) {
    case (8, _), (13, _), (18, _), (23, _), (36, _): byte == UInt8(ascii: "-")
    case (14, _): byte >= UInt8(ascii: "1") && byte <= UInt8(ascii: "5")
    case (19, UInt8(ascii: "8")), (19, UInt8(ascii: "9")): true
    case (_, UInt8(ascii: "a")), (_, UInt8(ascii: "b")): true
    case (19, _): false
    default:
      byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        || byte >= UInt8(ascii: "c") && byte <= UInt8(ascii: "f")
    }
  }
}
