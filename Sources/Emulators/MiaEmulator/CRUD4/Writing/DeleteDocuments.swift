import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `DELETE C/:id`: removes one document permanently (A10).
  static func deleteDocument(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    try CRUDBody.refuse(call)
    let selection = try CRUDParameters(
      call, target, allowing: [.query, .states]
    ).selection(id: target.id(call))
    let slot = target.slot
    guard let found = try state.crud.collections[slot].first(selection, within: call.budget) else {
      throw .crudNotFound
    }
    try state.crud.collections[slot].pay(for: found.document, within: call.budget)
    state.crud.collections[target.slot].documents.remove(found.key)
    return Response(.noContent)
  }

  /// Handles `DELETE C/`: removes all matching documents permanently (A10).
  static func deleteDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    try CRUDBody.refuse(call)
    let selection = try CRUDParameters(
      call, target, allowing: [.query, .states]
    ).selection()
    let slot = target.slot
    let found = try state.crud.collections[slot].matches(selection, within: call.budget)
    for one in found {
      try state.crud.collections[slot].pay(for: one.document, within: call.budget)
    }
    for one in found { state.crud.collections[target.slot].documents.remove(one.key) }
    return CRUDEnvelope.count(found.count)
  }
}
