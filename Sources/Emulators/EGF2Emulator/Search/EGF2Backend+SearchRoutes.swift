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
    guard let index = indexes.first(where: { $0.name.isExactly(name) }) else {
      throw .unknownObjectType
    }
    let pagination = state.schema.pagination
    let count = try PageRequest.count(query.text("count"), pagination)
    let expand = try ExpandParser.parse(query["expand"], pagination)
    let search = try JoinedSearch(query, index, state, within: call.budget)
    let offset = try search.offset(after: query["after"])
    let hits = try search.run(from: offset, limit: count)
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
      let fields = fields(range.field)
      if let field = fields.first { try range.check(against: field) }
      predicates.append(.any(fields.map { .field($0.path, $0.rangeTest(range)) }))
    }
    for sort in SearchSort.parse(query["sort"] ?? "") {
      guard let field = fields(sort.field).first else { continue }
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

  /// Returns the fields of a name, and stores the first name that the index does not have.
  private mutating func fields(_ name: String) -> [SearchField] {
    let fields = index.fields(named: name)
    if fields.isEmpty, unknownField == nil { unknownField = name }
    return fields
  }

  private mutating func add(text: String, fields names: String?) {
    let words = Set(SearchWords.words(of: text).map(BytewiseString.init))
    let fields: [SearchField]
    if let names {
      fields = names.split(separator: ",").flatMap { self.fields(String($0)) }
    } else {
      fields = index.fields.filter { $0.kind == .string }
    }
    predicates.append(
      .or(fields.map { .field($0.path, $0.textTest(text, words: words)) }))
  }

  private mutating func add(_ filter: SearchFilter) {
    let fields = fields(filter.key)
    if !fields.isEmpty {
      predicates.append(.any(fields.map { .field($0.path, $0.filterTest(filter.values)) }))
    } else if filter.values != ["-"], !filter.values.allSatisfy({ $0.hasPrefix("!") }) {
      predicates.append(.never)
    }
  }
}

extension Predicate {
  /// Returns the condition that one of several conditions holds.
  fileprivate static func any(_ parts: [Predicate]) -> Predicate {
    parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .or(parts)
  }
}

/// A search in the objects of all types that an index contains (A13).
struct JoinedSearch {
  private let parts: [(search: GraphSearch, documents: DocumentCollection)]
  private let budget: WorkBudget

  /// Creates a search from its query parameters, except those for the page.
  ///
  /// - Throws: As ``GraphSearch``, or ``Fault/unknownObjectType`` if a type does not exist.
  init(
    _ query: QueryParameters, _ index: SearchIndex, _ state: EGF2State, within budget: WorkBudget
  ) throws(Fault) {
    var parts: [(search: GraphSearch, documents: DocumentCollection)] = []
    for part in index.parts.isEmpty ? [index] : index.parts {
      guard let type = state.schema.type(named: part.typeName) else { throw .unknownObjectType }
      parts.append((try GraphSearch(query, part, within: budget), state.records[type.slot]))
    }
    self.parts = parts
    self.budget = budget
  }

  /// The first field that the search names although the index does not have it.
  var unknownField: String? {
    parts.allSatisfy { $0.search.unknownField != nil } ? parts.first?.search.unknownField : nil
  }

  /// Returns the matching objects on a page, and the total number of matching objects.
  ///
  /// Objects of several types are in the order of their ids, whatever the parameter `sort`.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func run(from offset: Int, limit: Int?) throws(Fault) -> QueryResult {
    if parts.count == 1 {
      return try parts[0].search.run(in: parts[0].documents, from: offset, limit: limit)
    }
    var found: [FoundDocument] = []
    for part in parts {
      found += try part.search.run(in: part.documents, from: 0, limit: nil).documents
    }
    try budget.spend(sorting: found.count)
    found.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let page = found.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max))
    return QueryResult(documents: Array(page), total: found.count)
  }

  /// Returns the index after a cursor, which is an index or the id of a matching object.
  ///
  /// - Throws: A refusal if no matching object has the id.
  func offset(after cursor: String?) throws(Fault) -> Int {
    guard let cursor, cursor != "-1" else { return 0 }
    if let number = PageRequest.number(cursor) { return number == .max ? number : number + 1 }
    let hits = try run(from: 0, limit: nil).documents
    guard let position = hits.firstIndex(where: { $0.key.isExactly(cursor) }) else {
      throw .incorrectAfter
    }
    return position + 1
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
