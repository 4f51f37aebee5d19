import GhostlightCore

/// A field that a raw projection makes, or makes less of (A7).
struct ComputedField: Sendable {
  /// What is made.
  enum Content: Sendable {
    /// The value of an expression.
    case expression(ProjectionExpression)
    /// Some elements of the field's own array.
    case slice(ElementSlice)
    /// The first element of the field's own array that a filter holds of.
    case element(FilterCondition)
  }

  let path: FilterPath
  let content: Content
}
