/// Which documents to find, in which order, and which page of them.
package struct Query: Sendable {
  /// Which documents.
  package var predicate: Predicate
  /// The order, first criterion first; ties, and all documents if empty, go by creation.
  package var order: [SortKey]
  /// Whether what goes by creation goes newest first.
  package var newestFirst: Bool
  /// How many results to leave out; below zero counts as zero.
  package var offset: Int
  /// How many results to answer at most, or `nil` for all; below zero counts as zero.
  package var limit: Int?

  /// Makes a query; without arguments it finds everything, oldest first.
  package init(
    _ predicate: Predicate = .always, order: [SortKey] = [], newestFirst: Bool = false,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.newestFirst = newestFirst
    self.offset = offset
    self.limit = limit
  }
}
