/// The unit of a performance figure; the raw value is printed after the number.
enum Unit: String {
  case perSecond = "/s"
  case microseconds = " µs"
  case milliseconds = " ms"
  case megabytes = " MB"

  /// Returns a number with its unit.
  ///
  /// Numbers below 100 have at most two decimals; numbers from 1,000 on have a comma.
  func text(_ value: Double) -> String {
    guard value < 1e12 else { return "any" }
    let hundredths = Int((value * 100).rounded())
    guard value < 1000 else {
      return "\(hundredths / 100_000),\(Self.padded(hundredths / 100 % 1000, 3))\(rawValue)"
    }
    guard value < 100, hundredths % 100 > 0 else { return "\((hundredths + 50) / 100)\(rawValue)" }
    return "\(hundredths / 100).\(Self.padded(hundredths % 100, 2))\(rawValue)"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
