import GhostlightCore

/// What a query says: its parameters in order, its page and its order.
struct QueryParts: Sendable, Hashable {
  /// Conditions, names as on the wire: `[or1].[and2].age[gte]`.
  var items: [QueryItem] = []
  /// The value of `Range`.
  var range: String?
  /// The parts of `X-StackMob-OrderBy`, each `field:asc` or `field:desc`.
  var order: [String] = []
  /// Why the query must not be sent: the first thing that was wrong.
  var refusal: QueryRefusal?

  /// Sets a condition; a repeated name keeps its place and takes the new value.
  mutating func set(_ name: String, _ value: String) {
    if let index = items.firstIndex(where: { $0.name == name }) {
      items[index].value = value
    } else {
      items.append(QueryItem(name: name, value: value))
    }
  }

  /// Notes why the query must not be sent, unless something was wrong before.
  mutating func refuse(_ reason: QueryRefusal) {
    if refusal == nil { refusal = reason }
  }
}

/// Why a query must not be sent.
enum QueryRefusal: Sendable, Hashable {
  /// An argument that no query can have.
  case invalid(String)
  /// Alternatives that StackMob cannot tell apart.
  case incompatible(String)

  /// What a query fails with when it is performed.
  var error: any Error {
    switch self {
    case .invalid(let reason): SMFailure.invalidArguments(reason)
    case .incompatible(let reason):
      SMException(name: SMExceptionIncompatibleObject, reason: reason)
    }
  }
}
