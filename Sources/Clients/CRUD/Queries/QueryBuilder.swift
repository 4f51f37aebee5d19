import Foundation
import GhostlightCore
import Synchronization

/// A query with conditions that must all hold.
///
/// Each method adds one condition and returns the same query, so that calls can be chained. A value
/// can be text, a number, a Boolean, a date, data, an array, a dictionary or an `Encodable` object.
/// With any other value, the requests of the query fail with ``CRUDError/encoding(_:)``. A query
/// can be used from any thread and for several requests.
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

  /// Returns the query in the service's language; `{}` without a condition.
  ///
  /// A value that cannot be sent is `null` in it.
  public func build() -> String {
    JSON.object(Self.filter(parts.withLock { $0.conditions })).text(sortedKeys: true)
  }

  /// Returns the query for a request, or `nil` without a condition.
  ///
  /// Throws if a value cannot be sent.
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

  /// Converts a value for a condition.
  ///
  /// The first error is stored for the request.
  func json(_ value: Any?) -> JSON {
    do throws(CRUDError) { return try JSON(value: value, by: .ofCRUD) } catch {
      note(error)
      return .null
    }
  }

  /// Converts another query, with the conditions that it has now.
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
/// Keys can be paths into objects, such as `address.city`. Only values of the same kind are
/// compared.
///
/// - Source: protocol reference A6.
extension QueryBuilder {
  /// Adds the condition that a property equals a value.
  ///
  /// `nil` matches a property that is null or missing.
  ///
  /// An array matches if one of its elements is equal.
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

  /// Adds the condition that a property is greater than a value or equal to it.
  @discardableResult
  public func greaterOrEquals(key: String, value: Any) -> QueryBuilder {
    add(key, "$gte", json(value))
  }

  /// Adds the condition that a property is less than a value.
  @discardableResult
  public func less(key: String, value: Any) -> QueryBuilder {
    add(key, "$lt", json(value))
  }

  /// Adds the condition that a property is less than a value or equal to it.
  @discardableResult
  public func lessOrEquals(key: String, value: Any) -> QueryBuilder {
    add(key, "$lte", json(value))
  }

  /// Adds the condition that a property exists, even if it is null; with `false`, that it does not
  /// exist.
  @discardableResult
  public func exists(key: String, value: Bool) -> QueryBuilder {
    add(key, "$exists", .bool(value))
  }

  /// Adds the condition that a text matches a regular expression.
  ///
  /// `options` can have the letters `i`, `m`, `x` and `s`.
  @discardableResult
  public func regex(key: String, pattern: String, options: String? = nil) -> QueryBuilder {
    var condition: JSONObject = ["$regex": .string(pattern)]
    condition["$options"] = options.map { .string($0) }
    return add([key: .object(condition)])
  }

  /// Adds the condition that a point lies within distances from another, in metres.
  ///
  /// The results are ordered from near to far. The service does not accept it for counts.
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

/// Conditions on several values, and conditions that consist of queries.
///
/// A query is copied when it is added: conditions that it gets later have no effect.
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

  /// Adds the condition that a property is one of the values.
  @discardableResult
  public func contained(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$in", json(values))
  }

  /// Adds the condition that a property has none of the values or is missing.
  @discardableResult
  public func notContained(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$nin", json(values))
  }

  /// Adds the condition that an array has all of the values.
  @discardableResult
  public func containsAll(key: String, values: [Any]) -> QueryBuilder {
    add(key, "$all", json(values))
  }

  /// Adds the condition that one element of an array matches the whole query.
  @discardableResult
  public func elemMatch(key: String, queryBuilder: QueryBuilder) -> QueryBuilder {
    add(key, "$elemMatch", json(queryBuilder))
  }
}

/// The text of the `_q` parameter, or the error of a query that cannot be written.
struct FilterText: Sendable {
  private let text: Result<String?, CRUDError>

  /// Creates the text of a query.
  ///
  /// There is no text if the query has no condition.
  init(_ builder: QueryBuilder?) {
    text = Result { () throws(CRUDError) in try builder?.checkedText() }
  }

  /// Creates the text from a query that the app wrote.
  ///
  /// There is no text if it is empty.
  init(_ text: String?) {
    self.text = .success(text.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Returns the parameters for a request: one or none.
  func parameters() throws(CRUDError) -> [FormField] {
    try text.get().map { [FormField("_q", $0)] } ?? []
  }
}
