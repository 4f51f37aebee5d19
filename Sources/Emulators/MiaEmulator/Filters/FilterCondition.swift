import GhostlightCore

/// A condition on the values at a path (A6).
///
/// "One of the values" are those that ``FilterPath/values(in:)`` finds and, where one is an array,
/// its elements too.
indirect enum FilterCondition: Sendable {
  /// One of the values is the same; null is the same as missing.
  case equals(JSON)
  /// None of the values is the same.
  case notEquals(JSON)
  /// One of the values is of the same kind and below.
  case less(JSON)
  /// One of the values is of the same kind and below, or the same.
  case lessOrEqual(JSON)
  /// One of the values is of the same kind and above.
  case greater(JSON)
  /// One of the values is of the same kind and above, or the same.
  case greaterOrEqual(JSON)
  /// One of the values is the same as one of these.
  case isOneOf([JSON])
  /// None of the values is the same as one of these.
  case isNoneOf([JSON])
  /// All of these hold, each perhaps of another value; none hold if there are none.
  case holdsAll([FilterCondition])
  /// Whether there is a value; null is one.
  case exists(Bool)
  /// One of the values is text that the pattern finds itself in.
  case pattern(FilterPattern)
  /// The value is an array, and the filter holds of one of its elements, an object.
  case anyElement(Filter)
  /// The value is an array, and all conditions hold of one of its elements.
  case anyElementValue([FilterCondition])
  /// The value is an array of as many elements.
  case size(Int)
  /// The value is a point in the ring.
  case near(NearSphere)
  /// Not all of these hold.
  case not([FilterCondition])
}
