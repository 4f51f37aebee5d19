import Foundation
import GhostlightCore
import Synchronization

/// A query made of conditions, all of which must hold.
///
/// Each call adds one condition and answers the same query. Values may be what objects are made of:
/// text, numbers, booleans, dates, data, arrays, dictionaries and `Encodable` objects; requests with
/// any other fail with ``CRUDError/encoding(_:)``.
///
/// ```swift
/// let query = QueryBuilder().equals(key: "name", value: "Carlo").greater(key: "age", value: 30)
/// ```
///
/// The service has no negation of whole queries, so there is none here.
///
/// - Source: protocol reference A.6 and C.7.
public final class QueryBuilder: Sendable {
  private struct Terms {
    var conditions: [JSON] = []
    var problem: CRUDError?
  }

  private let terms = Mutex(Terms())

  /// A query without a condition, which everything matches.
  public init() {}

  /// The query as the service reads it; `{}` without a condition.
  ///
  /// A value that cannot be sent stands as `null`.
  public func build() -> String {
    JSON.object(Self.filter(terms.withLock { $0.conditions })).text(sortedKeys: true)
  }

  /// The query for a request; `nil` without a condition.
  func checkedText() throws(CRUDError) -> String? {
    let (conditions, problem) = terms.withLock { ($0.conditions, $0.problem) }
    if let problem { throw problem }
    return conditions.isEmpty ? nil : build()
  }

  /// Adds a condition.
  func add(_ condition: JSONObject) -> QueryBuilder {
    terms.withLock { $0.conditions.append(.object(condition)) }
    return self
  }

  /// Adds a condition of one operator: `{"age":{"$gt":30}}`.
  func add(_ key: String, _ operation: String, _ value: JSON) -> QueryBuilder {
    add([key: .object([operation: value])])
  }

  /// A value for a condition; the first that cannot be sent is remembered.
  func json(_ value: Any?) -> JSON {
    do throws(CRUDError) { return try JSON(value: value, by: .ofCRUD) } catch {
      note(error)
      return .null
    }
  }

  /// Another query as it is now, for a condition.
  func json(_ other: QueryBuilder) -> JSON {
    let (conditions, problem) = other.terms.withLock { ($0.conditions, $0.problem) }
    if let problem { note(problem) }
    return .object(Self.filter(conditions))
  }

  private func note(_ problem: CRUDError) {
    terms.withLock { if $0.problem == nil { $0.problem = problem } }
  }

  private static func filter(_ conditions: [JSON]) -> JSONObject {
    guard conditions.count < 2 else { return ["$and": .array(conditions)] }
    return conditions.first?.object ?? [:]
  }
}
