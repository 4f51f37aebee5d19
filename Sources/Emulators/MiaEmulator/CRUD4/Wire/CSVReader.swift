import GhostlightEmulation

/// Reads lines of comma-separated values, with quotes around cells where need be.
///
/// - Source: RFC 4180; lines may end with a line feed alone.
struct CSVReader {
  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var position = 0

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads text with a delimiter of ASCII.
  init(_ bytes: [UInt8], delimiter: UInt8) {
    self.bytes = bytes
    self.delimiter = delimiter
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  /// The lines, without those that are empty; `nil` where a quote is left open.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  static func lines(
    of bytes: [UInt8], delimiter: UInt8, within budget: WorkBudget
  ) throws(Fault) -> [[String]]? {
    try budget.spend(bytes: bytes.count)
    var reader = CSVReader(bytes, delimiter: delimiter)
    var lines: [[String]] = []
    while reader.position < reader.bytes.count {
      guard let line = reader.line() else { return nil }
      try budget.spend(line.count + 1)
      if line != [""] { lines.append(line) }
    }
    return lines
  }

  private mutating func line() -> [String]? {
    var cells: [String] = []
    while true {
      guard let cell = cell() else { return nil }
      cells.append(cell)
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    if position < bytes.count, bytes[position] == Self.carriageReturn { position += 1 }
    if position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
    return cells
  }

  private mutating func cell() -> String? {
    var content: [UInt8] = []
    if position < bytes.count, bytes[position] == Self.quote {
      guard let quoted = quotedCell() else { return nil }
      content = quoted
    }
    // What follows a closing quote belongs to the cell, as lenient readers have it.
    while position < bytes.count, !endsCell { content.append(next()) }
    return String(decoding: content, as: UTF8.self)
  }

  private var endsCell: Bool {
    let byte = bytes[position]
    guard byte != delimiter, byte != Self.lineFeed else { return true }
    return byte == Self.carriageReturn
      && (position + 1 == bytes.count || bytes[position + 1] == Self.lineFeed)
  }

  private mutating func quotedCell() -> [UInt8]? {
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = next()
      guard byte == Self.quote else {
        content.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == Self.quote else { return content }
      content.append(next())
    }
    return nil
  }

  private mutating func next() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }
}
