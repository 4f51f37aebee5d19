import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Delete one object, or all that match a query (A12).
extension StackMobBackend {
  /// `{"status":"OK"}` (D14).
  static let statusOK: JSON = ["status": "OK"]

  static func deleteObject(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let schema = state.schema(call["schema"]) else { throw .objectMissingOnDelete }
    let entitlement = try state.authorize(.delete, on: schema, by: call.caller)
    guard let object = state.object(call["id"], of: schema.name),
      entitlement.admits(object, in: state)
    else { throw .objectMissingOnDelete }
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
    let found = state.objects[schema.name]?.find(Query(predicate)).documents ?? []
    for document in found { state.remove(document.key, from: schema) }
    return .json(.ok, statusOK)
  }
}
