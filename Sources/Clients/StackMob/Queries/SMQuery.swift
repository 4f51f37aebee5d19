import GhostlightCore
import Synchronization

/// Conditions, order and page of a read from one schema.
///
/// Conditions are joined by AND; ``or(_:)`` makes alternatives. A condition on the same field with
/// the same operator replaces the earlier one. What no server could answer (a limit of 0, an
/// inverted range, alternatives that StackMob cannot tell apart) is refused when the query is
/// performed, before anything is sent.
///
/// - Source: protocol reference B7.
public final class SMQuery: Sendable {
  /// The schema that is read, in lower case.
  public let schemaName: String

  private let parts = Mutex(QueryParts())

  /// A query for all objects of a schema, whose name is lower-cased.
  public init(schema: String) {
    schemaName = schema.lowercased()
  }

  /// The conditions by their parameter, such as `age[lt]`; values are text as sent, not escaped.
  public var requestParameters: [String: String] {
    var parameters: [String: String] = [:]
    for item in queryItems { parameters[item.name] = item.value }
    return parameters
  }

  /// The header fields of order and page: `X-StackMob-OrderBy` and `Range`.
  public var requestHeaders: [String: String] {
    parts.withLock { parts in
      var headers: [String: String] = [:]
      headers["Range"] = parts.range
      if !parts.order.isEmpty {
        headers["X-StackMob-OrderBy"] = parts.order.joined(separator: ",")
      }
      return headers
    }
  }

  /// The conditions in the order in which they were first set.
  var queryItems: [QueryItem] {
    parts.withLock { $0.items }
  }

  /// What performing the query fails with before anything is sent; `nil` where it may be sent.
  var refusal: (any Error)? {
    parts.withLock { $0.refusal }?.error
  }

  /// Changes the terms under their lock.
  func change(_ body: (inout sending QueryParts) -> Void) {
    parts.withLock { body(&$0) }
  }

  /// A copy of the terms as they are now.
  func currentOptions() -> QueryParts {
    parts.withLock { $0 }
  }
}
