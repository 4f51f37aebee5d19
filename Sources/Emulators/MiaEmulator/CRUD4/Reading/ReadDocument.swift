import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// `GET C/:id`: one document (A10).
  static func readDocument(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target.definition, allowing: [.query, .states, .projection, .rawProjection])
    let selection = try parameters.selection(id: target.id(call))
    let projection = try DocumentProjection(parameters)
    let collection = state.crud.collections[target.slot]
    guard let found = try collection.first(selection, within: call.budget) else {
      throw .crudNotFound
    }
    let answer = try projection.answer(
      found.document, foundBy: selection.filter, within: call.budget)
    return .json(.ok, .object(answer))
  }

  /// `GET C/count`: how many documents match (A10).
  static func countDocuments(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target.definition, allowing: [.query, .states, .id, .useEstimate])
    let collection = state.crud.collections[target.slot]
    if parameters.values[.useEstimate]?.first == .bool(true) {
      return CRUDEnvelope.count(collection.documents.count)
    }
    let selection = try parameters.selection()
    guard selection.filter.near == nil else {
      throw .database("$nearSphere is not allowed in this context")
    }
    return CRUDEnvelope.count(try collection.matches(selection, within: call.budget).count)
  }
}
