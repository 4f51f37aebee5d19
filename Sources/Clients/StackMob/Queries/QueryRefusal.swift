/// Why a query must not be sent.
enum QueryRefusal: Sendable, Hashable {
  /// An argument that no query can have.
  case unfit(String)
  /// Alternatives that StackMob cannot tell apart.
  case incompatible(String)

  /// What a query fails with when it is performed.
  var error: any Error {
    switch self {
    case .unfit(let reason): SMFailure.invalidArguments(reason)
    case .incompatible(let reason):
      SMException(name: SMExceptionIncompatibleObject, reason: reason)
    }
  }
}
