import GhostlightCore
import GhostlightEmulation

/// A decimal number with all its digits, for numbers that neither fit 64 bits nor are exact doubles
/// (D58).
struct ExactDecimal: Sendable, Hashable {
  private let isNegative: Bool
  /// The digits without leading and trailing zeros; empty for zero.
  private let digits: [UInt8]
  /// The position of the decimal point in ``digits``; 0 for zero.
  ///
  /// It is negative if zeros follow the decimal point, and greater than the number of digits if
  /// zeros precede it.
  private let point: Int

  /// Creates a number from JSON; returns `nil` for other values, and for exponents that are too
  /// long.
  init?(_ json: JSON) {
    guard json.number != nil else { return nil }
    let text = Array(json.text().utf8)
    let parts = text.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    let exponent = parts.count == 2 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
    guard let exponent, abs(exponent) < 1 << 32 else { return nil }
    isNegative = text.first == UInt8(ascii: "-")
    var digits = parts[0].filter { (48...57).contains($0) }
    let whole = parts[0].prefix { $0 != UInt8(ascii: ".") }.count { (48...57).contains($0) }
    let zeros = digits.prefix { $0 == 48 }.count
    digits.removeFirst(zeros)
    while digits.last == 48 { digits.removeLast() }
    self.digits = Array(digits)
    point = digits.isEmpty ? 0 : whole - zeros + exponent
  }

  func ordering(to other: ExactDecimal) -> Ordering {
    guard !digits.isEmpty || !other.digits.isEmpty else { return .equal }
    if isSmaller(than: other) { return .before }
    return other.isSmaller(than: self) ? .after : .equal
  }

  private func isSmaller(than other: ExactDecimal) -> Bool {
    let (left, right) = (sign, other.sign)
    guard left == right else { return left < right }
    return left < 0 ? other.isNearer(than: self) : isNearer(than: other)
  }

  /// Returns whether the absolute value of this number is less than that of `other`.
  private func isNearer(than other: ExactDecimal) -> Bool {
    guard point == other.point else { return point < other.point }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}

extension QueryCondition {
  /// Returns a test that passes if `matches` accepts the exact order of a value relative to
  /// `wanted`, which does not fit 64 bits.
  static func exactly(_ wanted: JSON, _ matches: @escaping @Sendable (Ordering) -> Bool)
    -> FieldTest
  {
    let bound = ExactDecimal(wanted)
    return .measured { value, budget throws(Fault) in
      try budget.spend(4)
      guard let value, let bound, let number = ExactDecimal(value) else { return false }
      return matches(number.ordering(to: bound))
    }
  }
}
