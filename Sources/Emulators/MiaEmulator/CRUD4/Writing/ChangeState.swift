import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `POST C/:id/state`: changes the state of one document (A13).
  static func changeState(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var schema = ValueSchema(.object)
    schema.properties = [.init(name: "stateTo", schema: DocumentState.schema)]
    schema.required = ["stateTo"]
    let body = try CRUDBody.json(call, schema)
    let selection = try CRUDParameters(call, target, allowing: [.query])
      .selection(id: target.id(call), anyState: true)
    guard let wanted = body["stateTo"]?.string.flatMap(DocumentState.init),
      let found = try state.crud.collections[target.slot].first(selection, within: call.budget)
    else { throw .crudNotFound }
    try check(
      found.document["__STATE__"].flatMap { $0.isNull ? nil : $0.string ?? $0.text() }, to: wanted,
      state.configuration.crudCompatibility)
    try state.crud.collections[target.slot].change(
      found.document, to: wanted, DocumentStamp(call, moment), within: call.budget)
    return Response(.noContent)
  }

  /// Rejects a forbidden transition between states.
  ///
  /// The refusal depends on the emulated version of the service.
  private static func check(
    _ current: String?, to wanted: DocumentState, _ line: CRUDCompatibility
  ) throws(Fault) {
    let from = current.flatMap(DocumentState.init)
    if let from, wanted.origins.contains(from) { return }
    // A document without a state may get any state.
    if line == .seven, current == nil { return }
    guard line == .seven else {
      throw .crudNotFound.withReason(
        "the transition from \(current ?? "no state") to \(wanted.rawValue) is not allowed")
    }
    guard let from else {
      throw .database("Cannot read properties of undefined (reading 'includes')")
    }
    guard from != wanted else { return }
    throw .crudTransition.filled(["from": from.rawValue, "to": wanted.rawValue])
  }

  /// Handles `POST C/state`: changes the state of all matching documents for which the transition
  /// is allowed (A10).
  static func changeStates(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let elements = try BulkElements.pairs(
      call, with: "stateTo", DocumentState.schema)
    let rows = try CRUDFilterText.rows(
      call.request, target, within: call.budget)
    var steps: [(selection: CRUDSelection, wanted: DocumentState)] = []
    for (position, element) in elements.enumerated() {
      let filter = try BulkFilter(
        element["filter"], target, at: "body/\(position)/filter", changesState: true,
        within: call.budget)
      guard let wanted = element["stateTo"]?.string.flatMap(DocumentState.init) else { continue }
      steps.append((filter.selection(rows), wanted))
    }
    let stamp = DocumentStamp(call, moment)
    var count = 0
    var collection = state.crud.collections[target.slot]
    for step in steps {
      for found in try collection.matches(step.selection, within: call.budget) {
        guard let from = found.document["__STATE__"]?.string.flatMap(DocumentState.init),
          step.wanted.origins.contains(from)
        else { continue }
        try collection.change(found.document, to: step.wanted, stamp, within: call.budget)
        count += 1
      }
    }
    state.crud.collections[target.slot] = collection
    return CRUDEnvelope.count(count)
  }
}

extension CRUDCollection {
  fileprivate mutating func change(
    _ document: JSONObject, to state: DocumentState, _ stamp: DocumentStamp,
    within budget: WorkBudget
  ) throws(Fault) {
    try pay(for: document, within: budget)
    var changed = document
    changed["__STATE__"] = .string(state.rawValue)
    stamp.renew(&changed)
    documents.replace(changed, forKey: document["_id"]?.string ?? "")
  }
}
