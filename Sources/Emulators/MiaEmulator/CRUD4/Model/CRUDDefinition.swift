import GhostlightCore
import GhostlightEmulation

/// The immutable definition of a collection, in the service's own format (A2).
final class CRUDDefinition: Sendable {
  /// The JSON from which the definition was created.
  let json: JSONObject
  /// The collection's name in the database.
  let name: String
  /// The path after `/v2` in the collection's URLs, without slashes around it.
  let endpoint: String
  let defaultState: DocumentState
  /// The default order of lists from version 7.x on; a request overrides it with `_s`.
  let defaultSorting: [MongoSort.Key]
  /// All fields, starting with the six standard ones.
  let fields: [CRUDField]
  /// The names of all fields, in the order of the definition, which is that of exported columns.
  let columns: [String]
  /// The names of ``fields``, in a separate array to make lookups fast.
  private let names: [String]
  /// For each field, by index: whether its values are stored in a different form than clients send
  /// them.
  private let isConverted: [Bool]
  let indexes: [CRUDIndex]
  /// The indexes and the types of the fields, which the parser of filters needs.
  let filterSchema: FilterSchema
  /// Whether the values of at least one field are stored in a different form than they are
  /// returned.
  let hasPlaces: Bool
  /// Whether objects in documents may be without a required member.
  private let requiresMembers: Bool
  /// The schema of the body of a request that inserts a document.
  let insertion: ValueSchema
  /// The schema of a document in the configuration or in a provider state.
  ///
  /// Unlike ``insertion``, it also allows the standard fields.
  let start: ValueSchema
  /// A line for each member of the definition without effect, with its path (E51).
  let warnings: [String]

  /// The fields that every collection has, in the order in which documents contain them.
  static let standard = [
    "_id", "__STATE__", "creatorId", "createdAt", "updaterId", "updatedAt",
  ]

  /// Returns the path for a definition: its `endpointBasePath`, or its name if it has none.
  static func endpoint(_ json: JSONObject) -> String {
    let path = json["endpointBasePath"]?.string ?? json["name"]?.string ?? ""
    return path.split(separator: "/").joined(separator: "/")
  }

  /// The members of a definition; those after `schema` have no effect on requests.
  ///
  /// - Source: crud-service 7.2.5, lib/model.jsonschema.js.
  private static let members = [
    "name", "endpointBasePath", "type", "defaultState", "defaultSorting", "fields", "indexes",
    "schema", "description", "id", "tags",
  ]

  /// Creates a definition from its JSON.
  ///
  /// If `isStrict` is `true`, unknown members are refused, as in version 6.x.
  ///
  /// - Throws: The first problem in the JSON, with its path.
  init(_ json: JSONObject, isStrict: Bool = true) throws(DefinitionError) {
    self.json = json
    try Self.refuseViews(json)
    var members = DefinitionMembers(isStrict: isStrict)
    try members.check(.object(json), at: "", Self.members)
    guard json["type"] == nil || json["type"] == "collection" else {
      throw .mismatch(json["type"], at: ".type", expected: "\"collection\"")
    }
    guard let name = json["name"]?.string, !name.isEmpty else {
      throw .mismatch(json["name"], at: ".name", expected: "a string that is not empty")
    }
    self.name = name
    endpoint = Self.endpoint(json)
    guard !endpoint.isEmpty else {
      throw DefinitionError(at: ".endpointBasePath", "must be a path, such as \"/author\"")
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
    fields = try Self.fields(json, &members)
    names = fields.map(\.name)
    let given = Self.givenNames(json)
    columns =
      Self.standard.filter { !given.containsExactly($0) } + given
    isConverted = fields.map(\.isConverted)
    var indexes: [CRUDIndex] = []
    for (position, index) in try DefinitionError.array(json["indexes"], at: ".indexes").enumerated()
    {
      indexes.append(try CRUDIndex(json: index, at: ".indexes[\(position)]", &members))
    }
    self.indexes = indexes
    warnings = members.warnings
    filterSchema = FilterSchema(fields, indexes)
    hasPlaces = fields.contains { $0.kind == .geoPoint }
    requiresMembers = fields.contains { $0.schema?.requiresMembers ?? false }
    insertion = Self.insertion(fields)
    start = Self.start(insertion, fields)
  }

  /// Refuses a definition of a view.
  private static func refuseViews(_ json: JSONObject) throws(DefinitionError) {
    for (name, isView) in [
      ("type", json["type"] == "view"), ("source", json["source"] != nil),
      ("pipeline", json["pipeline"] != nil), ("enableLookup", json["enableLookup"] != nil),
    ] where isView {
      throw DefinitionError(
        at: "." + name,
        name == "type"
          ? "is \"view\"; there are no views here, only collections"
          : "belongs to a view; there are no views here, only collections")
    }
  }

  private static func fields(
    _ json: JSONObject, _ members: inout DefinitionMembers
  ) throws(DefinitionError) -> [CRUDField] {
    let own =
      try json["schema"] == nil ? listed(json, &members) : described(json["schema"], &members)
    let kinds: [FieldKind] = [.objectID, .string, .string, .date, .string, .date]
    var all = zip(standard, kinds).map { name, kind in CRUDField(name, kind) }
    for (position, name) in standard.enumerated() {
      guard let given = own.first(where: { $0.name == name }) else { continue }
      // A definition may declare `_id` as a string. The other standard fields cannot be changed.
      if position == 0, given.kind == .string { all[0] = CRUDField(name, .string) }
      all[position].json = given.json
      all[position].isOfJSONSchema = given.isOfJSONSchema
    }
    all += own.filter { !standard.contains($0.name) }
    return all
  }

  /// Returns the names of the fields in the definition, in its order.
  private static func givenNames(_ json: JSONObject) -> [String] {
    guard let schema = json["schema"] else {
      return json["fields"]?.array?.compactMap { $0["name"]?.string } ?? []
    }
    return schema["properties"]?.object?.keys ?? []
  }

  /// Returns the fields in the member `fields`.
  private static func listed(
    _ json: JSONObject, _ members: inout DefinitionMembers
  ) throws(DefinitionError) -> [CRUDField] {
    var own: [CRUDField] = []
    for (position, field) in try DefinitionError.array(json["fields"], at: ".fields").enumerated() {
      let place = ".fields[\(position)]"
      let read = try CRUDField(json: field, at: place, &members)
      guard !own.contains(where: { read.name.isExactly($0.name) }) else {
        throw DefinitionError(at: place, "defines \"\(read.name)\" again; remove one of them")
      }
      own.append(read)
    }
    return own
  }

  /// Returns the fields in the member `schema`, a JSON Schema.
  private static func described(
    _ schema: JSON?, _ members: inout DefinitionMembers
  ) throws(DefinitionError) -> [CRUDField] {
    let object = try DefinitionError.object(schema, at: ".schema")
    try members.check(
      .object(object), at: ".schema",
      ["type", "properties", "required", "additionalProperties", "title", "description"])
    let required = try DefinitionError.strings(object["required"], at: ".schema.required")
    var own: [CRUDField] = []
    for member in try DefinitionError.object(object["properties"], at: ".schema.properties") {
      let place = ".schema.properties.\(member.key)"
      guard !member.key.isEmpty else {
        throw DefinitionError(at: place, "names no field; give a name that is not empty")
      }
      var field = try CRUDField(member.key, property: member.value, at: place, &members)
      field.isRequired = required.containsExactly(member.key)
      own.append(field)
    }
    return own
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
    for position in names.indices where names[position].isExactly(name) { return position }
    return nil
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

  /// Returns a validated body as documents store it, or refuses a value that the service cannot
  /// convert.
  ///
  /// - Source: crud-service 7.2.5, lib/QueryParser.js, `traverseBody`.
  func stored(_ body: JSONObject, _ line: CRUDCompatibility) throws(Fault) -> JSONObject {
    for member in body.members {
      guard let position = position(of: member.key), isConverted[position] else { continue }
      let field = fields[position]
      if field.kind == .date, member.value.string != nil, FilterValue.date(member.value) == nil {
        throw .database("Invalid Date")
      }
      if line == .seven, field.kind == .array, field.items != .rawObject, field.items != nil,
        member.value.array == nil, !member.value.isNull || !field.isNullable
      {
        throw .database("value.map is not a function")
      }
    }
    return stored(body)
  }

  /// Returns the schema of the value at a dotted path for which the service derives a schema, or
  /// `nil` if there is none.
  func schema(below path: FilterPath) -> ValueSchema? {
    guard let field = pathField(path) else { return nil }
    return field.pathSchema?.nested(at: path.names.dropFirst())
  }

  /// Returns the field below which a dotted path is, or `nil` if the path is only a name, or if
  /// clients may not write the field.
  private func pathField(_ path: FilterPath) -> CRUDField? {
    guard !path.isField, path.names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("$") }) else {
      return nil
    }
    return writableField(path.root)
  }

  /// Returns whether a path is below an object for which the definition has no schema.
  func isBelowOpenObject(_ path: FilterPath) -> Bool { pathField(path)?.isOpenObject ?? false }

  /// Returns whether `$unset` allows a path below a field.
  func isUnsettable(below path: FilterPath) -> Bool {
    guard let field = pathField(path) else { return false }
    return field.kind == .rawObject || field.pathSchema != nil
  }

  /// Returns the refusal of a document that the service cannot print, because an object in it does
  /// not have a required member; `nil` for other documents.
  ///
  /// - Source: fast-json-stringify 6, index.js, `buildInnerObject` and `buildOneOf`.
  func refusal(of document: JSONObject) -> Fault? {
    guard requiresMembers else { return nil }
    for field in fields {
      guard let schema = field.schema, let value = document[field.name] else { continue }
      guard field.kind == .array else {
        guard let name = schema.missingMember(of: value) else { continue }
        return .crudMissingMember.filled(["name": name])
      }
      let elements = value.array ?? [value]
      if elements.contains(where: { schema.missingMember(of: $0) != nil }) {
        return .crudMismatch.filled(["name": field.name])
      }
    }
    return nil
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
