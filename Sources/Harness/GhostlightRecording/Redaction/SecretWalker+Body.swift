import GhostlightCore

extension SecretWalker {
  /// A body with its secrets replaced, by what its type says and its first bytes confirm.
  mutating func body(_ bytes: [UInt8], type: String?) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    let type = type ?? ""
    let kind = type.prefix { $0 != ";" }.lowercased()
    if kind.hasPrefix("multipart/"), let boundary = MultipartParts.boundary(in: type) {
      return multipart(bytes, boundary: boundary)
    }
    // A table may begin with a quote, as a JSON text may.
    if kind == "text/csv" || kind == "text/tab-separated-values" { return table(bytes) }
    if JSONScalarScanner.isLikely(bytes) { return json(bytes, depth: 0) ?? bytes }
    if kind == "application/x-www-form-urlencoded" { return pairs(bytes, depth: 0) ?? bytes }
    guard let text = String(validating: bytes, as: UTF8.self),
      let changed = self.text(text, depth: 0)
    else { return bytes }
    return Array(changed.utf8)
  }

  /// A table: the columns of a secret name, and what stands in the other cells.
  private mutating func table(_ bytes: [UInt8]) -> [UInt8] {
    var edits = TextEdits()
    var cells = TableCells(bytes)
    while let cell = cells.next() {
      let value = String(decoding: bytes[cell.content], as: UTF8.self)
      guard !value.isEmpty else { continue }
      let isSecret = rules.isSecret(name: cell.column)
      let changed = isSecret ? secret(value, named: cell.column) : text(value, depth: 1)
      if let changed, changed != value { edits.replace(cell.content, by: changed.utf8) }
    }
    return edits.applied(to: bytes) ?? bytes
  }

  /// A multipart body: parts of a secret name, and what stands in the others.
  private mutating func multipart(_ bytes: [UInt8], boundary: [UInt8]) -> [UInt8] {
    var edits = TextEdits()
    for part in MultipartParts.find(in: bytes, boundary: boundary) {
      let content = Array(bytes[part.content])
      guard !content.isEmpty else { continue }
      let changed: [UInt8]
      if let name = part.name, rules.isSecret(name: name) {
        changed = Array(secret(String(decoding: content, as: UTF8.self), named: name).utf8)
      } else {
        changed = body(content, type: part.type)
      }
      if changed != content { edits.replace(part.content, by: changed) }
    }
    return edits.applied(to: bytes) ?? bytes
  }
}

/// Finds the parts of a multipart body.
///
/// - Source: RFC 2046, section 5.1; RFC 7578.
enum MultipartParts {
  /// The delimiter that a `Content-Type` names, with its two hyphens.
  static func boundary(in type: String) -> [UInt8]? {
    parameter("boundary", in: type).map { Array("--\($0)".utf8) }
  }

  /// The parts in order; the last may be cut off.
  static func find(in bytes: [UInt8], boundary: [UInt8]) -> [MultipartPart] {
    let marks = positions(of: boundary, in: bytes)
    return marks.indices.compactMap { number in
      let start = marks[number] + boundary.count
      let end = number + 1 < marks.count ? marks[number + 1] : bytes.count
      return start < end ? part(of: bytes, start..<end) : nil
    }
  }

  private static func part(of bytes: [UInt8], _ range: Range<Int>) -> MultipartPart? {
    guard let blank = firstBlankLine(in: bytes, range) else { return nil }
    let head = String(decoding: bytes[range.lowerBound..<blank.lowerBound], as: UTF8.self)
    var end = range.upperBound
    if range.upperBound < bytes.count {
      if end > blank.upperBound, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      if end > blank.upperBound, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    var part = MultipartPart(name: nil, type: nil, content: blank.upperBound..<end)
    for line in head.split(whereSeparator: \.isNewline) {
      let lower = line.lowercased()
      if lower.hasPrefix("content-disposition:") { part.name = parameter("name", in: String(line)) }
      if lower.hasPrefix("content-type:") {
        part.type = String(line.dropFirst("content-type:".count).drop { $0 == " " })
      }
    }
    return part
  }

  /// The empty line that ends a part's head: CR LF twice, or LF twice.
  private static func firstBlankLine(in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    var index = range.lowerBound
    while index < range.upperBound {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "\n") else { continue }
      var next = index + 1
      if next < range.upperBound, bytes[next] == UInt8(ascii: "\r") { next += 1 }
      if next < range.upperBound, bytes[next] == UInt8(ascii: "\n") { return index..<(next + 1) }
    }
    return nil
  }

  private static func positions(of mark: [UInt8], in bytes: [UInt8]) -> [Int] {
    var positions: [Int] = []
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        positions.append(index)
        index += mark.count
      } else {
        index += 1
      }
    }
    return positions
  }

  /// A parameter of a header field, with or without quotes; the name in any case.
  private static func parameter(_ name: String, in field: String) -> String? {
    for piece in field.split(separator: ";").dropFirst() {
      let pair = piece.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == name else { continue }
      return pair[1].filter { $0 != "\"" && $0 != "\r" && $0 != "\n" }
    }
    return nil
  }
}

/// Reads the cells of a table of comma-separated values, or of those that semicolons or tabs
/// separate, one after another.
///
/// - Source: RFC 4180; the first line names the columns.
struct TableCells {
  /// A cell below the first line.
  struct Cell {
    /// What the first line calls its column; empty where it has none.
    var column: String
    /// Where it stands, without quotes around it.
    var content: Range<Int>
  }

  private let bytes: [UInt8]
  private let separator: UInt8?
  private var columns: [String] = []
  private var index: Int
  private var column = 0
  private var isHead = true

  /// Columns behind these have no names.
  private static let mostColumns = 10_000

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
    separator = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
      .max { left, right in head.count { $0 == left } < head.count { $0 == right } }
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next cell below the first line.
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

  /// A cell without its quotes, and where the separator or the end of the line behind it stands.
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

/// One part of a multipart body.
struct MultipartPart {
  /// The `name` of its `Content-Disposition`.
  var name: String?
  /// Its `Content-Type`.
  var type: String?
  /// Where its content stands in the body.
  var content: Range<Int>
}
