package import GhostlightCore

/// A test of the value at a path, which may be missing.
///
/// No test looks into an array unless it says so: a dialect whose comparisons reach elements wraps
/// them in ``valueOrAnyElement(_:)``. "Same" is ``GhostlightCore/JSON/isSame(as:)``.
package indirect enum FieldTest: Sendable {
  /// The value is the same; missing is never, not even the same as null.
  case equals(JSON)
  /// The value is the same as one of these; never if there are none.
  case isOneOf([JSON])
  /// The value is below this one of its own kind: number, string by bytes, or bool.
  ///
  /// Missing, null, arrays, objects and values of another kind are in no order and never pass.
  case less(JSON)
  /// The value is below this one of its own kind, or the same.
  case lessOrEqual(JSON)
  /// The value is above this one of its own kind.
  case greater(JSON)
  /// The value is above this one of its own kind, or the same.
  case greaterOrEqual(JSON)
  /// There is no value; null is one.
  case isMissing
  /// The value is null; missing is not.
  case isNull
  /// The value is an array, and one of its elements passes; they are never missing.
  case anyElement(FieldTest)
  /// The value passes, also if missing, or it is an array and one of its elements passes.
  case valueOrAnyElement(FieldTest)
  /// All pass, each for itself; always if there are none.
  case allOf([FieldTest])
  /// One passes; never if there are none.
  case anyOf([FieldTest])
  /// None passes, hence also where the value is missing; always if there are none.
  case noneOf([FieldTest])
  /// The closure answers `true`; it gets `nil` for missing.
  case custom(@Sendable (JSON?) -> Bool)
  /// The same of a closure that spends what it costs.
  case measured(@Sendable (JSON?, WorkBudget) throws(Fault) -> Bool)
}
