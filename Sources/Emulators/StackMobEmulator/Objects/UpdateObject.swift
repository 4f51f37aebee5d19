import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `PUT <schema>/<id>`, which updates an existing object (A11).
///
/// Fields that the client did not send are unchanged.
extension StackMobBackend {
  static func updateObject(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try update(call["id"], with: try RequestBody.object(call), call, &state, &moment)
  }

  /// Handles `PUT <schema>` with the primary key in the body.
  static func updateNamedObject(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try RequestBody.object(call)
    let schema = try state.knownSchema(call["schema"])
    guard let id = body[schema.primaryKey]?.string else {
      throw .badRequest.withReason(
        "PUT without an id in the path needs \(schema.primaryKey) in the body", section: "A11")
    }
    return try update(id, with: body, call, &state, &moment)
  }

  private static func update(
    _ id: String, with body: JSONObject, _ call: Call, _ state: inout StackMobState,
    _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let schema = state.schema(call["schema"]) else { throw .objectMissing }
    let entitlement = try state.authorize(.update, on: schema, by: call.caller)
    let context = try WriteContext(call, state)
    if context.isUpsert {
      return try upsert(body, of: id, in: schema, entitlement, context, &state, &moment)
    }
    let update = try ObjectUpdate(body, of: id, in: schema, entitlement, context, state, moment)
    state.apply(update, &moment)
    return .json(.ok, .object(update.object))
  }

  /// Returns the object with a new `lastmoddate`, which is later than the earlier one.
  ///
  /// If the client sent a `lastmoddate`, it is used instead (A6).
  static func touched(
    _ object: JSONObject, since earlier: JSONObject, sent: JSONObject = [:], _ moment: Moment
  ) -> JSONObject {
    var result = object
    if sent["lastmoddate"]?.integer == nil {
      let before = earlier["lastmoddate"]?.integer ?? .min
      let next = before == .max ? before : before + 1
      result["lastmoddate"] = .integer(max(moment.milliseconds, next))
    }
    if result["createddate"] ?? .null == .null { result["createddate"] = earlier["createddate"] }
    return result
  }
}

/// A changed object that has been checked and completed, but not stored.
struct ObjectUpdate: Sendable {
  let id: String
  let schema: Schema
  let object: JSONObject
  /// A user's new password; `nil` if the body does not contain one.
  let password: String?
  let files: [FileStore.Entry]

  /// Creates an update from a body, after checking it against the existing object (A11).
  ///
  /// - Throws: ``Fault/primaryKeyChange`` if the body has a different id, ``Fault/objectMissing``
  ///   if the object does not exist or the caller may not update it, or the refusals of A6.1 and
  ///   A6.2.
  init(
    _ body: JSONObject, of id: String, in schema: Schema, _ entitlement: Entitlement,
    _ context: WriteContext, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) {
    var body = body
    if let key = body.removeValue(forKey: schema.primaryKey), key != .string(id) {
      throw .primaryKeyChange.filled(["field": schema.primaryKey])
    }
    guard let object = state.object(id, of: schema.name),
      try entitlement.admits(object, in: state, context.budget)
    else { throw .objectMissing }
    // Units are spent for the complete object, because it is copied and returned.
    try context.budget.spend(object.work)
    let draft = try ObjectDraft(body, for: .update, in: schema, context)
    self.id = id
    self.schema = draft.schema
    self.object = StackMobBackend.touched(
      try draft.applied(to: object, id: id), since: object, sent: draft.values, moment)
    password = draft.password
    files = draft.fileEntries(id: id)
  }
}
