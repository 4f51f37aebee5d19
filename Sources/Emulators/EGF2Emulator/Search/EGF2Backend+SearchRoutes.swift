import GhostlightCore
import GhostlightEmulation

/// The search of the client API (A13).
extension EGF2Backend {
  static let searchRoutes: [Route<EGF2State>] = [
    .get("v1/search", "Search", search)
  ]

  /// A page of hits; all of them must be the caller's to see.
  static func search(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    let query = call.query
    let name = query["object"] ?? ""
    let indexes = state.configuration.searchIndexes
    guard let index = indexes.first(where: { $0.name.isExactly(name) }),
      let type = state.schema.type(named: index.typeName)
    else { throw .unknownObjectType }
    let pagination = state.schema.pagination
    let count = try PageRequest.count(query.text("count"), pagination)
    let expand = try ExpandParser.parse(query["expand"], pagination)
    let documents = state.records[type.slot]
    let search = try GraphSearch(query, index, within: call.budget)
    let offset = try search.offset(after: query["after"], in: documents)
    let hits = try search.run(in: documents, from: offset, limit: count)
    let userID = Visitor(call.request, state, moment).userID
    let reader = GraphReader(state, userID: userID, within: call.budget)
    var results: [JSON] = []
    results.reserveCapacity(hits.documents.count)
    for hit in hits.documents {
      try reader.check(hit.key)
      results.append(.object(try reader.expand(hit.document, expand)))
    }
    var page = JSONObject()
    page["results"] = .array(results)
    page["count"] = .integer(Int64(hits.total))
    page["first"] = hits.documents.first.map { .string($0.key) }
    page["last"] = hits.documents.last.map { .string($0.key) }
    return EGF2Envelope.json(page)
  }
}
