import GhostlightCore
import GhostlightEmulation

/// Deleting items (B3).
extension MiaBackend {
  static func deleteItem(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try deleteItem(try deletedID(call), in: try collectionName(call), call, &state)
  }

  static func deleteItemByPath(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try deleteItem(call["id"], in: try collectionName(call), call, &state)
  }

  /// Deletes all items; where everybody may delete only their own, only those.
  static func deleteAllItems(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    let scope = try state.scope(of: .delete, in: name, call)
    let query = Query(scope.predicate)
    let found = try state.items(name).documents.find(query, within: call.budget).documents
    try call.budget.spend(found.count, times: ItemCollection.write)
    if found.count == state.items(name).documents.count, name != BaaSState.filesName {
      state.baas.empty(name)
    } else {
      for one in found { state.baas.remove(one.key, from: name) }
    }
    return BaaSEnvelope.json(["count": .integer(Int64(found.count))])
  }

  /// The id in the query or, where there is no query, in the body.
  static func deletedID(_ call: Call) throws(Fault) -> String {
    var object = try ItemQuery.object(of: call)
    if object.isEmpty, !call.request.body.isEmpty { object = try ItemBody.object(call) }
    guard let id = object["id"]?.string, !id.isEmpty else { throw .baasDeleteWithoutID }
    return id
  }

  private static func deleteItem(
    _ id: String, in name: String, _ call: Call, _ state: inout MiaState
  ) throws(Fault) -> Response {
    let scope = try state.scope(of: .delete, in: name, call)
    let item = try state.item(id, in: name, scope)
    state.baas.remove(item["id"]?.string ?? id, from: name)
    return BaaSEnvelope.json(["count": 1])
  }
}
