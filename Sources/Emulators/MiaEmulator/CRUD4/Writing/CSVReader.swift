import GhostlightCore
import GhostlightEmulation

/// Reads lines of comma-separated values, with optional quotes around cells.
///
/// - Source: RFC 4180, where lines may end with a line feed alone; crud-service 7.2.5,
///   lib/transformers/csv.js, for the character before a quote inside a cell.
struct CSVReader {
  private let bytes: [UInt8]
  private let delimiter: [UInt8]
  private let escape: [UInt8]
  private var position = 0

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a reader of UTF-8 bytes with a delimiter between cells.
  ///
  /// A byte order mark at the start is skipped if `skipsMark` is `true`.
  init(_ bytes: [UInt8], delimiter: String, escape: String, skipsMark: Bool) {
    self.bytes = bytes
    self.delimiter = Array(delimiter.utf8)
    self.escape = Array(escape.utf8)
    if skipsMark, bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  /// Returns the cells of all nonempty lines, or `nil` if a quote is not closed.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  static func lines(
    of bytes: [UInt8], delimiter: String, escape: String, skipsMark: Bool = true,
    within budget: WorkBudget
  ) throws(Fault) -> [[String]]? {
    try budget.spend(bytes: bytes.count)
    var reader = CSVReader(bytes, delimiter: delimiter, escape: escape, skipsMark: skipsMark)
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
      guard isAt(delimiter) else { break }
      position += delimiter.count
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
    // Text after a closing quote belongs to the cell, as in other lenient readers.
    while position < bytes.count, !endsCell { content.append(next()) }
    return String(decoding: content, as: UTF8.self)
  }

  private var endsCell: Bool {
    let byte = bytes[position]
    guard !isAt(delimiter), byte != Self.lineFeed else { return true }
    return byte == Self.carriageReturn
      && (position + 1 == bytes.count || bytes[position + 1] == Self.lineFeed)
  }

  private mutating func quotedCell() -> [UInt8]? {
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      if isAt(escape) {
        let after = position + escape.count
        let isEscape =
          after < bytes.count
          && (bytes[after] == Self.quote || bytes[after...].starts(with: escape))
        if isEscape {
          position = after
          content.append(next())
          continue
        }
      }
      let byte = next()
      guard byte != Self.quote else { return content }
      content.append(byte)
    }
    return nil
  }

  private mutating func next() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }

  private func isAt(_ text: [UInt8]) -> Bool { bytes[position...].starts(with: text) }
}
