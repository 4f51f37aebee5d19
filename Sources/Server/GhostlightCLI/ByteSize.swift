import ArgumentParser

/// A number of bytes as people write it: `500`, `64k`, `16M` or `2G`.
struct ByteSize: Hashable {
  let bytes: Int

  private static let units: [(suffix: String, shift: Int)] = [("G", 30), ("M", 20), ("k", 10)]
}

extension ByteSize: ExpressibleByArgument {
  /// Reads a number with a unit of 1024, 1024² or 1024³; `nil` where it is none, or beyond 1T.
  init?(argument: String) {
    let unit = Self.units.first { argument.lowercased().hasSuffix($0.suffix.lowercased()) }
    let digits = argument.dropLast(unit == nil ? 0 : 1)
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
      number <= 1 << (40 - (unit?.shift ?? 0))
    else { return nil }
    bytes = number << (unit?.shift ?? 0)
  }

  var defaultValueDescription: String {
    let unit = Self.units.first { bytes > 0 && bytes % (1 << $0.shift) == 0 }
    return "\(bytes >> (unit?.shift ?? 0))\(unit?.suffix ?? "")"
  }
}
