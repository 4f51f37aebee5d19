import GhostlightCore
import GhostlightEmulation

/// The handler of `POST <schema>/<id>/<field>`, which creates objects and appends their ids to a
/// field (A15.1).
extension StackMobBackend {
  static func createRelated(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let bodies: [JSONObject]
    switch try RequestBody.json(call) {
    case .object(let body): bodies = [body]
    case .array(let elements):
      guard !elements.contains(where: { $0.string != nil }) else {
        throw .badRequest.withReason(
          "the array contains an id; use PUT to append existing objects", section: "A15.1")
      }
      bodies = try RequestBody.objects(elements)
    default:
      throw .badRequest.withReason(
        "the body is neither a JSON object nor an array of them", section: "A15.1")
    }
    var parent = try schemaToWrite(call["schema"], state)
    let entitlement = try state.authorize(.update, on: parent, by: call.caller)
    let existing = state.object(call["id"], of: parent.name)
    if let existing {
      guard try entitlement.admits(existing, in: state, call.budget) else { throw .objectMissing }
    } else {
      _ = try state.authorize(.create, on: parent, by: call.caller)
    }
    let (target, isToMany) = try relation(call["field"], of: &parent, state)
    _ = try state.authorize(.create, on: target, by: call.caller)
    let context = try WriteContext(call, state)
    // A parent that does not exist is created with only its id (D7).
    let creation = try ObjectCreation(
      [parent.primaryKey: .string(call["id"])], in: parent, context, &moment)
    // The objects are stored in a copy, because nothing may be stored if the budget is used up
    // halfway.
    var draft = state
    if let existing {
      draft.replace(call["id"], in: parent, with: existing)
    } else {
      draft.store(creation, &moment)
    }
    let result = try BulkResult(storing: bodies, in: target, context, &draft, &moment)
    draft.adopt(draft.schemas[target.name] ?? target)
    try append(
      result.succeeded.map(JSON.string), to: call["field"], isToMany ? .unique : .last,
      of: call["id"], in: draft.schemas[parent.name] ?? parent, &draft, moment, call.budget)
    state = draft
    return result.response
  }

  /// Returns the schema to which a field relates.
  ///
  /// A new field becomes a one-to-many relationship to the schema with the field's name (A6.1).
  private static func relation(
    _ field: String, of parent: inout Schema, _ state: StackMobState
  ) throws(Fault) -> (schema: Schema, isToMany: Bool) {
    switch parent[field] {
    case .relationship(let schema, let isToMany):
      return (state.schemas[schema] ?? Schema(schema), isToMany)
    case .some(let type):
      throw .wrongTypeOnUpdate.filled(["field": field]).withReason(
        "its type is \(type.name)", section: "A15.1")
    case nil:
      guard state.isDevelopment else {
        throw .unknownFieldInProduction.filled(["field": field, "schema": parent.name])
      }
      guard Schema.isName(field) else { throw .badName.filled(["name": field]) }
      parent[field] = .relationship(schema: field, isToMany: true)
      return (state.schemas[field] ?? Schema(field), true)
    }
  }
}
