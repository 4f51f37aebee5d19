/// A page of what a query found.
package struct QueryResult: Sendable, Equatable {
  /// The documents of the page, in order.
  package var documents: [FoundDocument]
  /// How many documents match, on all pages.
  package var total: Int

  /// Makes a page of `total` matches.
  package init(documents: [FoundDocument], total: Int) {
    self.documents = documents
    self.total = total
  }
}
