import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `POST C/upsert-one`: changes the first matching document, or inserts one if none
  /// matches (A10).
  static func upsertDocument(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let commands = try UpdateCommands(
      try CRUDBody.json(call), target.definition, target.line, inserts: true,
      columns: writeColumns(call), within: call.budget)
    let parameters = try CRUDParameters(
      call, target, allowing: [.query, .states])
    let selection = try parameters.selection()
    let projection = try DocumentProjection(
      parameters, of: state.crud.collections[target.slot])
    let stamp = DocumentStamp(call, moment)
    if let found = try state.crud.collections[target.slot].first(selection, within: call.budget) {
      let changed = try state.crud.collections[target.slot].changed(
        found.document, commands, foundBy: selection.filter, stamp, within: call.budget)
      let answer = try projection.answer(changed, within: call.budget)
      state.crud.collections[target.slot].put(changed)
      return target.response(answer)
    }
    let document = try newDocument(
      target, selection, commands, stamp, &moment, within: call.budget)
    // The response is charged to the budget before the document is stored.
    let answer = try projection.answer(document, within: call.budget)
    let problem = try state.crud.collections[target.slot].insert(document, within: call.budget)
    if let problem { throw .crudDuplicateUpdate.filled(["message": problem.message]) }
    return target.response(answer)
  }

  /// Returns a new document with the values in the filter's equalities, changed by the commands.
  ///
  /// Required fields may be missing.
  private static func newDocument(
    _ target: CRUDTarget, _ selection: CRUDSelection, _ commands: UpdateCommands,
    _ stamp: DocumentStamp, _ moment: inout Moment, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var body = JSON.object([:])
    for (path, value) in selection.filter.equalities where path.root != "_id" {
      body =
        try DocumentPath.writing(
          value, at: path.names[...], in: body, within: budget) ?? body
    }
    var fields = body.object ?? [:]
    for name in CRUDDefinition.standard { fields[name] = nil }
    let id = selection.id ?? target.definition.newID(&moment)
    let document = stamp.document(fields, id: id, state: target.definition.defaultState)
    return try commands.applied(
      to: document, foundBy: selection.filter, at: stamp.milliseconds, isNew: true,
      within: budget)
  }
}
