import GhostlightEmulation

/// What is wrong with a filter.
struct FilterProblem: Error, Sendable, Hashable {
  /// The service's or the database's words.
  let message: String
  /// Whether the service lets it pass and the database refuses it.
  let isOfDatabase: Bool
  /// That there was too much work, instead.
  var fault: Fault?

  /// An error of the service's own parser.
  static func language(_ message: String) -> FilterProblem {
    FilterProblem(message: message, isOfDatabase: false)
  }

  /// An error of the database.
  static func database(_ message: String) -> FilterProblem {
    FilterProblem(message: message, isOfDatabase: true)
  }

  /// The budget is used up.
  static func exhausted(_ fault: Fault) -> FilterProblem {
    FilterProblem(message: fault.message, isOfDatabase: false, fault: fault)
  }
}
