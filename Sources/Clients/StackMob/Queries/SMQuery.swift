import GhostlightCore
import Synchronization

/// A query of one schema: conditions, order and page.
///
/// All conditions must be true; ``or(_:)`` combines alternatives. A condition replaces an earlier
/// one on the same field with the same operator. A query that no server could process fails when it
/// is performed, before a request is sent. Examples are a limit of 0, an inverted range, and two
/// alternatives with the same parameter name.
///
/// A query is a mutable object. It can be changed from any thread, and performed more than once.
///
/// ```swift
/// import StackMob
///
/// func adults(in store: SMDataStore) async throws -> [[AnyHashable: Any]] {
///   let query = SMQuery(schema: "person")
///   query.where("age", isGreaterThanOrEqualTo: 18)
///   query.order(byField: "name", ascending: true)
///   query.limit(20)
///   return try await store.perform(query)
/// }
/// ```
///
/// - Source: protocol reference B7.
public final class SMQuery: Sendable {
  /// The schema that is queried, in lower case.
  public let schemaName: String

  private let parts = Mutex(QueryParts())

  /// Creates a query for all objects of a schema, whose name is converted to lower case.
  public init(schema: String) {
    schemaName = schema.lowercased()
  }

  /// The conditions by their parameter name, such as `age[lt]`; the values are not percent-encoded.
  public var requestParameters: [String: String] {
    var parameters: [String: String] = [:]
    for item in queryItems { parameters[item.name] = item.value }
    return parameters
  }

  /// The header fields for order and page, `X-StackMob-OrderBy` and `Range`, by name.
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

  /// The conditions as query parameters, in the order in which they were first set.
  var queryItems: [QueryItem] {
    parts.withLock { $0.items }
  }

  /// The error with which the query fails before it is sent; `nil` if it can be sent.
  var refusal: (any Error)? {
    parts.withLock { $0.refusal }?.error
  }

  /// Runs `body` with the query's contents, under the lock.
  func change(_ body: (inout sending QueryParts) -> Void) {
    parts.withLock { body(&$0) }
  }

  /// Returns a copy of the query's conditions, page and order.
  func currentOptions() -> QueryParts {
    parts.withLock { $0 }
  }
}
