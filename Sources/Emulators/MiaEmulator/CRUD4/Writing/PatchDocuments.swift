import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `PATCH C/:id`: changes one document and returns it (A10).
  static func patchDocument(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let commands = try UpdateCommands(
      try CRUDBody.json(call), target.definition, target.line, columns: writeColumns(call),
      within: call.budget)
    let parameters = try CRUDParameters(
      call, target, allowing: [.query, .states])
    let selection = try parameters.selection(id: target.id(call))
    let projection = try DocumentProjection(
      parameters, of: state.crud.collections[target.slot])
    let slot = target.slot
    guard let found = try state.crud.collections[slot].first(selection, within: call.budget) else {
      throw .crudNotFound
    }
    let changed = try state.crud.collections[slot].changed(
      found.document, commands, foundBy: selection.filter, DocumentStamp(call, moment),
      within: call.budget)
    // The response is charged to the budget before the document is stored.
    let answer = try projection.answer(changed, within: call.budget)
    let text = JSON.object(answer).bytes
    state.crud.collections[slot].put(changed, printed: projection.isWhole ? text : nil)
    if let refusal = target.refusal(of: answer) { return MiaGeneration.crud4.print(refusal) }
    return Response(.ok, headers: Response.jsonFields, body: text)
  }

  /// Handles `PATCH C/`: changes the matching documents until one of them cannot be changed (A10,
  /// E45).
  static func patchDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let commands = try UpdateCommands(
      try CRUDBody.json(call), target.definition, target.line, columns: writeColumns(call),
      within: call.budget)
    let selection = try CRUDParameters(
      call, target, allowing: [.query, .states, .id]
    ).selection()
    var collection = state.crud.collections[target.slot]
    let found = try collection.matches(selection, within: call.budget)
    let stamp = DocumentStamp(call, moment)
    var count = 0
    for one in found {
      do throws(Fault) {
        collection.put(
          try collection.changed(
            one.document, commands, foundBy: selection.filter, stamp, within: call.budget))
      } catch {
        // If some documents have already been changed, the refusal is returned as a response.
        // Throwing it would undo all changes of the state.
        guard count > 0, !error.isWorkLimit else { throw error }
        state.crud.collections[target.slot] = collection
        return MiaGeneration.crud4.print(error)
      }
      count += 1
    }
    state.crud.collections[target.slot] = collection
    return CRUDEnvelope.count(count)
  }

  /// Handles `PATCH C/bulk`: for each pair of filter and commands, changes the first matching
  /// document (A10).
  ///
  /// If a document cannot be changed, the remaining pairs are still processed (E45).
  static func patchBulk(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let elements = try BulkElements.pairs(
      call, with: "update", ValueSchema(.object), allowsOthers: true)
    let rows = try CRUDFilterText.rows(
      call.request, target, within: call.budget)
    var steps: [(CRUDSelection, UpdateCommands)] = []
    for (position, element) in elements.enumerated() {
      let filter = try BulkFilter(
        element["filter"], target, at: "body/\(position)/filter", changesState: false,
        within: call.budget)
      let commands = try UpdateCommands(
        element["update"] ?? .null, target.definition, target.line, at: "body/\(position)/update",
        columns: writeColumns(call), within: call.budget)
      steps.append((filter.selection(rows), commands))
    }
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    var count = 0
    var refusal: Fault?
    for (selection, commands) in steps {
      do throws(Fault) {
        guard let found = try collection.first(selection, within: call.budget) else { continue }
        collection.put(
          try collection.changed(
            found.document, commands, foundBy: selection.filter, stamp, within: call.budget))
        count += 1
      } catch {
        guard !error.isWorkLimit else { throw error }
        refusal = refusal ?? error
      }
    }
    if let refusal, count == 0 { throw refusal }
    state.crud.collections[target.slot] = collection
    return refusal.map(MiaGeneration.crud4.print) ?? CRUDEnvelope.count(count)
  }

  /// Returns the names of the fields that a caller may write, or `nil` for all fields (A11).
  static func writeColumns(_ call: Call) -> Set<BytewiseString>? {
    NameList.columns(.aclWriteColumns, of: call.request)
  }
}
