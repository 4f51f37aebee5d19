import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers that delete one object, or all objects that match a query (A12).
extension StackMobBackend {
  /// The body of the response to a delete: `{"status":"OK"}` (D14).
  static let statusOK: JSON = ["status": "OK"]

  static func deleteObject(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let schema = state.schema(call["schema"]) else { throw .objectMissingOnDelete }
    let entitlement = try state.authorize(.delete, on: schema, by: call.caller)
    guard let object = state.object(call["id"], of: schema.name),
      try entitlement.admits(object, in: state, call.budget)
    else { throw .objectMissingOnDelete }
    try call.budget.spend(state.workToRemove(call["id"], from: schema))
    state.remove(call["id"], from: schema)
    return .json(.ok, statusOK)
  }

  static func deleteObjects(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let entitlement = try state.authorize(.delete, on: schema, by: call.caller)
    let query = try ObjectQuery(call, schema)
    guard !query.isEmpty else { throw .deleteWithoutCondition }
    let predicate = query.predicate(for: entitlement, in: state)
    let found = try state.objects[schema.name]?.find(Query(predicate), within: call.budget)
    // The objects are deleted in a copy, because nothing may be deleted if the budget is used up
    // halfway.
    var draft = state
    for document in found?.documents ?? [] {
      try call.budget.spend(draft.workToRemove(document.key, from: schema))
      draft.remove(document.key, from: schema)
    }
    state = draft
    return .json(.ok, statusOK)
  }
}
