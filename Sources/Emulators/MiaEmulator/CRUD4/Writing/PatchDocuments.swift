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
      try CRUDBody.json(call), target.definition, columns: writeColumns(call),
      within: call.budget)
    let parameters = try CRUDParameters(
      call, target.definition, allowing: [.query, .states])
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
    return Response(.ok, headers: Response.jsonFields, body: text)
  }

  /// Handles `PATCH C/`: changes the matching documents until one of them cannot be changed (A10,
  /// E45).
  static func patchDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let commands = try UpdateCommands(
      try CRUDBody.json(call), target.definition, columns: writeColumns(call),
      within: call.budget)
    let selection = try CRUDParameters(
      call, target.definition, allowing: [.query, .states, .id]
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
    let elements = try BulkElements.pairs(call, with: "update", ValueSchema(.object))
    let rows = try CRUDFilterText.rows(
      call.request, target.definition, within: call.budget)
    var steps: [(CRUDSelection, UpdateCommands)] = []
    for (position, element) in elements.enumerated() {
      let filter = try BulkFilter(
        element["filter"], target.definition, at: "body/\(position)/filter", takesQuery: true,
        within: call.budget)
      let commands = try UpdateCommands(
        element["update"] ?? .null, target.definition, at: "body/\(position)/update",
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

/// The filter in an element of a bulk request, which selects the document to change (A10).
struct BulkFilter {
  private var parts: [Filter] = []
  private var states: [String]?

  /// Creates a filter from `_id`, equalities on fields and, if `takesQuery`, `_q` and `_st`.
  init(
    _ value: JSON?, _ definition: CRUDDefinition, at place: String, takesQuery: Bool,
    within budget: WorkBudget
  ) throws(Fault) {
    states = takesQuery ? ["PUBLIC"] : nil
    for member in value?.object?.members ?? [] {
      switch member.key {
      case "_q" where takesQuery:
        let text = try ValueSchema(.string).validated(member.value, at: "\(place)/_q")
        parts.append(try CRUDFilterText.parse(text.string ?? "", definition, within: budget))
      case "_st" where takesQuery:
        let text = try ValueSchema(.string).validated(member.value, at: "\(place)/_st")
        states = try DocumentState.words(text.string ?? "", at: "\(place)/_st")
      default: parts.append(try Self.equality(member, definition, place, budget))
      }
    }
  }

  private static func equality(
    _ member: JSONObject.Member, _ definition: CRUDDefinition, _ place: String,
    _ budget: WorkBudget
  ) throws(Fault) -> Filter {
    try budget.spend(4)
    let path = FilterPath(member.key)
    let inner = "\(place)/\(member.key)"
    if let field = definition.field(member.key), member.key != "__STATE__" {
      let checked = try field.valueSchema.nullable().validated(
        member.value, at: inner, within: budget)
      return .field(path, [.equals(field.stored(checked))])
    }
    guard let schema = definition.schema(below: path) else {
      throw .unknownProperty(member.key, at: place)
    }
    return .field(
      path, [.equals(try schema.validated(member.value, at: inner, within: budget))])
  }

  /// Returns the documents that match the filter and that the caller may access.
  func selection(_ rows: Filter?) -> CRUDSelection {
    CRUDSelection(filter: .and(parts), rows: rows, states: states)
  }
}

/// Functions that parse the bodies of the two bulk routes whose elements have filters.
enum BulkElements {
  /// Returns the elements of the body, after checking that there is at least one, and that each has
  /// a filter and a member `name`.
  static func pairs(
    _ call: Call, with name: String, _ schema: ValueSchema
  ) throws(Fault) -> [JSON] {
    var element = ValueSchema(.object)
    element.required = ["filter", name]
    element.allowsOthers = false
    element.properties = [
      .init(name: "filter", schema: ValueSchema(.object)), .init(name: name, schema: schema),
    ]
    var list = ValueSchema(.array)
    list.minimumItems = 1
    list.items = [element]
    return try CRUDBody.json(call, list).array ?? []
  }
}
