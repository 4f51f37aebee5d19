import GhostlightCore

/// The contents of a query: its conditions, page and order.
struct QueryParts: Sendable, Hashable {
  /// The conditions, with the parameter names that are sent, such as `[or1].[and2].age[gte]`.
  var items: [QueryItem] = []
  /// The value of the header field `Range`.
  var range: String?
  /// The parts of `X-StackMob-OrderBy`, each `field:asc` or `field:desc`.
  var order: [String] = []
  /// The reason why the query must not be sent: the first problem that was found.
  var refusal: QueryRefusal?

  /// Sets a condition.
  ///
  /// If the name exists, its position stays and its value is replaced.
  mutating func set(_ name: String, _ value: String) {
    if let index = items.firstIndex(where: { $0.name == name }) {
      items[index].value = value
    } else {
      items.append(QueryItem(name: name, value: value))
    }
  }

  /// Sets the reason why the query must not be sent, unless an earlier one is set.
  mutating func refuse(_ reason: QueryRefusal) {
    if refusal == nil { refusal = reason }
  }
}

/// A reason why a query must not be sent.
enum QueryRefusal: Sendable, Hashable {
  /// An argument is not valid for any query.
  case invalid(String)
  /// Two alternatives have the same parameter name, so that StackMob could not distinguish them.
  case incompatible(String)

  /// The error of a call that performs the query.
  var error: any Error {
    switch self {
    case .invalid(let reason): SMFailure.invalidArguments(reason)
    case .incompatible(let reason):
      SMException(name: SMExceptionIncompatibleObject, reason: reason)
    }
  }
}
