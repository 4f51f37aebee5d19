import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers that create and change items (B3).
extension MiaBackend {
  /// Creates an item from an object without an id, or changes the item whose id the object has.
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

  /// Creates all items of an array, or none if one of its elements is not an object.
  static func createItems(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let name = try collectionName(call)
    guard case .array(let elements) = try ItemBody.json(call) else {
      throw .baasBadBody.withReason("the body has to be an array of objects", section: "B3")
    }
    if !elements.isEmpty { try checkCreation(in: name, call, state) }
    // The items are added to a copy, because a refusal halfway must leave the state unchanged.
    var collection = state.baas.collections[BytewiseString(name)] ?? ItemCollection()
    var created: [JSONObject] = []
    for element in elements {
      guard case .object(let body) = element else {
        throw .baasBadBody.withReason("the body has to be an array of objects", section: "B3")
      }
      let item = try ItemCollection.item(body, by: call.userID, within: call.budget)
      let id = moment.draw(.uuid, named: "item")
      created.append(collection.add(item, id: id, at: moment))
    }
    let answer = try ListPrinter.array(created, within: call.budget)
    if !elements.isEmpty { state.baas.collections[BytewiseString(name)] = collection }
    return BaaSEnvelope.printed(answer)
  }

  private static func createItem(
    _ body: JSONObject, in name: String, _ call: Call, _ state: inout MiaState,
    _ moment: inout Moment
  ) throws(Fault) -> JSONObject {
    try checkCreation(in: name, call, state)
    let item = try ItemCollection.item(body, by: call.userID, within: call.budget)
    let id = moment.draw(.uuid, named: "item")
    return state.baas.collections[BytewiseString(name), default: ItemCollection()]
      .add(item, id: id, at: moment)
  }

  /// Checks whether the caller may create items in a collection.
  ///
  /// - Throws: A refusal if the caller may not, or if another route creates items of this
  ///   collection.
  private static func checkCreation(
    in name: String, _ call: Call, _ state: MiaState
  ) throws(Fault) {
    _ = try state.scope(of: .create, in: name, call)
    guard name != BaaSState.filesName else {
      throw .baasNoFile.withReason(
        "a file is sent to /files/<its name> as multipart/form-data", section: "B7")
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
      let changed = try state.baas.collections[BytewiseString(name)]?
        .update(id, fields, by: call.userID, at: moment, within: call.budget)
    else { throw .baasNotFound }
    return itemResponse(changed)
  }

  /// Returns a response with an item.
  ///
  /// The header field `X-Ghostlight-Reason` contains a warning if the item has `sync` or `trash`
  /// marks, which clients should only use locally (B11).
  private static func itemResponse(_ item: JSONObject) -> Response {
    var response = BaaSEnvelope.json(.object(item))
    if item["sync"] == 1 || item["trash"] == -1 {
      response.headers[.ghostlightReason] =
        "sync 1 and trash -1 are marks of the client and should not reach the server"
    }
    return response
  }
}

/// Handlers that delete items (B3).
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

  /// Deletes all items that the caller may delete.
  ///
  /// If the access object allows callers to delete only their own items, the others remain.
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

  /// Returns the id in the query string or, if there is no query string, in the body.
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

/// Functions that read the bodies of item requests (B1).
enum ItemBody {
  private static let unparsed = Fault.baasUnreadableBody
    .filled(["problem": "Failed to parse body as application/json"])

  /// Returns the body as JSON; an empty body is an empty object.
  ///
  /// - Throws: A refusal if the body does not start with a brace or a bracket, or if it is not
  ///   valid JSON.
  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `parseBody`.
  static func json(_ call: Call) throws(Fault) -> JSON {
    let body = call.request.body
    guard let first = body.first else { return [:] }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw .baasUnreadableBody.filled(["problem": "Could not parse invalid JSON"])
    }
    try call.budget.spend(bytes: body.count)
    let json: JSON
    do throws(JSONError) { json = try JSON.parse(body) } catch {
      throw unparsed.withReason("the body is not valid JSON: \(error)")
    }
    if let method = json.object?["_method"], method.string == nil, !method.isFalsy {
      throw unparsed.withReason("\"_method\" has to be a string")
    }
    return json
  }

  /// Returns the body as an object.
  ///
  /// - Throws: A refusal if the body is not an object.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    guard case .object(let object) = try json(call) else {
      throw .baasBadBody.withReason("the body has to be an object")
    }
    return object
  }

  /// Returns the id in an object, or `nil` if it is missing or empty.
  ///
  /// - Throws: A refusal if the id is not a string.
  static func id(in object: JSONObject) throws(Fault) -> String? {
    switch object["id"] {
    case nil, .null?, .string("")?: return nil
    case .string(let id)?: return id
    default: throw .baasBadBody.withReason("\"id\" has to be a string")
    }
  }
}
