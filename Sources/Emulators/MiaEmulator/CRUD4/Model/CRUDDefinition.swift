import GhostlightCore
import GhostlightEmulation

/// The immutable definition of a collection, in the service's own format (A2).
final class CRUDDefinition: Sendable {
  /// The JSON from which the definition was created.
  let json: JSONObject
  /// The collection's name in the database.
  let name: String
  /// The path segment after `/v2` in the collection's URLs.
  let endpoint: String
  let defaultState: DocumentState
  /// The default order of lists from version 7.x on; a request overrides it with `_s`.
  let defaultSorting: [MongoSort.Key]
  /// All fields, starting with the six standard ones.
  let fields: [CRUDField]
  /// The names of ``fields``, in a separate array to make lookups fast.
  private let names: [BytewiseString]
  /// For each field, by index: whether its values are stored in a different form than clients send
  /// them.
  private let isConverted: [Bool]
  let indexes: [CRUDIndex]
  /// The indexes and the types of the fields, which the parser of filters needs.
  let filterSchema: FilterSchema
  /// Whether the values of at least one field are stored in a different form than they are
  /// returned.
  let hasPlaces: Bool
  /// The schema of the body of a request that inserts a document.
  let insertion: ValueSchema
  /// The schema of a document in the configuration or in a provider state.
  ///
  /// Unlike ``insertion``, it also allows the standard fields.
  let start: ValueSchema

  /// The fields that every collection has, in the order in which documents contain them.
  static let standard = [
    "_id", "__STATE__", "creatorId", "createdAt", "updaterId", "updatedAt",
  ]

  /// Returns the path segment for a definition: its `endpointBasePath`, or its name if it has none.
  static func endpoint(_ json: JSONObject) -> String {
    let path = json["endpointBasePath"]?.string ?? json["name"]?.string ?? ""
    return path.split(separator: "/").joined(separator: "/")
  }

  /// Creates a definition from its JSON.
  ///
  /// - Throws: The first problem in the JSON, with its path.
  init(_ json: JSONObject) throws(DefinitionError) {
    self.json = json
    guard json["type"] != "view" else {
      throw DefinitionError(at: ".type", "is \"view\"; there are no views here, only collections")
    }
    try DefinitionError.checkMembers(
      .object(json), at: "",
      [
        "name", "endpointBasePath", "type", "description", "defaultState", "defaultSorting",
        "fields", "indexes",
      ])
    guard json["type"] == nil || json["type"] == "collection" else {
      throw .mismatch(json["type"], at: ".type", expected: "\"collection\"")
    }
    guard let name = json["name"]?.string, !name.isEmpty else {
      throw .mismatch(json["name"], at: ".name", expected: "a string that is not empty")
    }
    self.name = name
    endpoint = Self.endpoint(json)
    guard !endpoint.isEmpty, !endpoint.contains("/") else {
      throw DefinitionError(
        at: ".endpointBasePath", "must be one segment, such as \"/author\"")
    }
    guard let state = (json["defaultState"] ?? "DRAFT").string.flatMap(DocumentState.init) else {
      throw .mismatch(
        json["defaultState"], at: ".defaultState", expected: "PUBLIC, DRAFT, TRASH or DELETED")
    }
    defaultState = state
    var keys: [MongoSort.Key] = []
    for member in try DefinitionError.object(json["defaultSorting"], at: ".defaultSorting") {
      keys.append(MongoSort.Key(member.key, descending: member.value.number == -1))
    }
    defaultSorting = keys
    fields = try Self.fields(json)
    names = fields.map { BytewiseString($0.name) }
    isConverted = fields.map(\.isConverted)
    var indexes: [CRUDIndex] = []
    for (position, index) in try DefinitionError.array(json["indexes"], at: ".indexes").enumerated()
    {
      indexes.append(try CRUDIndex(json: index, at: ".indexes[\(position)]"))
    }
    self.indexes = indexes
    filterSchema = Self.filterSchema(fields, indexes)
    hasPlaces = fields.contains { $0.kind == .geoPoint }
    insertion = Self.insertion(fields)
    start = Self.start(insertion, fields)
  }

  private static func fields(_ json: JSONObject) throws(DefinitionError) -> [CRUDField] {
    var own: [CRUDField] = []
    for (position, field) in try DefinitionError.array(json["fields"], at: ".fields").enumerated() {
      let place = ".fields[\(position)]"
      let read = try CRUDField(json: field, at: place)
      guard !own.contains(where: { read.name.isExactly($0.name) }) else {
        throw DefinitionError(at: place, "defines \"\(read.name)\" again; remove one of them")
      }
      own.append(read)
    }
    let kinds: [FieldKind] = [.objectID, .string, .string, .date, .string, .date]
    var all = zip(standard, kinds).map { name, kind in CRUDField(name, kind) }
    // A definition may declare `_id` as a string. The other standard fields cannot be changed.
    if own.first(where: { $0.name == "_id" })?.kind == .string {
      all[0] = CRUDField("_id", .string)
    }
    all += own.filter { !standard.contains($0.name) }
    return all
  }

  private static func filterSchema(_ fields: [CRUDField], _ indexes: [CRUDIndex]) -> FilterSchema {
    var schema = FilterSchema()
    for field in fields { schema.add(field.name, field.kind) }
    for index in indexes {
      if index.kind == .text {
        schema.textFields = index.fields
      } else {
        schema.addIndex(of: index.fields[0])
      }
    }
    schema.addIndex(of: "_id")
    return schema
  }

  private static func insertion(_ fields: [CRUDField]) -> ValueSchema {
    var schema = ValueSchema(.object)
    schema.allowsOthers = false
    schema.properties = [.init(name: "__STATE__", schema: DocumentState.schema)]
    for field in fields.dropFirst(standard.count) {
      schema.properties.append(.init(name: field.name, schema: field.valueSchema))
      if field.isRequired { schema.required.append(field.name) }
    }
    return schema
  }

  private static func start(_ insertion: ValueSchema, _ fields: [CRUDField]) -> ValueSchema {
    var schema = insertion
    for field in fields.prefix(standard.count) where field.name != "__STATE__" {
      schema.properties.append(.init(name: field.name, schema: field.valueSchema))
    }
    return schema
  }
}

extension CRUDDefinition {
  func field(_ name: String) -> CRUDField? {
    position(of: name).map { fields[$0] }
  }

  private func position(of name: String) -> Int? {
    let name = BytewiseString(name)
    return names.withUnsafeBufferPointer { $0.firstIndex(of: name) }
  }

  /// Returns the field with this name, or `nil` if there is none or clients may not write it.
  func writableField(_ name: String) -> CRUDField? {
    position(of: name).flatMap { $0 < Self.standard.count ? nil : fields[$0] }
  }

  func isWritable(_ name: String) -> Bool {
    position(of: name).map { $0 >= Self.standard.count } ?? false
  }

  /// Whether new documents get ids of 24 hexadecimal digits; otherwise they get UUIDs.
  var hasObjectIDs: Bool { fields[0].kind == .objectID }

  /// Draws a new document id.
  ///
  /// An object id is always greater than the object ids drawn before it.
  func newID(_ moment: inout Moment) -> String {
    hasObjectIDs
      ? moment.drawObjectID(named: "document") : moment.draw(.uuid, named: "document")
  }

  /// Returns a validated body with its values converted to the form in which documents store them.
  func stored(_ body: JSONObject) -> JSONObject {
    var result = body
    for member in body.members {
      guard let position = position(of: member.key), isConverted[position] else { continue }
      result[member.key] = fields[position].stored(member.value)
    }
    return result
  }

  /// Returns the schema of the value at a dotted path below a `RawObject` field, or in an array of
  /// objects.
  ///
  /// Returns `nil` if there is no such path, or if the path is only a field name.
  func schema(below path: FilterPath) -> ValueSchema? {
    guard !path.isField, let field = field(path.root), isWritable(path.root),
      path.names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("$") })
    else { return nil }
    switch field.kind {
    case .rawObject: return field.valueSchema.schema(at: path.names.dropFirst())
    case .array where field.items == .rawObject && field.schema != nil:
      return field.valueSchema.schema(at: path.names.dropFirst())
    default: return nil
    }
  }

  /// Returns whether the last name of a path below a `RawObject` field is a required member.
  func isRequired(below path: FilterPath) -> Bool {
    guard let field = field(path.root), let name = path.names.last else { return false }
    let object = field.valueSchema.schema(at: path.names.dropFirst().dropLast())
    return object?.required.contains { name.isExactly($0) } ?? false
  }

  /// The schema of a complete document, which `GET …/schema` returns.
  var documentSchema: ValueSchema {
    var schema = ValueSchema(.object)
    schema.allowsOthers = false
    schema.properties = fields.map { field in
      let isState = field.name == "__STATE__"
      return .init(name: field.name, schema: isState ? DocumentState.schema : field.valueSchema)
    }
    schema.required = ["_id"] + insertion.required
    return schema
  }
}

/// The callers that the gateway allows to access a collection (A1).
enum CollectionAccess: String, Sendable {
  /// All callers.
  case open = "public"
  /// Callers that send the secret.
  case secreted
  /// Callers that send the secret and are signed in.
  case login
}

/// A problem in the definition of a collection or in access rules, with its path in them.
struct DefinitionError: Error, Sendable, Hashable {
  /// The path in the definition, such as `.fields[0].type`, or empty.
  let place: String
  let problem: String

  init(at place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  /// The path and the problem in one line.
  var message: String { place.isEmpty ? problem : "\(place.dropFirst()): \(problem)" }

  /// Returns the error for a value of the wrong kind, or for a missing one.
  static func mismatch(
    _ value: JSON?, at place: String, expected kinds: String
  ) -> DefinitionError {
    DefinitionError(
      at: place, value?.mismatch(expected: kinds) ?? "is missing; give \(kinds)")
  }

  /// Returns the elements of an optional array.
  ///
  /// - Throws: A problem if the value is not an array.
  static func array(_ value: JSON?, at place: String) throws(DefinitionError) -> [JSON] {
    guard let value else { return [] }
    guard let array = value.array else { throw mismatch(value, at: place, expected: "an array") }
    return array
  }

  /// Returns the strings of an optional array.
  ///
  /// - Throws: A problem with the path of the first value that is not a string.
  static func strings(_ value: JSON?, at place: String) throws(DefinitionError) -> [String] {
    var strings: [String] = []
    for element in try array(value, at: place) {
      guard let text = element.string else {
        throw mismatch(element, at: "\(place)[\(strings.count)]", expected: "a string")
      }
      strings.append(text)
    }
    return strings
  }

  /// Returns an optional object.
  ///
  /// - Throws: A problem if the value is not an object.
  static func object(_ value: JSON?, at place: String) throws(DefinitionError) -> JSONObject {
    guard let value else { return [:] }
    guard let object = value.object else { throw mismatch(value, at: place, expected: "an object") }
    return object
  }

  /// Returns an optional Boolean value, `false` by default.
  ///
  /// - Throws: A problem if the value is neither `true` nor `false`.
  static func flag(_ value: JSON?, at place: String) throws(DefinitionError) -> Bool {
    guard let value else { return false }
    guard let flag = value.bool else { throw mismatch(value, at: place, expected: "true or false") }
    return flag
  }

  /// Rejects members that the emulator does not know (E51).
  ///
  /// - Throws: A problem with the path of the first unknown member.
  static func checkMembers(
    _ json: JSON, at place: String, _ known: [String]
  ) throws(DefinitionError) {
    for member in try object(json, at: place) where !known.contains(member.key) {
      let path = DocumentPointer.member(of: .root(place), member.key)
      throw DefinitionError(
        at: path.description, JSON.unknownMember(member.key, among: known))
    }
  }
}
