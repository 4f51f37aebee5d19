import GhostlightCore
import GhostlightEmulation

/// A changed object, complete and checked, not yet stored.
struct ObjectUpdate: Sendable {
  let id: String
  let schema: Schema
  let object: JSONObject
  /// A user's new password.
  let password: String?
  let files: [FileStore.Entry]

  /// Checks a body against the object that exists (A11).
  ///
  /// - Throws: ``Fault/primaryKeyChange``, ``Fault/objectMissing`` also for one that is hidden from
  ///   the caller, and the refusals of A6.1 and A6.2.
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
    // What is stored is copied and answered as a whole.
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
