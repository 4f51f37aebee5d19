import GhostlightCore

/// The validator's conversions of types (A9).
enum ValueConversion {
  /// The value, if need be converted to the first type that it can be, or `nil`.
  static func convert(_ value: JSON, to kinds: [ValueKind]) -> JSON? {
    guard !kinds.isEmpty else { return value }
    for kind in kinds where isOf(kind, value) { return value }
    for kind in kinds {
      if let converted = convert(value, to: kind) { return converted }
    }
    return .none
  }

  private static func isOf(_ kind: ValueKind, _ value: JSON) -> Bool {
    switch (kind, value) {
    case (.string, .string), (.boolean, .bool), (.array, .array), (.object, .object),
      (.null, .null):
      true
    case (.number, _): value.number.map(\.isFinite) ?? false
    case (.integer, _): value.number.map { $0.isFinite && $0.rounded() == $0 } ?? false
    default: false
    }
  }

  private static func convert(_ value: JSON, to kind: ValueKind) -> JSON? {
    switch kind {
    case .string: text(value)
    case .number: number(value)
    case .integer: number(value).flatMap { isOf(.integer, $0) ? $0 : .none }
    case .boolean: truth(value)
    case .null: isEmpty(value) ? .some(.null) : .none
    case .array, .object: .none
    }
  }

  private static func text(_ value: JSON) -> JSON? {
    switch value {
    case .null: .string("")
    case .bool, .integer, .double, .decimal: .string(value.text())
    case .string, .array, .object: .none
    }
  }

  private static func number(_ value: JSON) -> JSON? {
    switch value {
    case .null: return .integer(0)
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .string(let text):
      let trimmed = text.drop { $0 == " " }
      if let integer = Int64(trimmed) { return .integer(integer) }
      guard let double = Double(trimmed), double.isFinite else { return .none }
      return .some(.simplest(double))
    default: return .none
    }
  }

  private static func truth(_ value: JSON) -> JSON? {
    switch value {
    case .null, .string("false"): .bool(false)
    case .string("true"): .bool(true)
    default:
      switch value.number {
      case 0: .bool(false)
      case 1: .bool(true)
      default: .none
      }
    }
  }

  private static func isEmpty(_ value: JSON) -> Bool {
    switch value {
    case .string(""), .bool(false): true
    default: value.number == 0
    }
  }
}
