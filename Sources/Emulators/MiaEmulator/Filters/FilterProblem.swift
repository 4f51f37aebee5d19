/// What is wrong with a filter.
struct FilterProblem: Error, Sendable, Hashable {
  /// The service's or the database's words.
  let message: String
  /// Whether the service lets it pass and the database refuses it.
  let isOfDatabase: Bool

  /// An error of the service's own parser.
  static func language(_ message: String) -> FilterProblem {
    FilterProblem(message: message, isOfDatabase: false)
  }

  /// An error of the database.
  static func database(_ message: String) -> FilterProblem {
    FilterProblem(message: message, isOfDatabase: true)
  }
}
