import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The provider states of both generations.
extension MiaBackend {
  static let providerStates = ProviderStateTable<MiaState>(crudStates + baasStates)
}

/// The provider states of the CRUD service.
extension MiaBackend {
  static let crudStates: [ProviderState<MiaState>] = [
    ProviderState(
      "collection exists",
      parameters: [
        "definition":
          "object: a collection definition of the CRUD service; replaces one with the same path",
        "access": "public, secreted or login, default secreted",
      ],
      results: [
        "collection": "its path below /v2",
        "warnings": "only with crudCompat 7: the members of the definition that have no effect",
      ]
    ) { parameters, state, _ throws(ProviderStateError) in
      try CRUDStates(parameters).collection(&state)
    },
    ProviderState(
      "document exists",
      parameters: [
        "collection": "string: path or name of the collection",
        "document": "object, as a client would send it; it may have _id, creatorId, createdAt, "
          + "updaterId and updatedAt",
        "asStored": "boolean, default false: whether the document is stored unchecked, also "
          + "without __STATE__ or with values of other types; it needs an _id",
      ], results: ["id": "its _id", "document": "the stored document"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CRUDStates(parameters).document(&state, &moment)
    },
    ProviderState(
      "collection is empty", parameters: ["collection": "string: path or name of the collection"]
    ) { parameters, state, _ throws(ProviderStateError) in
      try CRUDStates(parameters).clear(&state)
    },
    ProviderState(
      "project has settings",
      parameters: [
        "crudCompat": "6 or 7: the line of the CRUD service",
        "requiresValidation": "boolean: whether users must have validated their address",
        "secret": "string", "checksSecret": "boolean", "maximumLimit": "integer",
        "defaultLimit": "integer",
      ]
    ) { parameters, state, _ throws(ProviderStateError) in
      do throws(ConfigurationError) { try state.set(parameters) } catch {
        throw ProviderStateError("the settings are wrong: \(error)")
      }
      return [:]
    },
  ]
}

/// Sets up the provider states of the CRUD service.
struct CRUDStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  func collection(_ state: inout MiaState) throws(ProviderStateError) -> JSONObject {
    let json = try parameters.object("definition")
    let word = try parameters.string("access", default: CollectionAccess.secreted.rawValue)
    guard let access = CollectionAccess(rawValue: word) else {
      throw ProviderStateError(
        at: .parameter("access"),
        JSON.string(word).mismatch(expected: "public, secreted or login"),
        "the parameter \"access\" must be public, secreted or login")
    }
    let definition: CRUDDefinition
    do throws(DefinitionError) {
      definition = try CRUDDefinition(
        json, isStrict: state.configuration.crudCompatibility == .six)
    } catch {
      throw ProviderStateError(
        at: .root(".definition" + error.place), error.problem,
        "the definition is not valid: \(error.message)")
    }
    state.crud.define(CRUDCollection(definition, access: access))
    var results: JSONObject = ["collection": .string(definition.endpoint)]
    if !definition.warnings.isEmpty {
      results["warnings"] = .array(definition.warnings.map(JSON.string))
    }
    return results
  }

  /// Adds a document to a collection, or replaces the document with the same id.
  func document(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let slot = try slot(state)
    let body = try parameters.object("document")
    let definition = state.crud.collections[slot].definition
    if try parameters.flag("asStored") { return try store(body, in: slot, &state) }
    let checked: JSONObject
    do throws(Fault) {
      checked = try definition.start.validated(.object(body), at: "document").object ?? [:]
    } catch { throw ProviderStateError(error.message) }
    let stored = definition.stored(checked)
    let creator = stored["creatorId"]?.string ?? "public"
    var document = DocumentStamp(user: creator, milliseconds: moment.milliseconds)
      .document(stored, of: definition, &moment)
    let id = document["_id"]?.string ?? ""
    for name in CRUDDefinition.standard {
      if let given = stored[name] { document[name] = given }
    }
    if stored["_id"] != nil { state.crud.collections[slot].documents.remove(id) }
    do throws(Fault) {
      let problem = try state.crud.collections[slot].insert(document, within: .unlimited)
      if let problem { throw problem.fault(state.configuration) }
    } catch { throw ProviderStateError(error.message) }
    state.crud.share(slot)
    return ["id": .string(id), "document": .object(document)]
  }

  /// Stores a document unchanged, as a program other than the service could.
  private func store(
    _ document: JSONObject, in slot: Int, _ state: inout MiaState
  ) throws(ProviderStateError) -> JSONObject {
    guard let id = document["_id"]?.string, !id.isEmpty else {
      throw ProviderStateError(
        at: .parameter("document"), "needs an _id, which asStored does not draw",
        "the parameter \"document\" needs an _id, which asStored does not draw")
    }
    state.crud.collections[slot].documents.remove(id)
    state.crud.collections[slot].documents.insert(document, forKey: id)
    state.crud.collections[slot].check(document)
    state.crud.share(slot)
    return ["id": .string(id), "document": .object(document)]
  }

  func clear(_ state: inout MiaState) throws(ProviderStateError) -> JSONObject {
    let slot = try slot(state)
    let old = state.crud.collections[slot]
    state.crud.define(CRUDCollection(old.definition, access: old.access))
    return [:]
  }

  private func slot(_ state: MiaState) throws(ProviderStateError) -> Int {
    let name = try parameters.string("collection")
    let collections = state.crud.collections
    let slot =
      state.crud.position(of: name)
      ?? collections.firstIndex { name.isExactly($0.definition.name) }
    guard let slot else {
      throw ProviderStateError(
        "no collection is named \"\(name)\"; \(state.crud.knownCollections)")
    }
    return slot
  }
}

/// The provider states of BaaS up to 3.
///
/// Users and sessions are shared with the CRUD service.
extension MiaBackend {
  static let baasStates: [ProviderState<MiaState>] = [
    ProviderState(
      "user exists",
      parameters: [
        "email": "string; replaces a user with it", "password": "string, default password",
        "username": "string, default the email",
        "id": "string, default a random one; replaces a user with it",
        "fields": "object of further fields, default none",
        "validated": "boolean, default false: whether the email address is validated",
      ], results: ["userId": "the id", "user": "the item"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try BaaSStates(parameters).user(&state, &moment)
    },
    ProviderState(
      "logged in", parameters: ["email": "string", "username": "string, optional with email"],
      results: ["sid": "the session id", "userId": "the id of the user"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try BaaSStates(parameters).session(&state, &moment)
    },
    ProviderState(
      "item exists",
      parameters: [
        "collection": "string, not users and files",
        "item": "object, as a client would send it; it may have an id, which replaces an item, "
          + "and updatedAt, its time of creation in milliseconds since 1970",
        "creator": "string, default public: id of a user",
      ], results: ["id": "the id", "item": "the item"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try BaaSStates(parameters).item(&state, &moment)
    },
    ProviderState(
      "file exists",
      parameters: [
        "name": "string with an extension, which selects the type",
        "text": "string: the content", "base64": "string: the content's bytes",
        "root": "string, default http://127.0.0.1:4402: the start of locations",
        "creator": "string, default public: id of a user",
      ], results: ["id": "the item's id", "file": "the stored name", "location": "the URL"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try BaaSStates(parameters).file(&state, &moment)
    },
    ProviderState(
      "access rules exist",
      parameters: [
        "collection": "string",
        "access": "object of enabled, secreted, and read, create, update and delete, each an "
          + "object of users, groups and secreted",
      ]
    ) { parameters, state, _ throws(ProviderStateError) in
      try BaaSStates(parameters).access(&state)
    },
    ProviderState(
      "collection has no items", parameters: ["collection": "string, not users"]
    ) { parameters, state, _ throws(ProviderStateError) in
      try BaaSStates(parameters).clear(&state)
    },
  ]
}

/// Sets up the provider states of BaaS up to 3.
struct BaaSStates {
  private let parameters: StateParameters
  /// The greatest time that JavaScript's dates can represent, in milliseconds since 1970.
  private static let latest: Int64 = 8_640_000_000_000_000

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  func user(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let email = try parameters.string("email")
    var body = try parameters.object("fields", default: [:])
    body["email"] = .string(email)
    body["password"] = .string(try parameters.string("password", default: "password"))
    if let name = try parameters.optionalString("username") { body["username"] = .string(name) }
    let isValidated = try parameters.flag("validated")
    if let old = state.accounts.users.first("email", email)?["id"]?.string {
      state.accounts.remove(old)
    }
    let wanted = try parameters.optionalString("id")
    if let wanted { state.accounts.remove(wanted) }
    do throws(Fault) {
      let user = try state.accounts.register(
        body, id: wanted, by: "public", &moment, within: .unlimited)
      guard let id = user["id"]?.string else { throw .baasNotFound }
      state.accounts.users.set("validated", .bool(isValidated), of: id)
      return ["userId": .string(id), "user": .object(state.accounts.users[id] ?? user)]
    } catch { throw ProviderStateError("the user is refused: \(error.message)") }
  }

  func session(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let field = try parameters.optionalString("email") == nil ? "username" : "email"
    let name = try parameters.string(field)
    guard let id = state.accounts.users.first(field, name)?["id"]?.string else {
      throw ProviderStateError("there is no user \"\(name)\"; use \"user exists\" first")
    }
    let session = state.accounts.open(sessionOf: id, &moment)
    return ["sid": .string(session.id), "userId": .string(id)]
  }

  func item(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let name = try collection()
    guard name != BaaSState.filesName else {
      throw ProviderStateError(
        at: .root(""), "has no files; give them in \"files\"", "use \"file exists\" for files")
    }
    let body = try parameters.object("item")
    let creator = try parameters.string("creator", default: "public")
    do throws(Fault) {
      let given = try ItemBody.id(in: body)
      let id = given ?? moment.draw(.uuid, named: "item")
      let fields = try ItemCollection.item(body, by: creator, within: .unlimited)
      var then = moment
      if let made = body["updatedAt"]?.integer, (0...Self.latest).contains(made) {
        then.milliseconds = made
      }
      if given != nil { state.baas.remove(id, from: name) }
      let item = state.baas.collections[BytewiseString(name), default: ItemCollection()].add(
        fields, id: id, at: then)
      return ["id": .string(id), "item": .object(item)]
    } catch { throw ProviderStateError("the item is refused: \(error.message)") }
  }

  func file(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let file = StoredFile(name: try parameters.string("name"), content: try content())
    let root = try parameters.string("root", default: "http://127.0.0.1:4402")
    let creator = try parameters.string("creator", default: "public")
    let item = file.store(in: &state, root: root, by: creator, &moment)
    var results = JSONObject()
    for name in ["id", "file", "location"] { results[name] = item[name] }
    return results
  }

  func access(_ state: inout MiaState) throws(ProviderStateError) -> JSONObject {
    let name = try parameters.string("collection")
    let source = try parameters.object("access")
    do throws(DefinitionError) {
      state.baas.access[BytewiseString(name)] = try AccessRules(source)
    } catch {
      throw ProviderStateError(
        at: .root(".access" + error.place), error.problem,
        "the parameter \"access\" is wrong: \(error.message)")
    }
    return [:]
  }

  func clear(_ state: inout MiaState) throws(ProviderStateError) -> JSONObject {
    let name = try collection()
    for one in state.items(name).documents.documents() { state.baas.remove(one.key, from: name) }
    return [:]
  }

  private func collection() throws(ProviderStateError) -> String {
    let name = try parameters.string("collection")
    guard name != MiaState.usersName else {
      throw ProviderStateError(
        at: .root(""), "has no users; give them in \"users\" of \"mia\"",
        "use \"user exists\" for users")
    }
    return name
  }

  private func content() throws(ProviderStateError) -> [UInt8] {
    if let text = try parameters.optionalString("text") { return Array(text.utf8) }
    guard let bytes = Base64.decode(try parameters.string("base64")) else {
      throw ProviderStateError(
        at: .parameter("base64"), "is not valid base64",
        "the parameter \"base64\" is not valid base64")
    }
    return bytes
  }
}
