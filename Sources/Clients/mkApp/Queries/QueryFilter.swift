import GhostlightCore

/// One condition on a field.
struct QueryFilter: Sendable {
  var key: String
  /// The operator; `nil` for equality.
  var symbol: String?
  var value: MKValue

  func json(_ dates: DateForm) throws(MKError) -> JSON {
    let operand = try value.json(dates, key: key)
    return [key: symbol.map { .object([$0: operand]) } ?? operand]
  }
}
