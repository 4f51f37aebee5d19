import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `POST <schema>`, which creates one object (A7) or several (A8), or upserts trees
/// (A16).
extension StackMobBackend {
  static func createObject(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try schemaToWrite(call["schema"], state)
    let context = try WriteContext(call, state)
    guard !context.isUpsert else {
      return try upsert(try RequestBody.json(call), in: schema, context, &state, &moment)
    }
    _ = try state.authorize(.create, on: schema, by: call.caller)
    switch try RequestBody.json(call) {
    case .object(let body):
      let creation = try ObjectCreation(body, in: schema, context, &moment)
      guard state.object(creation.id, of: schema.name) == nil else {
        throw .duplicateKey.filled(["schema": schema.name, "id": creation.id])
      }
      // The serialized object is stored, so that later reads can reuse it.
      let text = JSON.object(creation.object).bytes
      state.store(creation, &moment, printed: text)
      return Response(.created, headers: Response.jsonFields, body: text)
    case .array(let bodies):
      let objects = try RequestBody.objects(bodies)
      // The objects are stored in a copy, because nothing may be stored if the budget is used up
      // halfway.
      var draft = state
      let result = try BulkResult(storing: objects, in: schema, context, &draft, &moment)
      state = draft
      return result.response
    default:
      throw .badRequest.withReason(
        "the body is neither a JSON object nor an array of them", section: "A7")
    }
  }

  /// Returns the schema in a path; in an environment that infers schemas, a new schema if there is
  /// none.
  ///
  /// - Throws: ``Fault/unknownSchema`` if an environment that does not infer has no such schema, or
  ///   ``Fault/badName`` if a new schema is needed and the name is invalid.
  static func schemaToWrite(
    _ name: String, _ state: StackMobState
  ) throws(Fault) -> Schema {
    if let schema = state.schema(name) { return schema }
    guard state.infersSchemas else { throw .unknownSchema.filled(["name": name]) }
    guard let lowercased = Schema.lowercased(name), Schema.isName(lowercased) else {
      throw .badName.filled(["name": name])
    }
    return Schema(lowercased)
  }
}

/// A new object that has been checked and completed, but not stored.
struct ObjectCreation: Sendable {
  let id: String
  let schema: Schema
  let object: JSONObject
  let password: String?
  let files: [FileStore.Entry]

  /// Creates an object from a body, after checking the body and adding the id and server fields
  /// (A6).
  ///
  /// - Throws: The refusals of A6.1 and A6.2.
  init(
    _ body: JSONObject, in schema: borrowing Schema, _ context: borrowing WriteContext,
    _ moment: inout Moment
  ) throws(Fault) {
    var body = body
    let sent = body.removeValue(forKey: schema.primaryKey) ?? .null
    let draft = try ObjectDraft(body, for: .create, in: schema, context)
    try context.budget.spend(
      schema.isUserSchema ? Self.work + Self.workOfUser : Self.work)
    switch sent {
    case .string(let text) where !text.isEmpty: id = text
    case .null: id = moment.draw(.hexadecimal(32), named: schema.name)
    default: throw .wrongTypeOnCreate.filled(["field": schema.primaryKey])
    }
    var object = JSONObject()
    object.append(schema.primaryKey, .string(id))
    object = try draft.applied(to: object, id: id)
    for field in ["createddate", "lastmoddate"] where object[field] ?? .null == .null {
      object[field] = .integer(moment.milliseconds)
    }
    object["sm_owner"] = Self.owner(of: id, in: schema, context.caller).map(JSON.string)
    self.schema = draft.schema
    self.object = object
    password = draft.password
    files = draft.fileEntries(id: id)
  }

  /// The units of work for storing an object and adding it to the response.
  private static let work = 16
  /// The units of work for storing a user's password.
  private static let workOfUser = 24

  /// Returns the owner of a new object.
  ///
  /// Users own themselves; other objects belong to the logged-in user (A6).
  private static func owner(of id: String, in schema: Schema, _ caller: Caller) -> String? {
    if schema.isUserSchema { return "\(schema.name)/\(id)" }
    guard case .user(let name, let realm) = caller else { return nil }
    return "\(realm)/\(name)"
  }
}

/// The ids of the objects that a bulk create stored and of those that it rejected (A8).
///
/// Valid objects are stored even if others are rejected.
struct BulkResult: Sendable {
  var succeeded: [String] = []
  var failed: [String] = []

  init() {}

  /// Stores all valid objects.
  ///
  /// An invalid object without an id is listed with a random id.
  ///
  /// - Throws: Only ``Fault/workLimit(_:)``. `state` may then contain some of the objects.
  init(
    storing bodies: [JSONObject], in schema: Schema, _ context: WriteContext,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) {
    for body in bodies {
      let current = state.schemas[schema.name] ?? schema
      do throws(Fault) {
        let creation = try ObjectCreation(body, in: current, context, &moment)
        guard state.object(creation.id, of: schema.name) == nil else {
          failed.append(creation.id)
          continue
        }
        state.store(creation, &moment)
        succeeded.append(creation.id)
      } catch {
        guard !error.isWorkLimit else { throw error }
        let id = body[schema.primaryKey]?.string
        failed.append(id ?? moment.draw(.hexadecimal(32), named: schema.name))
      }
    }
  }

  var response: Response {
    .json(
      .ok,
      [
        "succeeded": .array(succeeded.map(JSON.string)),
        "failed": .array(failed.map(JSON.string)),
      ])
  }
}
