import GhostlightCore
import GhostlightEmulation

/// A search as its parameters ask for it (A13), in the terms of the query engine.
struct GraphSearch: Sendable {
  let index: SearchIndex
  private var predicates: [Predicate]
  private var order: [SortKey] = []

  /// Reads the parameters beside the page.
  init(_ query: QueryParameters, _ index: SearchIndex) {
    self.index = index
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
  func run(in documents: DocumentCollection, from offset: Int, limit: Int?) -> QueryResult {
    documents.find(
      Query(.and(predicates), order: order, offset: offset, limit: limit))
  }

  /// The position behind a cursor: an index, or the id of a hit.
  ///
  /// - Throws: That no hit has the id.
  func offset(after cursor: String?, in documents: DocumentCollection) throws(Fault) -> Int {
    guard let cursor, cursor != "-1" else { return 0 }
    if let number = PageRequest.number(cursor) { return number == .max ? number : number + 1 }
    let hits = run(in: documents, from: 0, limit: nil).documents
    guard let position = hits.firstIndex(where: { $0.key == cursor }) else {
      throw .incorrectAfter
    }
    return position + 1
  }

  private mutating func add(text: String, fields names: String?) {
    let words = Set(SearchWords.words(of: text))
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
