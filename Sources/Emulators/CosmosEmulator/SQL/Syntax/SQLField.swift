/// A member of an object that an expression makes.
struct SQLField: Sendable, Hashable {
  var name: String
  var value: SQLExpression
}
