import GhostlightCore
import GhostlightEmulation

/// A new object, complete and checked, not yet stored.
struct ObjectCreation: Sendable {
  let id: String
  let schema: Schema
  let object: JSONObject
  let password: String?
  let files: [FileStore.Entry]

  /// Checks a body and adds the id and the fields that the server sets (A6).
  ///
  /// - Throws: The refusals of A6.1 and A6.2.
  init(
    _ body: JSONObject, in schema: Schema, _ context: WriteContext, _ moment: inout Moment
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

  /// What it costs to store an object and to name it in the answer.
  private static let work = 16
  /// What it costs to keep a user's password.
  private static let workOfUser = 24

  /// A user owns itself, another object belongs to whoever is logged in (A6).
  private static func owner(of id: String, in schema: Schema, _ caller: Caller) -> String? {
    if schema.isUserSchema { return "\(schema.name)/\(id)" }
    guard case .user(let name, let realm) = caller else { return nil }
    return "\(realm)/\(name)"
  }
}
