import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// `DELETE C/:id`: removes one document for good (A10).
  static func deleteDocument(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    try CRUDBody.refuse(call.request)
    let selection = try CRUDParameters(
      call.request, target.definition, allowing: [.query, .states]
    ).selection(id: target.id(call))
    guard let found = state.crud.collections[target.slot].first(selection) else {
      throw .crudNotFound
    }
    state.crud.collections[target.slot].documents.remove(found.key)
    return Response(.noContent)
  }

  /// `DELETE C/`: removes all documents that match for good (A10).
  static func deleteDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    try CRUDBody.refuse(call.request)
    let selection = try CRUDParameters(
      call.request, target.definition, allowing: [.query, .states]
    ).selection()
    let found = state.crud.collections[target.slot].matches(selection)
    for one in found { state.crud.collections[target.slot].documents.remove(one.key) }
    return CRUDEnvelope.count(found.count)
  }
}
