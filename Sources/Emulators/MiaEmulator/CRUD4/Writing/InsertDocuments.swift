import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `POST C/`: inserts a document (A10).
  static func insertDocument(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let body = try CRUDBody.json(call, target.definition.insertion).object ?? [:]
    let document = DocumentStamp(call, moment).document(
      try target.definition.stored(body, target.line), of: target.definition, &moment)
    let problem = try state.crud.collections[target.slot].insert(document, within: call.budget)
    if let problem { throw problem.fault(state.configuration) }
    return .json(.ok, ["_id": document["_id"] ?? .null])
  }

  /// Handles `POST C/validate`: checks whether a document could be inserted (A4).
  static func validateDocument(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    _ = try CRUDBody.json(call, target.definition.insertion)
    return .json(.ok, ["result": "ok"])
  }

  /// Handles `POST C/bulk`: inserts documents in order (A10).
  ///
  /// If a document violates a unique index, the documents before it remain in the collection.
  static func insertDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var schema = ValueSchema(.array)
    schema.items = [target.definition.insertion]
    let bodies = try CRUDBody.json(call, schema).array ?? []
    guard !bodies.isEmpty else { throw .crudNoElements }
    let stamp = DocumentStamp(call, moment)
    var ids: [JSON] = []
    // The documents go to a copy, so that the state is unchanged if the budget is used up halfway.
    var collection = state.crud.collections[target.slot]
    for body in bodies {
      let document = stamp.document(
        try target.definition.stored(body.object ?? [:], target.line), of: target.definition,
        &moment)
      if let problem = try collection.insert(document, within: call.budget) {
        let fault = problem.fault(state.configuration)
        // If some documents have already been inserted, the refusal is returned as a response.
        // Throwing it would undo all changes of the state.
        guard !ids.isEmpty else { throw fault }
        state.crud.collections[target.slot] = collection
        return MiaGeneration.crud4.print(fault)
      }
      ids.append(["_id": document["_id"] ?? .null])
    }
    state.crud.collections[target.slot] = collection
    return .json(.ok, .array(ids))
  }
}
