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
    guard let schema = state.schema(call["schema"]),
      state.object(call["id"], of: schema.name) != nil
    else { throw .objectMissingOnDelete }
    state.remove(call["id"], from: schema)
    return .json(.ok, statusOK)
  }

  static func deleteObjects(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let query = try ObjectQuery(call, schema)
    guard !query.isEmpty else { throw .deleteWithoutCondition }
    let found = state.objects[schema.name]?.find(Query(query.predicate)).documents ?? []
    for document in found { state.remove(document.key, from: schema) }
    return .json(.ok, statusOK)
  }
}
