import GhostlightCore

/// Numbers of a HAR file: tools write `12`, `12.0`, `12.345` and `"12"` for the same member.
enum HARNumber {
  /// The number, or `nil` for what is none.
  static func read(_ value: JSON) -> Double? {
    guard let number = value.number ?? value.string.flatMap(Double.init), number.isFinite else {
      return nil
    }
    return number
  }

  /// The number without its fraction, or `nil` for what is none or exceeds 53 bits.
  static func readInteger(_ value: JSON) -> Int? {
    guard let number = read(value), number.magnitude < 9e15 else { return nil }
    return Int(number)
  }

  /// An integer where the number is one.
  static func print(_ number: Double) -> JSON {
    if number.magnitude < 9e15, number == number.rounded(), number != 0 || number.sign == .plus {
      return .integer(Int64(number))
    }
    return .double(number)
  }
}
