import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Creating and changing items (B3).
extension MiaBackend {
  /// An object without an id is a new item; one with the id of an item changes that.
  static func createOrUpdateItem(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    let body = try ItemBody.object(call)
    if let id = try ItemBody.id(in: body) {
      return try updateItem(id, body, in: name, call, &state, moment)
    }
    return itemResponse(try createItem(body, in: name, call, &state, &moment))
  }

  static func updateItemByBody(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    let body = try ItemBody.object(call)
    guard let id = try ItemBody.id(in: body) else { throw .baasUpdateWithoutID }
    return try updateItem(id, body, in: name, call, &state, moment)
  }

  static func updateItemByPath(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    return try updateItem(call["id"], try ItemBody.object(call), in: name, call, &state, moment)
  }

  /// Creates all or, where one of them is no object, none.
  static func createItems(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    guard case .array(let elements) = try ItemBody.json(call) else {
      throw .baasBadBody.because("the body has to be an array of objects")
    }
    if !elements.isEmpty { try checkCreation(in: name, call, state) }
    // Into a copy: a refusal in the middle must leave nothing behind.
    var collection = state.baas.collections[ExactText(name)] ?? ItemCollection()
    var created: [JSONObject] = []
    for element in elements {
      guard case .object(let body) = element else {
        throw .baasBadBody.because("the body has to be an array of objects")
      }
      let item = try ItemCollection.item(body, by: call.userID, within: call.budget)
      let id = moment.draw(.uuid, named: "item")
      created.append(collection.add(item, id: id, at: moment))
    }
    let answer = try ListPrinter.array(created, within: call.budget)
    if !elements.isEmpty { state.baas.collections[ExactText(name)] = collection }
    return BaaSEnvelope.printed(answer)
  }

  private static func createItem(
    _ body: JSONObject, in name: String, _ call: Call, _ state: inout MiaState,
    _ moment: inout Moment
  ) throws(Fault) -> JSONObject {
    try checkCreation(in: name, call, state)
    let item = try ItemCollection.item(body, by: call.userID, within: call.budget)
    let id = moment.draw(.uuid, named: "item")
    return state.baas.collections[ExactText(name), default: ItemCollection()]
      .add(item, id: id, at: moment)
  }

  /// - Throws: That the caller may create no items, or that they are made in another way.
  private static func checkCreation(
    in name: String, _ call: Call, _ state: MiaState
  ) throws(Fault) {
    _ = try state.scope(of: .create, in: name, call)
    guard name != BaaSState.filesName else {
      throw .baasNoFile.because("a file is sent to /files/<its name> as multipart/form-data")
    }
  }

  private static func updateItem(
    _ id: String, _ body: JSONObject, in name: String, _ call: Call, _ state: inout MiaState,
    _ moment: Moment
  ) throws(Fault) -> Response {
    let scope = try state.scope(of: .update, in: name, call)
    let item = try state.item(id, in: name, scope)
    var fields = body
    if name == BaaSState.filesName {
      for field in StoredFile.serverFields { fields[field] = nil }
    }
    guard let id = item["id"]?.string,
      let changed = try state.baas.collections[ExactText(name)]?
        .update(id, fields, by: call.userID, at: moment, within: call.budget)
    else { throw .baasNotFound }
    return itemResponse(changed)
  }

  /// An item, with a word to the developer where it has marks that are a client's own (B11).
  private static func itemResponse(_ item: JSONObject) -> Response {
    var response = BaaSEnvelope.json(.object(item))
    if item["sync"] == 1 || item["trash"] == -1 {
      response.headers[.ghostlightReason] =
        "sync 1 and trash -1 are marks of the client and should not reach the server"
    }
    return response
  }
}
