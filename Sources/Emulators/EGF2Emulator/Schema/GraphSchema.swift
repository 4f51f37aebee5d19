import GhostlightCore

/// The types of a graph: the member `graph` of `client-data/config.json` (A16).
struct GraphSchema: Sendable {
  static let userName = "user"
  static let systemUserName = "system_user"
  static let sessionName = "session"
  /// The types that the auth service needs.
  static let neededNames = [userName, systemUserName, sessionName]

  /// The types.
  ///
  /// The position of each is its slot.
  let types: [ObjectType]
  /// The fields of custom schemas, by name.
  let structures: [String: [FieldDefinition]]
  let pagination: Pagination
  let user: ObjectType
  let systemUser: ObjectType
  let session: ObjectType
  /// The types that are roles: a user has the role if the edge `roles` contains an object of the
  /// type (A6).
  let roleNames: [String]
  private let codes: [UInt16]

  /// Creates a schema, or returns `nil` if one of ``neededNames`` is missing.
  init?(types: [ObjectType], structures: [String: [FieldDefinition]], pagination: Pagination) {
    var needed: [ObjectType] = []
    for name in Self.neededNames {
      guard let type = types.first(where: { $0.name == name }) else { return nil }
      needed.append(type)
    }
    self.types = types
    self.structures = structures
    self.pagination = pagination
    user = needed[0]
    systemUser = needed[1]
    session = needed[2]
    roleNames = needed[0].edge("roles")?.contains ?? []
    codes = types.map { Self.code($0.code) ?? 0 }
  }

  /// Returns the type with this name, or `nil`.
  func type(named name: String) -> ObjectType? {
    for type in types where type.name.isExactly(name) { return type }
    return nil
  }

  /// Returns the type that the last two characters of an id name (A3).
  func type(ofID id: String) -> ObjectType? {
    guard let code = Self.code(id), let slot = codes.firstIndex(of: code) else { return nil }
    return types[slot]
  }

  /// Returns the fields of a struct; `nil` if any field is allowed.
  func fields(of structure: StructureSchema) -> [FieldDefinition]? {
    switch structure {
    case .any: nil
    case .named(let name): structures[name]
    case .inline(let fields): fields
    }
  }

  /// Returns the last two bytes of a text as one number.
  private static func code(_ text: String) -> UInt16? {
    let bytes = text.utf8
    guard bytes.count >= 2 else { return nil }
    let last = bytes.index(before: bytes.endIndex)
    return UInt16(bytes[bytes.index(before: last)]) << 8 | UInt16(bytes[last])
  }
}

/// The allowed fields of a struct (A16).
enum StructureSchema: Sendable {
  /// Any fields.
  case any
  /// The fields of a custom schema.
  case named(String)
  /// The fields in the definition of the struct itself.
  case inline([FieldDefinition])
}

/// A named list of objects that each object of a type has (A16).
struct EdgeDefinition: Sendable {
  let name: String
  /// The names of the types whose objects it may contain.
  let contains: [String]
  let rules: AccessRules
}

/// The settings of pages (A10).
struct Pagination: Sendable, Hashable {
  /// The form of cursors.
  enum Mode: String, Sendable {
    /// Positions.
    ///
    /// The newest link has position 0.
    case index
    /// Ids of objects.
    case object
  }

  /// The number of results on a page if the client sends no count.
  var defaultCount = 25
  /// The maximum count that a client may send.
  var maxCount = 50
  var mode = Mode.index
}
