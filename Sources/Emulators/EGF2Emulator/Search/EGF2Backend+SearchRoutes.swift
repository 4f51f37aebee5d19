import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The search route of the client API (A13).
extension EGF2Backend {
  static let searchRoutes: [Route<EGF2State>] = [
    .get("v1/search", "Search", search)
  ]

  /// Returns a page of the objects that match a search.
  ///
  /// The search is refused if the caller may not read one of the objects on the page.
  private static func search(
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
    let userID = Requester(call.request, state, moment).userID
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
    var response = EGF2Envelope.json(page)
    if let name = search.unknownField {
      let fields = index.fields.map(\.name).joined(separator: ", ")
      response.headers[.ghostlightReason] = HeaderText.print(
        "the search index \"\(index.name)\" does not have the field \"\(name)\"; it has: \(fields); "
          + "define it in \"elastic\" of the configuration (EGF2 A13)")
    }
    return response
  }
}

/// A search with its parameters converted to conditions of the query engine that all emulators
/// share (A13).
struct GraphSearch: Sendable {
  let index: SearchIndex
  /// The first field that the search names although the index does not have it.
  private(set) var unknownField: String?
  private var predicates: [Predicate]
  private var order: [SortKey] = []
  private let budget: WorkBudget

  /// Creates a search from its query parameters, except those for the page.
  ///
  /// - Throws: A refusal if a range is malformed, or ``Fault/workLimit(_:)`` if the budget is used
  ///   up.
  init(
    _ query: QueryParameters, _ index: SearchIndex, within budget: WorkBudget
  ) throws(Fault) {
    self.index = index
    self.budget = budget
    for name in ["q", "fields", "filters", "range", "sort"] {
      try budget.spend(query[name]?.utf8.count ?? 0)
    }
    predicates = [.field(FieldPath("deleted_at"), .isMissing)]
    if let text = query["q"] { add(text: text, fields: query["fields"]) }
    for filter in SearchFilter.parse(query["filters"] ?? "") { add(filter) }
    for range in try SearchRange.parse(query["range"] ?? "") {
      guard let field = field(range.field) else {
        predicates.append(.never)
        continue
      }
      try range.check(against: field)
      predicates.append(.field(field.path, field.rangeTest(range)))
    }
    for sort in SearchSort.parse(query["sort"] ?? "") {
      guard let field = field(sort.field) else { continue }
      order.append(SortKey(field.path, descending: sort.isDescending, missing: .last))
    }
    order.append(SortKey(FieldPath("id")))
  }

  /// Returns the matching objects on a page, and the total number of matching objects.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func run(
    in documents: DocumentCollection, from offset: Int, limit: Int?
  ) throws(Fault) -> QueryResult {
    try documents.find(
      Query(.and(predicates), order: order, offset: offset, limit: limit), within: budget)
  }

  /// Returns the index after a cursor, which is an index or the id of a matching object.
  ///
  /// - Throws: A refusal if no matching object has the id.
  func offset(after cursor: String?, in documents: DocumentCollection) throws(Fault) -> Int {
    guard let cursor, cursor != "-1" else { return 0 }
    if let number = PageRequest.number(cursor) { return number == .max ? number : number + 1 }
    let hits = try run(in: documents, from: 0, limit: nil).documents
    guard let position = hits.firstIndex(where: { $0.key.isExactly(cursor) }) else {
      throw .incorrectAfter
    }
    return position + 1
  }

  /// Returns a field of the index, and stores the first name that the index does not have.
  private mutating func field(_ name: String) -> SearchField? {
    let field = index.field(name)
    if field == nil, unknownField == nil { unknownField = name }
    return field
  }

  private mutating func add(text: String, fields names: String?) {
    let words = Set(SearchWords.words(of: text).map(BytewiseString.init))
    let fields: [SearchField]
    if let names {
      fields = names.split(separator: ",").compactMap { field(String($0)) }
    } else {
      fields = index.fields.filter { $0.kind == .string }
    }
    predicates.append(
      .or(fields.map { .field($0.path, $0.textTest(text, words: words)) }))
  }

  private mutating func add(_ filter: SearchFilter) {
    if let field = field(filter.key) {
      predicates.append(.field(field.path, field.filterTest(filter.values)))
    } else if filter.values != ["-"], !filter.values.allSatisfy({ $0.hasPrefix("!") }) {
      predicates.append(.never)
    }
  }
}

/// One sort key in the parameter `sort` (A13).
struct SearchSort: Sendable, Hashable {
  let field: String
  var isDescending = false

  /// Parses a comma-separated list of `field`, `field(ASC)` or `field(DESC)`.
  static func parse(_ text: String) -> [SearchSort] {
    text.split(separator: ",").map { piece in
      guard piece.hasSuffix(")"), let open = piece.firstIndex(of: "(") else {
        return SearchSort(field: String(piece))
      }
      let direction = piece[piece.index(after: open)...].dropLast()
      return SearchSort(
        field: String(piece[..<open]), isDescending: direction.uppercased() == "DESC")
    }
  }
}

/// One key of the parameter `filters`, with its values (A13).
struct SearchFilter: Sendable, Hashable {
  let key: String
  let values: [String]

  /// Parses a parameter such as `color:red,green,size:12`.
  ///
  /// The last item before each colon is a key. The items between two keys are the values of the
  /// first key. A string without a colon has no filters.
  static func parse(_ text: String) -> [SearchFilter] {
    var pieces = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    guard pieces.count > 1, let last = pieces.popLast(), var key = pieces[0].last else {
      return []
    }
    var filters: [SearchFilter] = []
    for piece in pieces.dropFirst() {
      let values = Array(piece.dropLast())
      if !values.isEmpty { filters.append(SearchFilter(key: key, values: values)) }
      key = piece.last ?? ""
    }
    filters.append(SearchFilter(key: key, values: last))
    return filters
  }
}
