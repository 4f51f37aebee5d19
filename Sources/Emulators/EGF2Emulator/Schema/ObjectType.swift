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

/// The form of objects' ids: a UUID in lower case and the type's code (A3, A8).
enum ObjectID {
  /// The number of bytes of every id.
  static let length = 39

  /// Whether a text is a lower-case UUID of version 1 to 5, a dash and two characters.
  static func isWellFormed(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == length else { return false }
    for (position, byte) in bytes[..<37].enumerated() {
      switch position {
      case 8, 13, 18, 23, 36: guard byte == UInt8(ascii: "-") else { return false }
      case 14: guard (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(byte) else { return false }
      case 19: guard "89ab".utf8.contains(byte) else { return false }
      default: guard "0123456789abcdef".utf8.contains(byte) else { return false }
      }
    }
    return true
  }
}
