import GhostlightCore

/// The clause `ORDER BY RANK`, which orders documents by the score of a text or of a vector, or by
/// several scores (B25).
struct SQLRank: Sendable, Hashable {
  /// One score by which documents are ordered.
  enum Component: Sendable, Hashable {
    /// The score of a text: the path as parsed, and the terms.
    case text(SQLExpression, [String])
    /// The similarity of two vectors: the arguments as parsed.
    case vector([SQLExpression])
  }

  /// The scoring function as parsed.
  let score: SQLExpression
  /// The scores, which the binder determines; empty before binding.
  var components: [Component] = []
  /// The weight of each score; `nil` if the query has none, so that all scores count alike.
  var weights: [Double]?

  /// The names of functions that only this clause can contain, in upper case.
  static let functions = ["FULLTEXTSCORE", "RRF"]
}
