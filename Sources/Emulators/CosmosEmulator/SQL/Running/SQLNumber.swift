import GhostlightCore

/// Numbers as queries compute with them: doubles.
enum SQLNumber {
  /// The value of a result; whole numbers that a double holds exactly print without fraction.
  ///
  /// - Returns: `nil`, which is undefined, for what is no finite number.
  static func json(_ value: Double) -> JSON? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), abs(value) <= 0x1p53 { return .integer(Int64(value)) }
    return .double(value)
  }

  /// The number as JavaScript's operators on bits take it: truncated, the low 32 bits, signed.
  static func bits(_ value: Double) -> Int32 {
    guard value.isFinite else { return 0 }
    let whole = value.rounded(.towardZero)
    let low = whole.truncatingRemainder(dividingBy: 0x1p32)
    return Int32(truncatingIfNeeded: Int64(low))
  }

  /// The number where it is whole and fits an `Int`.
  static func integer(_ value: JSON?) -> Int? {
    guard let number = value?.number, number == number.rounded(), abs(number) <= 0x1p53 else {
      return nil
    }
    return Int(number)
  }
}
