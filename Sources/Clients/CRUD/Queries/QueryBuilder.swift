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
/// - Source: protocol reference A6 and C7.
public final class QueryBuilder: Sendable {
  private struct Parts {
    var conditions: [JSON] = []
    var error: CRUDError?
  }

  private let parts = Mutex(Parts())

  /// A query without a condition, which everything matches.
  public init() {}

  /// The query as the service reads it; `{}` without a condition.
  ///
  /// A value that cannot be sent stands as `null`.
  public func build() -> String {
    JSON.object(Self.filter(parts.withLock { $0.conditions })).text(sortedKeys: true)
  }

  /// The query for a request; `nil` without a condition.
  func checkedText() throws(CRUDError) -> String? {
    let (conditions, error) = parts.withLock { ($0.conditions, $0.error) }
    if let error { throw error }
    return conditions.isEmpty ? nil : build()
  }

  /// Adds a condition.
  func add(_ condition: JSONObject) -> QueryBuilder {
    parts.withLock { $0.conditions.append(.object(condition)) }
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
    let (conditions, error) = other.parts.withLock { ($0.conditions, $0.error) }
    if let error { note(error) }
    return .object(Self.filter(conditions))
  }

  private func note(_ error: CRUDError) {
    parts.withLock { if $0.error == nil { $0.error = error } }
  }

  private static func filter(_ conditions: [JSON]) -> JSONObject {
    guard conditions.count < 2 else { return ["$and": .array(conditions)] }
    return conditions.first?.object ?? [:]
  }
}

/// Conditions on one value of a property.
///
/// Keys may be paths into objects, such as `address.city`. Only values of the same kind compare.
///
/// - Source: protocol reference A6.
extension QueryBuilder {
  /// The property is the value; `nil` matches what is null or missing.
  ///
  /// On an array, one equal element suffices.
  @discardableResult
  public func equals(key: String, value: Any?) -> QueryBuilder {
    add([key: json(value)])
  }

  /// The property is not the value, or is missing.
  @discardableResult
  public func notEquals(key: String, value: Any?) -> QueryBuilder {
    add(key, "$ne", json(value))
  }

  /// The property is greater than the value.
  @discardableResult
  public func greater(key: String, value: Any) -> QueryBuilder {
    add(key, "$gt", json(value))
  }

  /// The property is greater than the value, or equal to it.
  @discardableResult
  public func greaterOrEquals(key: String, value: Any) -> QueryBuilder {
    add(key, "$gte", json(value))
  }

  /// The property is less than the value.
  @discardableResult
  public func less(key: String, value: Any) -> QueryBuilder {
    add(key, "$lt", json(value))
  }

  /// The property is less than the value, or equal to it.
  @discardableResult
  public func lessOrEquals(key: String, value: Any) -> QueryBuilder {
    add(key, "$lte", json(value))
  }

  /// The object has the property, be it null; or has not.
  @discardableResult
  public func exists(key: String, value: Bool) -> QueryBuilder {
    add(key, "$exists", .bool(value))
  }

  /// The text matches a regular expression; the options' letters are `i`, `m`, `x` and `s`.
  @discardableResult
  public func regex(key: String, pattern: String, options: String? = nil) -> QueryBuilder {
    var condition: JSONObject = ["$regex": .string(pattern)]
    condition["$options"] = options.map { .string($0) }
    return add([key: .object(condition)])
  }

  /// The point lies within distances from another, in metres; results come from near to far.
  ///
  /// Not for counting.
  @discardableResult
  public func nearSphere(
    key: String, longitude: Double, latitude: Double, minDistance: Double? = nil,
    maxDistance: Double? = nil
  ) -> QueryBuilder {
    var condition: JSONObject = ["from": json([longitude, latitude])]
    condition["minDistance"] = minDistance.map { json($0) }
    condition["maxDistance"] = maxDistance.map { json($0) }
    return add(key, "$nearSphere", .object(condition))
  }
}

/// Conditions on several values, and conditions made of queries.
///
/// Queries are taken as they are at the call.
///
/// - Source: protocol reference A6.
extension QueryBuilder {
  /// One of the queries holds.
  @discardableResult
  public func or(queryBuilders: QueryBuilder...) -> QueryBuilder {
    add(["$or": .array(queryBuilders.map { json($0) })])
  }

  /// All queries hold.
  @discardableResult
  public func and(queryBuilders: QueryBuilder...) -> QueryBuilder {
    add(["$and": .array(queryBuilders.map { json($0) })])
  }

  /// The property is one of the values.
  @discardableResult
  public func contained(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$in", json(values))
  }

  /// The property is none of the values, or is missing.
  @discardableResult
  public func notContained(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$nin", json(values))
  }

  /// The array has all of the values.
  @discardableResult
  public func containsAll(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$all", json(values))
  }

  /// One element of the array matches the whole query.
  @discardableResult
  public func elemMatch(key: String, queryBuilder: QueryBuilder) -> QueryBuilder {
    add(key, "$elemMatch", json(queryBuilder))
  }
}

/// What `_q` says, or why it cannot say it.
struct FilterText: Sendable {
  private let text: Result<String?, CRUDError>

  /// A query's text; none without a condition.
  init(_ builder: QueryBuilder?) {
    text = Result { () throws(CRUDError) in try builder?.checkedText() }
  }

  /// A text by hand; none where it is empty.
  init(_ text: String?) {
    self.text = .success(text.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// The parameters that a request has for it: one, or none.
  func parameters() throws(CRUDError) -> [FormField] {
    try text.get().map { [FormField("_q", $0)] } ?? []
  }
}
