import Foundation
import GhostlightCore
import Synchronization

/// A query whose conditions must all match.
///
/// Each method adds one condition and returns the same query, so that calls can be chained. A value
/// can be a string, a number, a Boolean, a date, data, an array, a dictionary or an `Encodable`
/// object. With any other value, requests with this query fail with ``CRUDError/encoding(_:)``. A
/// query can be used from any thread and for several requests.
///
/// ```swift
/// import CRUD
///
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let query = QueryBuilder().equals(key: "name", value: "Carlo").greater(key: "age", value: 30)
/// let count = try await crud.get(collection: "author", queryBuilder: query).asyncCount()
/// print(count)
/// ```
///
/// A whole query cannot be negated, because the service has no operator for that.
///
/// - Source: protocol reference A6 and C7.
public final class QueryBuilder: Sendable {
  private struct Parts {
    var conditions: [JSON] = []
    var error: CRUDError?
  }

  private let parts = Mutex(Parts())

  /// Creates a query without a condition, which matches every object.
  public init() {}

  /// Returns the query in the service's query language; `{}` if it has no conditions.
  ///
  /// A value that cannot be sent appears as `null`.
  public func build() -> String {
    JSON.object(Self.filter(parts.withLock { $0.conditions })).text(sortedKeys: true)
  }

  /// Returns the query as a string for a request, or `nil` if it has no conditions.
  ///
  /// - Throws: The error of the first value that cannot be sent.
  func checkedText() throws(CRUDError) -> String? {
    let (conditions, error) = parts.withLock { ($0.conditions, $0.error) }
    if let error { throw error }
    return conditions.isEmpty ? nil : build()
  }

  func add(_ condition: JSONObject) -> QueryBuilder {
    parts.withLock { $0.conditions.append(.object(condition)) }
    return self
  }

  /// Adds a condition with one operator, such as `{"age":{"$gt":30}}`.
  func add(_ key: String, _ operation: String, _ value: JSON) -> QueryBuilder {
    add([key: .object([operation: value])])
  }

  /// Converts a condition's value to JSON.
  ///
  /// The first error is stored, and thrown when a request uses the query.
  func json(_ value: Any?) -> JSON {
    do throws(CRUDError) { return try JSON(value: value, by: .ofCRUD) } catch {
      record(error)
      return .null
    }
  }

  /// Converts `other` to JSON; conditions that are added to `other` later are not included.
  func json(_ other: QueryBuilder) -> JSON {
    let (conditions, error) = other.parts.withLock { ($0.conditions, $0.error) }
    if let error { record(error) }
    return .object(Self.filter(conditions))
  }

  private func record(_ error: CRUDError) {
    parts.withLock { if $0.error == nil { $0.error = error } }
  }

  private static func filter(_ conditions: [JSON]) -> JSONObject {
    guard conditions.count < 2 else { return ["$and": .array(conditions)] }
    return conditions.first?.object ?? [:]
  }
}

/// Conditions that compare a property with one value.
///
/// A key can be the path of a nested property, such as `address.city`. Only values of the same type
/// are compared.
///
/// - Source: protocol reference A6.
extension QueryBuilder {
  /// Adds the condition that a property equals a value.
  ///
  /// `nil` matches a property that is null or missing. An array matches if one of its elements
  /// equals the value.
  @discardableResult
  public func equals(key: String, value: Any?) -> QueryBuilder {
    add([key: json(value)])
  }

  /// Adds the condition that a property differs from a value or is missing.
  @discardableResult
  public func notEquals(key: String, value: Any?) -> QueryBuilder {
    add(key, "$ne", json(value))
  }

  /// Adds the condition that a property is greater than a value.
  @discardableResult
  public func greater(key: String, value: Any) -> QueryBuilder {
    add(key, "$gt", json(value))
  }

  /// Adds the condition that a property is greater than or equal to a value.
  @discardableResult
  public func greaterOrEquals(key: String, value: Any) -> QueryBuilder {
    add(key, "$gte", json(value))
  }

  /// Adds the condition that a property is less than a value.
  @discardableResult
  public func less(key: String, value: Any) -> QueryBuilder {
    add(key, "$lt", json(value))
  }

  /// Adds the condition that a property is less than or equal to a value.
  @discardableResult
  public func lessOrEquals(key: String, value: Any) -> QueryBuilder {
    add(key, "$lte", json(value))
  }

  /// Adds the condition that a property exists, even if it is null.
  ///
  /// If `value` is `false`, adds the condition that the property does not exist.
  @discardableResult
  public func exists(key: String, value: Bool) -> QueryBuilder {
    add(key, "$exists", .bool(value))
  }

  /// Adds the condition that a string property matches a regular expression.
  ///
  /// `options` can contain the letters `i`, `m`, `x` and `s`.
  @discardableResult
  public func regex(key: String, pattern: String, options: String? = nil) -> QueryBuilder {
    var condition: JSONObject = ["$regex": .string(pattern)]
    condition["$options"] = options.map { .string($0) }
    return add([key: .object(condition)])
  }

  /// Adds the condition that a property is a point at certain distances, in metres, from a given
  /// point.
  ///
  /// The results are ordered from near to far. The service does not accept this condition in
  /// counts.
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

/// Conditions with several values, and conditions that contain other queries.
///
/// A query that is added is copied: conditions that it gets later have no effect.
///
/// - Source: protocol reference A6.
extension QueryBuilder {
  /// Adds the condition that at least one of the queries matches.
  @discardableResult
  public func or(queryBuilders: QueryBuilder...) -> QueryBuilder {
    add(["$or": .array(queryBuilders.map { json($0) })])
  }

  /// Adds the condition that all queries match.
  @discardableResult
  public func and(queryBuilders: QueryBuilder...) -> QueryBuilder {
    add(["$and": .array(queryBuilders.map { json($0) })])
  }

  /// Adds the condition that a property equals one of the values.
  @discardableResult
  public func contained(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$in", json(values))
  }

  /// Adds the condition that a property equals none of the values, or is missing.
  @discardableResult
  public func notContained(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$nin", json(values))
  }

  /// Adds the condition that an array property contains all of the values.
  @discardableResult
  public func containsAll(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$all", json(values))
  }

  /// Adds the condition that one element of an array property matches all conditions of a query.
  @discardableResult
  public func elemMatch(key: String, queryBuilder: QueryBuilder) -> QueryBuilder {
    add(key, "$elemMatch", json(queryBuilder))
  }
}

/// The value of the query parameter `_q`, or the error of a query that cannot be written as JSON.
struct FilterText: Sendable {
  private let text: Result<String?, CRUDError>

  /// Creates the parameter's value from a query; there is none if the query has no conditions.
  init(_ builder: QueryBuilder?) {
    text = Result { () throws(CRUDError) in try builder?.checkedText() }
  }

  /// Creates the parameter's value from a query string that the app wrote; there is none if the
  /// string is empty.
  init(_ text: String?) {
    self.text = .success(text.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Returns the query parameters for a request: `_q`, or none.
  func parameters() throws(CRUDError) -> [FormField] {
    try text.get().map { [FormField("_q", $0)] } ?? []
  }
}
