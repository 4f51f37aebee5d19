import GhostlightCore

extension Example: ExpressibleByStringLiteral {
  /// A text that must be equal.
  public init(stringLiteral value: String) { self = .value(.string(value)) }
}

extension Example: ExpressibleByStringInterpolation {}

extension Example: ExpressibleByIntegerLiteral {
  /// A number that must be equal.
  public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
}

extension Example: ExpressibleByFloatLiteral {
  /// A number that must be equal.
  public init(floatLiteral value: Double) { self = .value(.double(value)) }
}

extension Example: ExpressibleByBooleanLiteral {
  /// A truth value that must be equal.
  public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
}

extension Example: ExpressibleByNilLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self = .value(.null) }
}

extension Example: ExpressibleByArrayLiteral {
  /// An array of as many elements.
  public init(arrayLiteral elements: Example...) { self = .array(elements) }
}

extension Example: ExpressibleByDictionaryLiteral {
  /// An object with at least these members.
  public init(dictionaryLiteral elements: (String, Example)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
