import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// `PATCH C/:id`: one document, answered as it is then (A10).
  static func patchDocument(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let commands = try UpdateCommands(
      try CRUDBody.json(call.request), target.definition, columns: writeColumns(call))
    let parameters = try CRUDParameters(
      call.request, target.definition, allowing: [.query, .states])
    let selection = try parameters.selection(id: target.id(call))
    let projection = try DocumentProjection(parameters)
    guard let found = state.crud.collections[target.slot].first(selection) else {
      throw .crudNotFound
    }
    let changed = try state.crud.collections[target.slot].update(
      found.document, commands, foundBy: selection.filter, DocumentStamp(call, moment))
    return .json(.ok, .object(try projection.answer(changed)))
  }

  /// `PATCH C/`: all documents that match (A10).
  static func patchDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let commands = try UpdateCommands(
      try CRUDBody.json(call.request), target.definition, columns: writeColumns(call))
    let selection = try CRUDParameters(
      call.request, target.definition, allowing: [.query, .states, .id]
    ).selection()
    var collection = state.crud.collections[target.slot]
    let found = collection.matches(selection)
    let stamp = DocumentStamp(call, moment)
    for one in found {
      _ = try collection.update(one.document, commands, foundBy: selection.filter, stamp)
    }
    state.crud.collections[target.slot] = collection
    return CRUDEnvelope.count(found.count)
  }

  /// `PATCH C/bulk`: for each pair of filter and commands the first document that matches (A10).
  static func patchBulk(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let elements = try BulkElements.pairs(call.request, with: "update", ValueSchema(.object))
    let rows = try CRUDFilterText.rows(call.request, target.definition)
    var steps: [(CRUDSelection, UpdateCommands)] = []
    for (position, element) in elements.enumerated() {
      let filter = try BulkFilter(
        element["filter"], target.definition, at: "body/\(position)/filter", takesQuery: true)
      let commands = try UpdateCommands(
        element["update"] ?? .null, target.definition, at: "body/\(position)/update",
        columns: writeColumns(call))
      steps.append((filter.selection(rows), commands))
    }
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    var count = 0
    for (selection, commands) in steps {
      guard let found = collection.first(selection) else { continue }
      _ = try collection.update(found.document, commands, foundBy: selection.filter, stamp)
      count += 1
    }
    state.crud.collections[target.slot] = collection
    return CRUDEnvelope.count(count)
  }

  /// The columns that a caller may write, or `nil` for all (A11).
  static func writeColumns(_ call: Call) -> Set<String>? {
    NameList.columns(.aclWriteColumns, of: call.request)
  }
}
