extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a double, also of `1.0`.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Makes an object in the order written; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
