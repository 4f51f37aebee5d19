import GhostlightCore

/// The types of a graph, from the member `graph` of `client-data/config.json` (A16).
struct GraphSchema: Sendable {
  static let userName = "user"
  static let systemUserName = "system_user"
  static let sessionName = "session"
  /// The names of the types that the auth service needs.
  static let neededNames = [userName, systemUserName, sessionName]

  /// The types in the configuration's order; the index of each type is its slot.
  let types: [ObjectType]
  /// The fields of custom schemas, keyed by the schema's name.
  let structures: [String: [FieldDefinition]]
  let pagination: Pagination
  let user: ObjectType
  let systemUser: ObjectType
  let session: ObjectType
  /// The names of types that are roles (A6).
  ///
  /// A user has a role if the user's edge `roles` contains an object of the type.
  let roleNames: [String]
  private let codes: [UInt16]

  /// Creates a schema, or returns `nil` if one of the types in ``neededNames`` is missing.
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

  func type(named name: String) -> ObjectType? {
    for type in types where type.name.isExactly(name) { return type }
    return nil
  }

  /// Returns the type whose code is the last two characters of an id, or `nil` if there is none
  /// (A3).
  func type(ofID id: String) -> ObjectType? {
    guard let code = Self.code(id), let slot = codes.firstIndex(of: code) else { return nil }
    return types[slot]
  }

  /// Returns the fields that a struct may have; `nil` if any field is allowed.
  func fields(of structure: StructureSchema) -> [FieldDefinition]? {
    switch structure {
    case .any: nil
    case .named(let name): structures[name]
    case .inline(let fields): fields
    }
  }

  /// Returns the last two bytes of an id as one number; `nil` if the id is shorter.
  private static func code(_ text: String) -> UInt16? {
    let bytes = text.utf8
    guard bytes.count >= 2 else { return nil }
    let last = bytes.index(before: bytes.endIndex)
    return UInt16(bytes[bytes.index(before: last)]) << 8 | UInt16(bytes[last])
  }
}

/// The allowed fields of a struct (A16).
enum StructureSchema: Sendable {
  /// Any fields are allowed.
  case any
  /// The fields of the custom schema with this name are allowed.
  case named(String)
  /// The fields that the struct's own definition contains are allowed.
  case inline([FieldDefinition])
}

/// The definition of an edge: a named list of links that each object of a type has (A16).
struct EdgeDefinition: Sendable {
  let name: String
  /// The names of the types whose objects the edge may contain.
  let contains: [String]
  let rules: AccessRules
}

/// The settings for pages of lists (A10).
struct Pagination: Sendable, Hashable {
  /// The kind of cursors with which clients request the next page.
  enum Mode: String, Sendable {
    /// A cursor is an index in the list; the newest link has index 0.
    case index
    /// A cursor is the id of an object.
    case object
  }

  /// The number of results on a page if the client does not send a count.
  var defaultCount = 25
  /// The maximum count that a client may send.
  var maxCount = 50
  var mode = Mode.index
}
