import GhostlightCore

/// An expression; names, parameters and calls are resolved by the binder.
indirect enum SQLExpression: Sendable, Hashable {
  /// A value known beforehand; `nil` is undefined.
  case constant(JSON?)
  /// `@name`, as written.
  case parameter(String)
  /// A name as written.
  case name(String, SQLSpan)
  /// A function call as written.
  case call(String, [SQLExpression], SQLSpan)
  /// `LIKE` as written; a function once it is bound.
  case like(SQLExpression, SQLExpression, escape: String?)

  /// What a source's alias stands for.
  case slot(Int)
  /// A call of a function that exists, with a number of arguments that it takes.
  case function(SQLFunction, [SQLExpression])
  /// The result of an aggregate of the query, by position.
  case aggregate(Int)
  /// The value of a `GROUP BY` expression, by position.
  case groupKey(Int)

  case member(SQLExpression, String)
  case element(SQLExpression, SQLExpression)
  case object([SQLField])
  case array([SQLExpression])
  case not(SQLExpression)
  case negate(SQLExpression)
  case plus(SQLExpression)
  case complement(SQLExpression)
  case binary(SQLOperator, SQLExpression, SQLExpression)
  case and([SQLExpression])
  case or([SQLExpression])
  case conditional(SQLExpression, SQLExpression, SQLExpression)
  case isIn(SQLExpression, [SQLExpression])
  /// The only row of a query.
  case scalar(SQLQuery)
  case exists(SQLQuery)
  /// All rows of a query.
  case arrayOf(SQLQuery)
}
