import GhostlightCore

extension SecretWalker {
  /// Returns a body with its secrets replaced; its media type and first bytes determine its format.
  mutating func body(_ bytes: [UInt8], type: String?) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    let type = type ?? ""
    let kind = type.prefix { $0 != ";" }.lowercased()
    if kind.hasPrefix("multipart/"), let boundary = MultipartParts.boundary(in: type) {
      return multipart(bytes, boundary: boundary)
    }
    // Tables are handled before JSON, because a table may begin with a quote, like a JSON string.
    if kind == "text/csv" || kind == "text/tab-separated-values" { return table(bytes) }
    if JSONScalarScanner.isLikely(bytes) { return json(bytes, depth: 0) ?? bytes }
    if kind == "application/x-www-form-urlencoded" { return pairs(bytes, depth: 0) ?? bytes }
    if let text = String(validating: bytes, as: UTF8.self) {
      return self.text(text, depth: 0).map { Array($0.utf8) } ?? bytes
    }
    guard let charset = BodyCharset(bytes, type: type), let text = charset.decode(bytes) else {
      return bytes
    }
    let plain = Array(text.utf8)
    let changed = body(plain, type: type)
    return changed == plain ? bytes : charset.encode(String(decoding: changed, as: UTF8.self))
  }

  /// Replaces the cells in columns with secret names, and secrets within other cells.
  private mutating func table(_ bytes: [UInt8]) -> [UInt8] {
    var edits = TextEdits()
    var cells = TableCells(bytes)
    while let cell = cells.next() {
      let value = String(decoding: bytes[cell.content], as: UTF8.self)
      guard !value.isEmpty else { continue }
      let changed = self.value(value, under: cell.column) ?? text(value, depth: 1)
      if let changed, changed != value { edits.replace(cell.content, by: changed.utf8) }
    }
    return edits.applied(to: bytes) ?? bytes
  }

  /// Replaces the multipart parts with secret names, and secrets within other parts.
  private mutating func multipart(_ bytes: [UInt8], boundary: [UInt8]) -> [UInt8] {
    var edits = TextEdits()
    for part in MultipartParts.find(in: bytes, boundary: boundary) {
      let content = Array(bytes[part.content])
      guard !content.isEmpty else { continue }
      let changed: [UInt8]
      if let name = part.name,
        let secret = value(String(decoding: content, as: UTF8.self), under: name)
      {
        changed = Array(secret.utf8)
      } else {
        changed = body(content, type: part.type)
      }
      if changed != content { edits.replace(part.content, by: changed) }
    }
    return edits.applied(to: bytes) ?? bytes
  }
}

/// Reads the cells of a table that separates them with commas, semicolons or tabs.
///
/// - Source: RFC 4180; the first line has the names of the columns.
struct TableCells {
  /// A cell of the table, except in the first line.
  struct Cell {
    /// The name of the cell's column, from the first line; empty if the column has no name.
    var column: String
    /// The byte range of the cell's contents, without the quotes.
    var content: Range<Int>
  }

  private let bytes: [UInt8]
  private let separator: UInt8?
  private var columns: [String] = []
  private var index: Int
  private var column = 0
  private var isHead = true

  /// The maximum number of columns whose names are read; later columns have no names.
  private static let mostColumns = 10_000

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
    separator = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
      .max { left, right in head.count { $0 == left } < head.count { $0 == right } }
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> Cell? {
    while index < bytes.count {
      let found = Self.cell(at: index, in: bytes, until: separator)
      let cell = Cell(
        column: columns.indices.contains(column) ? columns[column] : "", content: found.inside)
      let isOfHead = isHead
      if isHead, columns.count < Self.mostColumns {
        columns.append(String(decoding: bytes[found.inside], as: UTF8.self))
      }
      if found.end < bytes.count, bytes[found.end] == separator {
        column += 1
      } else {
        (column, isHead) = (0, false)
      }
      index = found.end + 1
      if !isOfHead { return cell }
    }
    return nil
  }

  /// Returns the range of a cell without its quotes, and the index of the separator or newline
  /// after it.
  private static func cell(
    at start: Int, in bytes: [UInt8], until separator: UInt8?
  ) -> (inside: Range<Int>, end: Int) {
    var index = start
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      index += 1
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "\"") else {
          index += 1
          continue
        }
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
        index += 2
      }
    }
    let close = index
    while index < bytes.count, bytes[index] != separator, bytes[index] != UInt8(ascii: "\n") {
      index += 1
    }
    if close > start { return (start + 1..<close, index) }
    let isReturned = index > start && bytes[index - 1] == UInt8(ascii: "\r")
    return (start..<(isReturned ? index - 1 : index), index)
  }
}

/// The character set of a body that is text, but not UTF-8.
enum BodyCharset {
  case latin1
  /// Two bytes for each code unit, with or without a byte order mark.
  case utf16(isBigEndian: Bool, hasMark: Bool)

  /// Detects the character set from a byte order mark or the media type; `nil` if the body is not
  /// text.
  ///
  /// Text in an unknown character set is treated as ISO 8859-1. That is safe, because the names and
  /// prefixes that mark secrets are ASCII, and all other bytes stay unchanged.
  init?(_ bytes: [UInt8], type: String) {
    let type = type.lowercased()
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): self = .utf16(isBigEndian: true, hasMark: true)
    case (0xFF, 0xFE): self = .utf16(isBigEndian: false, hasMark: true)
    case _ where type.contains("charset=utf-16le"):
      self = .utf16(isBigEndian: false, hasMark: false)
    case _ where type.contains("charset=utf-16"):
      self = .utf16(isBigEndian: true, hasMark: false)
    case _
    where type.hasPrefix("text/") || type.contains("charset=") || type.contains("json")
      || type.contains("xml") && !type.contains("officedocument") || type.contains("javascript"):
      self = .latin1
    default: return nil
    }
  }

  /// Decodes text; returns `nil` if the bytes are invalid in this character set.
  func decode(_ bytes: [UInt8]) -> String? {
    guard case .utf16(let isBigEndian, let hasMark) = self else { return HARBody.latin1(bytes) }
    let content = bytes.dropFirst(hasMark ? 2 : 0)
    guard content.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  func encode(_ text: String) -> [UInt8] {
    guard case .utf16(let isBigEndian, let hasMark) = self else {
      return HARBody.latin1(text) ?? Array(text.utf8)
    }
    let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}
