import GhostlightCore

/// The types of a graph: the member `graph` of `client-data/config.json` (A16).
struct GraphSchema: Sendable {
  static let userName = "user"
  static let systemUserName = "system_user"
  static let sessionName = "session"
  /// Types that the auth service cannot do without.
  static let neededNames = [userName, systemUserName, sessionName]

  /// The types, each at its slot.
  let types: [ObjectType]
  /// The fields of custom schemas, by name.
  let structures: [String: [FieldDefinition]]
  let pagination: Pagination
  let user: ObjectType
  let systemUser: ObjectType
  let session: ObjectType
  /// The types whose objects on a user's `roles` edge make the user one (A6).
  let roleNames: [String]
  private let codes: [UInt16]

  /// Makes a schema, or answers `nil` where one of ``neededNames`` is missing.
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

  /// A type by its name.
  func type(named name: String) -> ObjectType? {
    for type in types where type.name.isExactly(name) { return type }
    return nil
  }

  /// The type that the last two characters of an id name (A3).
  func type(ofID id: String) -> ObjectType? {
    guard let code = Self.code(id), let slot = codes.firstIndex(of: code) else { return nil }
    return types[slot]
  }

  /// The fields of a struct; `nil` where it may have any.
  func fields(of structure: StructureSchema) -> [FieldDefinition]? {
    switch structure {
    case .any: nil
    case .named(let name): structures[name]
    case .inline(let fields): fields
    }
  }

  /// The last two bytes of a text, as one number.
  private static func code(_ text: String) -> UInt16? {
    let bytes = text.utf8
    guard bytes.count >= 2 else { return nil }
    let last = bytes.index(before: bytes.endIndex)
    return UInt16(bytes[bytes.index(before: last)]) << 8 | UInt16(bytes[last])
  }
}

/// What a struct may have (A16).
enum StructureSchema: Sendable {
  /// Whatever it is.
  case any
  /// The fields of a custom schema.
  case named(String)
  /// The fields that stand in the field's own definition.
  case inline([FieldDefinition])
}

/// A named list of objects that belongs to each object of a type (A16).
struct EdgeDefinition: Sendable {
  let name: String
  /// The names of the types it may hold.
  let contains: [String]
  let rules: AccessRules
}

/// How pages are cut (A10).
struct Pagination: Sendable, Hashable {
  /// What cursors are.
  enum Mode: String, Sendable {
    /// Positions, the newest link being 0.
    case index
    /// Ids of objects.
    case object
  }

  /// How many results a page has that was asked for without a count.
  var defaultCount = 25
  /// The greatest count that may be asked for.
  var maxCount = 50
  var mode = Mode.index
}
