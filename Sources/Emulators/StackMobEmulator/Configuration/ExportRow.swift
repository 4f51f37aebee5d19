import GhostlightCore

/// A row of an export's file.
struct ExportRow<Content> {
  /// The number of the line on which the row starts, from 1.
  let line: Int
  /// The content of the row, or the reason why the row is left out.
  let content: Result<Content, ExportRowError>
}

/// The reason why a row of an export is left out.
struct ExportRowError: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Splits a JSON file of an export into its objects, piece by piece.
///
/// Objects follow one another, or are the elements of an array. If an object is damaged, reading
/// continues at the next line that starts with `{`, so that it does not hide the objects after it.
struct JSONRows {
  /// The maximum depth of brackets in an object, as the JSON parser has it.
  private static let deepest = JSONLimits.standard.depth

  /// The bytes of the current object, from its `{` on.
  private var buffer: [UInt8] = []
  /// The line of the next byte, and that of the current object.
  private var (line, start) = (1, 1)
  /// The brackets of the current object that are open.
  private var brackets: [UInt8] = []
  private var (isInString, isEscaped) = (false, false)
  /// The last byte of the current object that is not white space.
  private var last: UInt8 = 0
  /// The first place in the buffer where the next object starts, if the current one is damaged.
  private var restart: (position: Int, line: Int)?
  /// Whether the rest of a text that is not an object is skipped.
  private var isSkipping = false

  init() {}

  /// Adds a piece of the file, and calls `body` with each row that ends in it.
  mutating func add<Failure: Error>(
    _ piece: ArraySlice<UInt8>, _ body: (ExportRow<JSONObject>) throws(Failure) -> Void
  ) throws(Failure) {
    for byte in piece {
      if brackets.isEmpty { try addOutside(byte, body) } else { try addInside(byte, body) }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
  }

  /// Ends the file, and calls `body` with the rows that are not complete.
  mutating func finish<Failure: Error>(
    _ body: (ExportRow<JSONObject>) throws(Failure) -> Void
  ) throws(Failure) {
    while !brackets.isEmpty { try giveUp("the object has no end", body) }
  }

  /// Adds a byte between objects.
  private mutating func addOutside<Failure: Error>(
    _ byte: UInt8, _ body: (ExportRow<JSONObject>) throws(Failure) -> Void
  ) throws(Failure) {
    switch byte {
    case UInt8(ascii: "{"):
      (buffer, brackets, start, last) = ([byte], [byte], line, byte)
      isSkipping = false
    case UInt8(ascii: "\n"): isSkipping = false
    // White space, the brackets and commas of an array, and the byte order mark.
    case 0x09, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","):
      break
    default:
      guard !isSkipping else { return }
      isSkipping = true
      try body(
        ExportRow(line: line, content: .failure(ExportRowError("the text is not an object"))))
    }
  }

  /// Adds a byte of the current object.
  private mutating func addInside<Failure: Error>(
    _ byte: UInt8, _ body: (ExportRow<JSONObject>) throws(Failure) -> Void
  ) throws(Failure) {
    if byte == UInt8(ascii: "{"), buffer.last == UInt8(ascii: "\n") {
      if restart == nil { restart = (buffer.count, line) }
      guard !isInString, canBeValue, brackets.count < Self.deepest else {
        try giveUp("the object has no end", body)
        if brackets.isEmpty { try addOutside(byte, body) } else { try addInside(byte, body) }
        return
      }
    }
    buffer.append(byte)
    guard !isInString else { return addToString(byte) }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): brackets.append(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): brackets.removeLast()
    case UInt8(ascii: "\""): isInString = true
    case 0x09, 0x0A, 0x0D, 0x20: return
    default: break
    }
    last = byte
    if brackets.isEmpty { try end(body) }
  }

  private mutating func addToString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      (isInString, last) = (false, byte)
    }
  }

  /// Whether the next byte can begin a value of the current object.
  private var canBeValue: Bool {
    switch last {
    case UInt8(ascii: ":"), UInt8(ascii: "["): true
    case UInt8(ascii: ","): brackets.last == UInt8(ascii: "[")
    default: false
    }
  }

  /// Calls `body` with the complete object in the buffer.
  private mutating func end<Failure: Error>(
    _ body: (ExportRow<JSONObject>) throws(Failure) -> Void
  ) throws(Failure) {
    let parsed: JSON
    do throws(JSONError) {
      parsed = try JSON.parse(buffer)
    } catch {
      return try giveUp("the object is not valid JSON: \(error.reason.rawValue)", body)
    }
    buffer.removeAll(keepingCapacity: true)
    restart = nil
    try body(ExportRow(line: start, content: .success(parsed.object ?? [:])))
  }

  /// Calls `body` with the reason why the current object is damaged, and reads the lines after it
  /// again.
  private mutating func giveUp<Failure: Error>(
    _ reason: String, _ body: (ExportRow<JSONObject>) throws(Failure) -> Void
  ) throws(Failure) {
    let rest = restart.map { Array(buffer[$0.position...]) } ?? []
    line = restart?.line ?? line
    (restart, isInString, isEscaped) = (nil, false, false)
    buffer.removeAll(keepingCapacity: true)
    brackets.removeAll()
    try body(ExportRow(line: start, content: .failure(ExportRowError(reason))))
    try add(rest[...], body)
  }
}

/// Splits a CSV file of an export into the texts of its rows, piece by piece.
///
/// If a row is damaged, reading continues at the line after its first line.
///
/// - Source: RFC 4180.
struct CSVRows {
  /// The bytes of the current row.
  private var buffer: [UInt8] = []
  private var fields: [String] = []
  private var field: [UInt8] = []
  private var (line, start) = (1, 1)
  private var quoting = Quoting.none
  /// The first place in the buffer where the next row starts, if the current one is damaged.
  private var restart: (position: Int, line: Int)?
  /// Whether the rest of a damaged line is skipped.
  private var isSkipping = false

  private enum Quoting {
    case none, open
    /// A quotation mark that ends the field, or that is the first of two.
    case closing
  }

  init() {}

  /// Adds a piece of the file, and calls `body` with each row that ends in it.
  mutating func add<Failure: Error>(
    _ piece: ArraySlice<UInt8>, _ body: (ExportRow<[String]>) throws(Failure) -> Void
  ) throws(Failure) {
    for byte in piece { try add(byte, body) }
  }

  /// Ends the file, and calls `body` with the row that has no line break.
  mutating func finish<Failure: Error>(
    _ body: (ExportRow<[String]>) throws(Failure) -> Void
  ) throws(Failure) {
    while quoting == .open { try giveUp("a quotation mark has no end", body) }
    if !buffer.isEmpty { try add(UInt8(ascii: "\n"), body) }
  }

  private mutating func add<Failure: Error>(
    _ byte: UInt8, _ body: (ExportRow<[String]>) throws(Failure) -> Void
  ) throws(Failure) {
    if buffer.isEmpty { start = line }
    let isLineBreak = byte == UInt8(ascii: "\n")
    if isLineBreak { line += 1 }
    guard !isSkipping else {
      isSkipping = !isLineBreak
      return
    }
    if quoting == .open {
      buffer.append(byte)
      if isLineBreak, restart == nil { restart = (buffer.count, line) }
      if byte == UInt8(ascii: "\"") { quoting = .closing } else { field.append(byte) }
      return
    }
    switch byte {
    case UInt8(ascii: "\"") where quoting == .closing:
      field.append(byte)
      quoting = .open
    case UInt8(ascii: "\"") where field.isEmpty: quoting = .open
    case UInt8(ascii: ","): endField()
    case UInt8(ascii: "\n"): return try endRow(body)
    case 0x0D: break
    // A byte order mark.
    case 0xEF where line == 1 && buffer.isEmpty, 0xBB where line == 1 && buffer.count == 1,
      0xBF where line == 1 && buffer.count == 2:
      break
    default:
      guard quoting == .none else {
        buffer.append(byte)
        return try giveUp("there is text after a quotation mark", body)
      }
      field.append(byte)
    }
    buffer.append(byte)
  }

  private mutating func endField() {
    fields.append(String(decoding: field, as: UTF8.self))
    field.removeAll(keepingCapacity: true)
    quoting = .none
  }

  private mutating func endRow<Failure: Error>(
    _ body: (ExportRow<[String]>) throws(Failure) -> Void
  ) throws(Failure) {
    let isBlank = fields.isEmpty && field.isEmpty
    endField()
    let row = fields
    reset()
    if !isBlank { try body(ExportRow(line: start, content: .success(row))) }
  }

  private mutating func reset() {
    (restart, quoting) = (nil, .none)
    buffer.removeAll(keepingCapacity: true)
    field.removeAll(keepingCapacity: true)
    fields.removeAll()
  }

  /// Calls `body` with the reason why the current row is damaged, and reads the lines after its
  /// first line again.
  private mutating func giveUp<Failure: Error>(
    _ reason: String, _ body: (ExportRow<[String]>) throws(Failure) -> Void
  ) throws(Failure) {
    let rest = restart.map { Array(buffer[$0.position...]) } ?? []
    isSkipping = restart == nil
    line = restart?.line ?? line
    reset()
    try body(ExportRow(line: start, content: .failure(ExportRowError(reason))))
    try add(rest[...], body)
  }
}
