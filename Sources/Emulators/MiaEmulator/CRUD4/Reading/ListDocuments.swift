import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `GET C/`: lists a page of documents (A10).
  static func listDocuments(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target,
      allowing: [.query, .states, .projection, .rawProjection, .sort, .limit, .skip, .id],
      maximumLimit: state.configuration.maximumLimit)
    let list = try DocumentList(
      parameters, state.crud.collections[target.slot], state.configuration,
      limit: parameters.number(.limit) ?? state.configuration.defaultLimit)
    return Response(.ok, headers: plainJSON, body: try list.text(within: call.budget))
  }

  /// The content type of lists, which has no character set (A4).
  private static let plainJSON: HTTPFields = [.contentType: "application/json"]

  /// Handles `GET C/export`: returns all documents in the format that the request accepts (A4).
  static func exportDocuments(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    // Version 6.x has no options of exports.
    let parameters = try CRUDParameters(
      call, target,
      allowing: [.query, .states, .projection, .rawProjection, .sort, .limit, .skip, .id]
        + (target.line == .seven ? [.exportOptions] : []))
    let format = try ExportFormat(call.request)
    let options =
      try format == .values
      ? CSVOptions(parameters.text(.exportOptions), target.line, within: call.budget)
      : CSVOptions(target.line)
    let collection = state.crud.collections[target.slot]
    if let body = try ExportBody(
      parameters, collection, state.configuration, format, options, within: call.budget)
    {
      return body.response
    }
    let list = try DocumentList(
      parameters, collection, state.configuration, limit: parameters.number(.limit))
    return try format.response(list.documents, names: list.names, options, within: call.budget)
  }
}

/// A page of documents in the form in which a list response contains them (A8).
struct DocumentList {
  private let page: [FoundDocument]
  /// The documents with only the requested fields; `nil` if they are returned exactly as stored.
  private var chosen: [JSONObject]?
  private let projection: DocumentProjection
  private let hasText: Bool

  var documents: [JSONObject] { chosen ?? page.map(\.document) }

  /// The names of the fields that documents on the page may have, in the definition's order.
  var names: [String] { projection.names + (hasText ? ["score"] : []) }

  init(
    _ parameters: CRUDParameters, _ collection: CRUDCollection, _ configuration: MiaConfiguration,
    limit: Int?
  ) throws(Fault) {
    let budget = parameters.budget
    let selection = try parameters.selection()
    var keys = try parameters.order()
    projection = try DocumentProjection(parameters, of: collection)
    let isOrdered = !keys.isEmpty
    if keys.isEmpty, configuration.crudCompatibility == .seven {
      keys = collection.definition.defaultSorting
    }
    let skip = parameters.number(.skip) ?? 0
    let text = selection.filter.text
    hasText = text != nil
    page = try Self.page(
      of: collection, selection, keys, isOrdered: isOrdered, skip: skip, limit: limit ?? .max,
      budget)
    if text == nil, projection.isWhole { return }
    var documents: [JSONObject] = []
    documents.reserveCapacity(page.count)
    for one in page {
      var document = try projection.answer(
        one.document, foundBy: selection.filter, within: budget)
      if let text {
        // Without a word of the search, the database has no score for the document.
        let score = try text.score(one.document, within: budget)
        if score != 0 { document["score"] = .canonical(score) }
      }
      documents.append(document)
    }
    chosen = documents
  }

  /// Returns the documents as a JSON array.
  ///
  /// If documents are returned exactly as stored, their stored JSON is reused.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func text(within budget: WorkBudget) throws(Fault) -> [UInt8] {
    guard chosen == nil else { return try ListPrinter.array(documents, within: budget) }
    var body = [UInt8(ascii: "[")]
    for (position, one) in page.enumerated() {
      let text = one.bytes
      // Assumes that all documents are as long as the first one. The assumption may be wrong, so
      // the reserved size is limited.
      if position == 0 {
        body.reserveCapacity(min((text.count + 8) * page.count + 2, Self.longestGuess))
      }
      if position > 0 { body.append(UInt8(ascii: ",")) }
      try ListPrinter.add(to: &body, within: budget) { $0.append(contentsOf: text) }
    }
    body.append(UInt8(ascii: "]"))
    return body
  }

  /// The maximum number of bytes to reserve before the work for them is charged to the budget.
  private static let longestGuess = 1 << 18

  /// Returns the matching documents on one page.
  ///
  /// They are in the requested order, otherwise by distance, by score, in the default order or in
  /// creation order.
  private static func page(
    of collection: CRUDCollection, _ selection: CRUDSelection, _ keys: [MongoSort.Key],
    isOrdered: Bool, skip: Int, limit: Int, _ budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    let found: [FoundDocument]
    if keys.isEmpty, let near = selection.filter.near {
      found = try sorted(try collection.matches(selection, within: budget), budget) {
        document throws(Fault) in
        try budget.spend(NearSphere.work)
        return try near.path.values(in: document, within: budget)
          .compactMap(near.ring.distance).min() ?? .infinity
      }
    } else if !isOrdered, let text = selection.filter.text {
      found = try sorted(try collection.matches(selection, within: budget), budget) {
        document throws(Fault) in try -text.score(document, within: budget)
      }
    } else if keys.isEmpty {
      return try collection.page(selection, skip: skip, limit: limit, within: budget)
    } else {
      let (end, overflows) = skip.addingReportingOverflow(limit)
      found = try MongoSort(keys: keys).sorted(
        try collection.matches(selection, within: budget), first: overflows ? nil : end,
        within: budget)
    }
    return Array(found.dropFirst(skip).prefix(limit))
  }

  private static func sorted(
    _ found: [FoundDocument], _ budget: WorkBudget,
    by rank: (JSONObject) throws(Fault) -> Double
  ) throws(Fault) -> [FoundDocument] {
    try budget.spend(sorting: found.count)
    var ranks: [Double] = []
    ranks.reserveCapacity(found.count)
    for one in found { ranks.append(try rank(one.document)) }
    return found.indices.sorted { left, right in
      ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
    }.map { found[$0] }
  }
}

extension MiaBackend {
  /// Handles `GET C/:id`: reads one document (A10).
  static func readDocument(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target, allowing: [.query, .states, .projection, .rawProjection], isOfItem: true)
    let selection = try parameters.selection(id: target.id(call))
    let collection = state.crud.collections[target.slot]
    let projection = try DocumentProjection(parameters, of: collection)
    guard let found = try collection.first(selection, within: call.budget) else {
      throw .crudNotFound
    }
    var answer = try projection.answer(
      found.document, foundBy: selection.filter, within: call.budget)
    // With a projection an object may be without a required member.
    if case .all = projection.choice, let refusal = target.refusal(of: answer) { throw refusal }
    if collection.mayDiffer {
      try call.budget.spend(walking: answer)
      answer = try target.definition.serialized(answer, within: call.budget)
    }
    return .json(.ok, .object(answer))
  }

  /// Handles `GET C/count`: returns the number of matching documents (A10).
  static func countDocuments(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    let parameters = try CRUDParameters(
      call, target, allowing: [.query, .states, .id, .useEstimate])
    let collection = state.crud.collections[target.slot]
    if parameters[.useEstimate].first == .bool(true) {
      return CRUDEnvelope.count(try collection.count(within: call.budget))
    }
    let selection = try parameters.selection()
    guard selection.filter.near == nil else {
      throw .database("$nearSphere is not allowed in this context")
    }
    return CRUDEnvelope.count(try collection.matches(selection, within: call.budget).count)
  }
}
