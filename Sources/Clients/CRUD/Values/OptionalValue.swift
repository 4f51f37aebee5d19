/// A value that may be absent, behind `Any`.
protocol OptionalValue {
  /// Whether it is `nil`.
  var isAbsent: Bool { get }
}

extension Optional: OptionalValue {
  var isAbsent: Bool { self == nil }

  /// Whether a value is `nil` behind `Any`.
  static func isAbsent(_ value: Any) -> Bool where Wrapped == Any {
    (value as? any OptionalValue)?.isAbsent ?? false
  }
}
