import GhostlightCore

/// The contents of a query: its conditions, page and order.
struct QueryParts: Sendable, Hashable {
  /// The conditions, with the parameter names as they are sent, such as `[or1].[and2].age[gte]`.
  var items: [QueryItem] = []
  /// The value of the header field `Range`.
  var range: String?
  /// The parts of the header field `X-StackMob-OrderBy`, each `field:asc` or `field:desc`.
  var order: [String] = []
  /// The reason why the query cannot be sent; `nil` if it can.
  ///
  /// Only the first problem is stored.
  var refusal: QueryRefusal?

  /// Sets a condition.
  ///
  /// A condition with the same parameter name keeps its position and gets the new value.
  mutating func set(_ name: String, _ value: String) {
    if let index = items.firstIndex(where: { $0.name == name }) {
      items[index].value = value
    } else {
      items.append(QueryItem(name: name, value: value))
    }
  }

  /// Sets the reason why the query cannot be sent, unless there already is one.
  mutating func refuse(_ reason: QueryRefusal) {
    if refusal == nil { refusal = reason }
  }
}

/// A reason why a query cannot be sent.
enum QueryRefusal: Sendable, Hashable {
  /// An argument is invalid, such as a limit of 0.
  case invalid(String)
  /// Two alternatives have the same parameter name, or alternatives are nested in a way that
  /// StackMob does not support.
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
