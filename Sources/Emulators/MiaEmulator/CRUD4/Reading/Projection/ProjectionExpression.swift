import GhostlightCore

/// An expression that a projection computes a field with (A7).
indirect enum ProjectionExpression: Sendable {
  /// A value as it stands.
  case literal(JSON)
  /// The value at a path of the document, or of a variable.
  case path(variable: String?, names: [String])
  /// An array of expressions.
  case array([ProjectionExpression])
  /// An operator with its arguments.
  case operation(ProjectionOperator, [ProjectionExpression])
  /// The elements of an array that a condition holds of, each as a variable.
  case filter(ProjectionExpression, variable: String, condition: ProjectionExpression)
}
