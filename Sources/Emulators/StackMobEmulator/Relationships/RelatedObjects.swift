import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `POST <schema>/<id>/<field>`, which creates objects and appends their ids to a
/// field (A15.1).
///
/// The response to a single object is the created object, and that to an array lists ids.
extension StackMobBackend {
  static func createRelated(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try relatedBody(call)
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
    // halfway, or if a single object is refused.
    var draft = state
    if let existing {
      draft.replace(call["id"], in: parent, with: existing)
    } else {
      draft.store(creation, &moment)
    }
    let ids: [String]
    let response: Response
    switch body {
    case .one(let object):
      let related = try storeRelated(object, in: target, context, &draft, &moment)
      (ids, response) = ([related.id], .json(.created, .object(related.object)))
    case .many(let objects):
      let result = try BulkResult(storing: objects, in: target, context, &draft, &moment)
      (ids, response) = (result.succeeded, result.response)
    }
    draft.adopt(draft.schemas[target.name] ?? target)
    try append(
      ids.map(JSON.string), to: call["field"], isToMany ? .unique : .last, of: call["id"],
      in: draft.schemas[parent.name] ?? parent, &draft, moment, call.budget)
    state = draft
    return response
  }

  private enum RelatedBody {
    case one(JSONObject)
    case many([JSONObject])
  }

  private static func relatedBody(_ call: Call) throws(Fault) -> RelatedBody {
    switch try RequestBody.json(call) {
    case .object(let body): return .one(body)
    case .array(let elements):
      guard !elements.contains(where: { $0.string != nil }) else {
        throw .badRequest.withReason(
          "the array contains an id; use PUT to append existing objects", section: "A15.1")
      }
      return .many(try RequestBody.objects(elements))
    default:
      throw .badRequest.withReason(
        "the body is neither a JSON object nor an array of them", section: "A15.1")
    }
  }

  /// Stores a related object with the refusals of a create (A7).
  private static func storeRelated(
    _ body: JSONObject, in target: Schema, _ context: WriteContext, _ state: inout StackMobState,
    _ moment: inout Moment
  ) throws(Fault) -> ObjectCreation {
    // The parent may have the same schema, and may just have been created.
    let schema = state.schemas[target.name] ?? target
    let creation = try ObjectCreation(body, in: schema, context, &moment)
    guard state.object(creation.id, of: schema.name) == nil else {
      throw .duplicateKey.filled(["schema": schema.name, "id": creation.id])
    }
    state.store(creation, &moment)
    return creation
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
      guard state.infersSchemas else {
        throw .unknownFieldInProduction.filled(["field": field, "schema": parent.name])
      }
      guard Schema.isName(field) else { throw .badName.filled(["name": field]) }
      parent[field] = .relationship(schema: field, isToMany: true)
      return (state.schemas[field] ?? Schema(field), true)
    }
  }
}
