/// An aggregate with what it is taken of.
struct SQLAggregateCall: Sendable, Hashable {
  var aggregate: SQLAggregate
  var argument: SQLExpression
}
