import GhostlightCore
import GhostlightEmulation

/// A search as its parameters ask for it (A13), in the terms of the query engine.
struct GraphSearch: Sendable {
  let index: SearchIndex
  private var predicates: [Predicate]
  private var order: [SortKey] = []
  private let budget: WorkBudget

  /// Reads the parameters beside the page.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
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
    for range in SearchRange.parse(query["range"] ?? "") {
      guard let field = index.field(range.field) else {
        predicates.append(.never)
        continue
      }
      predicates.append(.field(field.path, field.rangeTest(range)))
    }
    for sort in SearchSort.parse(query["sort"] ?? "") {
      guard let field = index.field(sort.field) else { continue }
      order.append(SortKey(field.path, descending: sort.isDescending, missing: .last))
    }
    order.append(SortKey(FieldPath("id")))
  }

  /// The hits of a page, and how many there are in all.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func run(
    in documents: DocumentCollection, from offset: Int, limit: Int?
  ) throws(Fault) -> QueryResult {
    try documents.find(
      Query(.and(predicates), order: order, offset: offset, limit: limit), within: budget)
  }

  /// The position behind a cursor: an index, or the id of a hit.
  ///
  /// - Throws: That no hit has the id.
  func offset(after cursor: String?, in documents: DocumentCollection) throws(Fault) -> Int {
    guard let cursor, cursor != "-1" else { return 0 }
    if let number = PageRequest.number(cursor) { return number == .max ? number : number + 1 }
    let hits = try run(in: documents, from: 0, limit: nil).documents
    guard let position = hits.firstIndex(where: { $0.key.isExactly(cursor) }) else {
      throw .incorrectAfter
    }
    return position + 1
  }

  private mutating func add(text: String, fields names: String?) {
    let words = Set(SearchWords.words(of: text).map(ExactText.init))
    let fields: [SearchField]
    if let names {
      fields = names.split(separator: ",").compactMap { index.field(String($0)) }
    } else {
      fields = index.fields.filter { $0.kind == .string }
    }
    predicates.append(
      .or(fields.map { .field($0.path, $0.textTest(text, words: words)) }))
  }

  private mutating func add(_ filter: SearchFilter) {
    if let field = index.field(filter.key) {
      predicates.append(.field(field.path, field.filterTest(filter.values)))
    } else if filter.values != ["-"], !filter.values.allSatisfy({ $0.hasPrefix("!") }) {
      predicates.append(.never)
    }
  }
}
