/// One column of a selection.
struct SQLColumn: Sendable, Hashable {
  var expression: SQLExpression
  /// The alias; once bound the name that the row's member gets.
  var name: String?
}
