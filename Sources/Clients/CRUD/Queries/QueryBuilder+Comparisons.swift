import GhostlightCore

/// Conditions on one value of a property.
///
/// Keys may be paths into objects, such as `address.city`. Only values of the same kind compare.
///
/// - Source: protocol reference A.6.
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
