/// How a collection goes about a query.
package enum QueryPlan: Sendable, Equatable {
  /// Nothing can match.
  case nothing
  /// The page is cut out of creation order.
  case creationOrder
  /// The page is cut out of the secondary index at this position, from these of its entries.
  case indexOrder(slot: Int, offsets: Range<Int>)
  /// The documents that the index at this position has in these ranges are filtered, then sorted.
  case candidates(slot: Int, ranges: [IndexRange])
  /// All documents are filtered, then sorted.
  case scan
}
