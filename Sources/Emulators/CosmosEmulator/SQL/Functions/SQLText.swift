import GhostlightEmulation

/// Work on texts as UTF-16 units.
enum SQLText {
  /// Where `part` first stands in `text` at or after a position.
  static func firstIndex(of part: [UInt16], in text: [UInt16], from start: Int) -> Int? {
    SQLNeedle(part).firstIndex(in: text, from: start)
  }

  /// The text with all places of `find`, which is not empty, replaced; paid for as it is made.
  static func replacing(
    _ find: String, by replacement: String, in text: String, _ budget: WorkBudget
  ) throws(SQLProblem) -> String {
    try budget.pay(units: text.utf8.count + replacement.utf8.count)
    try budget.pay(find.utf8.count)
    // Whole texts stand in UTF-8 where they stand in UTF-16.
    let needle = SQLNeedle(Array(find.utf8))
    let by = Array(replacement.utf8)
    let units = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while let found = needle.firstIndex(in: units, from: position) {
      try budget.pay(1 + by.count >> 2)
      result += units[position..<found]
      result += by
      guard result.count <= SQLLimits.textBytes else { throw .textTooLong }
      position = found + needle.count
    }
    guard position > 0 else { return text }
    result += units[position...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The text of some units.
  static func text(_ units: ArraySlice<UInt16>) -> String {
    guard units.allSatisfy({ $0 < 0x80 }) else { return String(decoding: units, as: UTF16.self) }
    return String(unsafeUninitializedCapacity: units.count) { bytes in
      for (place, unit) in units.enumerated() { bytes[place] = UInt8(truncatingIfNeeded: unit) }
      return units.count
    }
  }

  /// The text without Unicode white space at its ends.
  static func trimmed(_ text: String, start: Bool = true, end: Bool = true) -> String {
    var scalars = text.unicodeScalars[...]
    if start { scalars = scalars.drop { $0.properties.isWhitespace } }
    while end, let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}

/// A text that is looked for in others, in time that grows with the lengths of both.
///
/// - Source: the algorithm of Knuth, Morris and Pratt.
struct SQLNeedle<Unit: Equatable> {
  private let units: [Unit]
  /// For each unit, how much of the start stands right up to there too.
  private var borders: [Int]

  init(_ units: [Unit]) {
    self.units = units
    borders = Array(repeating: 0, count: units.count)
    var length = 0
    for position in units.indices.dropFirst() {
      while length > 0, units[position] != units[length] { length = borders[length - 1] }
      if units[position] == units[length] { length += 1 }
      borders[position] = length
    }
  }

  var count: Int { units.count }

  /// Where it first stands at or after a position.
  func firstIndex(in text: [Unit], from start: Int) -> Int? {
    guard count > 0 else { return start }
    guard text.count - count >= start else { return nil }
    var length = 0
    for position in start..<text.count {
      while length > 0, units[length] != text[position] { length = borders[length - 1] }
      if units[length] == text[position] { length += 1 }
      if length == count { return position + 1 - count }
    }
    return nil
  }
}
