import GhostlightCore

/// Conditions on several values, and conditions made of queries.
///
/// Queries are taken as they are at the call.
///
/// - Source: protocol reference A.6.
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
