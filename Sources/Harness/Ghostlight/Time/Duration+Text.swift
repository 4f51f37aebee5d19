extension Duration {
  /// Reads `1h30m`, `90s`, `250ms`, `2d`, `-5m`: numbers with units, largest first or not.
  ///
  /// Answers milliseconds, or `nil` for any other text and for what exceeds a thousand years.
  public static func milliseconds(parsing text: String) -> Int64? {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    guard !bytes.isEmpty else { return nil }
    var total: Int64 = 0
    while !bytes.isEmpty {
      let digits = bytes.prefix { (48...57).contains($0) }
      let unit = bytes.dropFirst(digits.count).prefix { (97...122).contains($0) }
      bytes = bytes.dropFirst(digits.count + unit.count)
      guard let number = Int64(String(decoding: digits, as: UTF8.self)),
        let factor = factor(String(decoding: unit, as: UTF8.self)), number <= limit / factor
      else { return nil }
      total += number * factor
      guard total <= limit else { return nil }
    }
    return isNegative ? -total : total
  }

  private static let limit: Int64 = 1000 * 366 * 86_400_000

  private static func factor(_ unit: String) -> Int64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }
}
