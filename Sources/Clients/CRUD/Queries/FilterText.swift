import GhostlightCore

/// What `_q` says, or why it cannot say it.
struct FilterText: Sendable {
  private let text: Result<String?, CRUDError>

  /// A query's text; none without a condition.
  init(_ builder: QueryBuilder?) {
    text = Result { () throws(CRUDError) in try builder?.checkedText() }
  }

  /// A text by hand; none where it is empty.
  init(_ text: String?) {
    self.text = .success(text.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// The parameters that a request has for it: one, or none.
  func parameters() throws(CRUDError) -> [FormField] {
    try text.get().map { [FormField("_q", $0)] } ?? []
  }
}
