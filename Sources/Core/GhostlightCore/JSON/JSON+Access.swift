extension JSON {
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The truth value, or `nil` for any other kind.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer, or `nil` for any other kind; `1.0` is not an integer.
  public var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The number of any spelling as a double, or `nil` for any other kind.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.double
    default: nil
    }
  }

  /// The text, or `nil` for any other kind.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements, or `nil` for any other kind.
  public var array: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The members, or `nil` for any other kind.
  public var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The value of a member, or `nil` where this is no object or lacks it.
  public subscript(key: String) -> JSON? { object?[key] }

  /// An element, or `nil` where this is no array or is shorter.
  public subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}
