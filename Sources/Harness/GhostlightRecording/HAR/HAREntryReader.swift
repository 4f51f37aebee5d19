public import GhostlightCore

/// Reads a HAR file entry by entry, so that only the current entry is in memory.
///
/// Use a reader for files that are too large for ``HARDocument``. Call ``next()`` until it returns
/// `nil`; then ``rest()`` returns the members around the entries. Use a reader from one thread at a
/// time.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func count(_ read: @escaping () throws -> [UInt8]) throws -> Int {
///   var reader = HAREntryReader(named: "large.har", from: read)
///   var count = 0
///   while try reader.next() != nil { count += 1 }
///   return count
/// }
/// ```
public struct HAREntryReader {
  /// Returns the next bytes of the file, in chunks of any size; an empty array at the end of the
  /// file.
  ///
  /// The reader calls this closure on the thread that calls ``HAREntryReader/next()``. If the
  /// closure throws an error, `next()` throws a ``HARError`` with line and column.
  public typealias Source = () throws -> [UInt8]

  private let name: String
  private let limits: HARLimits
  private let source: Source
  private var bodies: HARBodies
  /// The bytes that were read and are still needed; `cursor` is the index of the next byte to
  /// process.
  private var buffer: [UInt8] = []
  private var cursor = 0
  /// The JSON of the file without its entries.
  private var frame: [UInt8] = []
  /// The number of open arrays and objects; `isInLog` and `isInEntries` show whether the log and
  /// its entries are among them.
  private var depth = 0
  private var isInLog = false
  private var isInEntries = false
  private var count = 0
  private var line = 1
  private var column = 1
  private var isAtStart = true

  /// Creates a reader; `name` is the file's name in messages.
  ///
  /// The limit on bytes applies to each entry, and to the JSON around the entries.
  public init(
    named name: String, limits: HARLimits = HARLimits(entries: .max), from source: @escaping Source
  ) {
    self.init(named: name, limits: limits, in: nil, from: source)
  }

  /// Creates a reader of a file whose entries may name files in `folder` as their bodies.
  package init(
    named name: String, limits: HARLimits = HARLimits(entries: .max), in folder: HARFolder?,
    from source: @escaping Source
  ) {
    self.name = name
    self.limits = limits
    self.source = source
    bodies = HARBodies(in: folder, limit: limits.json.bytes)
  }

  /// Returns the next entry and its index, from 0; `nil` after the last entry.
  ///
  /// - Throws: ``HARError`` with line and column or the entry's number, if the JSON is invalid, a
  ///   limit is exceeded, or the source fails.
  public mutating func next() throws(HARError) -> (index: Int, entry: JSON)? {
    do throws(HARError) {
      guard let entry = try nextEntry() else { return nil }
      defer { count += 1 }
      return (count, entry)
    } catch {
      throw error.named(name)
    }
  }

  /// Returns the document without its entries; call it after ``next()`` has returned `nil`.
  ///
  /// - Throws: ``HARError`` if the rest of the file is not JSON or not HAR.
  public func rest() throws(HARError) -> JSON {
    do throws(HARError) {
      let json = try HARDocument.parse(frame, limits)
      if let error = ForeignFile.error(of: json) { throw error }
      guard case .object(let object) = json else { throw HARDocument.isNoObject }
      try HARMember.required("log", .part(HARLog.self)).check(object)
      return json
    } catch {
      throw error.named(name)
    }
  }

  private mutating func nextEntry() throws(HARError) -> JSON? {
    while try fill() {
      if isAtStart {
        isAtStart = false
        // The source may return the byte order mark in several pieces, or nothing after it.
        _ = try has(2)
        if let error = ForeignFile.error(of: buffer) { throw error }
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
          cursor = 3
          continue
        }
      }
      if isInEntries, depth == 3 {
        if let entry = try element() { return entry }
      } else {
        try step()
      }
    }
    return nil
  }

  /// Processes one token of the JSON around the entries.
  private mutating func step() throws(HARError) {
    let byte = buffer[cursor]
    switch byte {
    case UInt8(ascii: "\""):
      frame += consume(through: try endOfString(from: cursor))
      guard frame.count <= limits.json.bytes else { throw tooLong }
      return
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 1 { isInLog = byte == UInt8(ascii: "{") && isBehind("log") }
      if depth == 2, isInLog, byte == UInt8(ascii: "["), isBehind("entries") { isInEntries = true }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
    frame += consume(through: cursor + 1)
  }

  /// Reads one entry, or skips one byte between entries and returns `nil`.
  private mutating func element() throws(HARError) -> JSON? {
    switch buffer[cursor] {
    case UInt8(ascii: "]"):
      isInEntries = false
      depth -= 1
      frame += consume(through: cursor + 1)
      return nil
    case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
      _ = consume(through: cursor + 1)
      return nil
    default: break
    }
    let (line, column) = (line, column)
    let bytes = Array(consume(through: try endOfElement()))
    do throws(HARError) {
      return bodies.embedding(in: try HARDocument.parseEntry(bytes, limits))
    } catch {
      throw moved(error, line, column)
    }
  }

  /// Returns an entry's error with its position in the file; `line` and `column` are the entry's
  /// start.
  private func moved(_ error: HARError, _ line: Int, _ column: Int) -> HARError {
    let parts = error.place.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return error.inside("entries[\(count)]").inside("log") }
    var moved = error
    moved.entry = count + 1
    moved.place = "\(line + parts[0] - 1):\(parts[0] == 1 ? column + parts[1] - 1 : parts[1])"
    return moved
  }

  /// Returns whether the JSON before the cursor ends with the member name `name` and its colon.
  private func isBehind(_ name: String) -> Bool {
    let end = frame.reversed().drop { TokenBytes.isSpace($0) }
    guard end.first == UInt8(ascii: ":") else { return false }
    let quoted = end.dropFirst().drop { TokenBytes.isSpace($0) }
    return quoted.starts(with: "\"\(name)\"".utf8.reversed())
  }

  /// Returns the index after the JSON value that begins at the cursor.
  private mutating func endOfElement() throws(HARError) -> Int {
    var index = cursor
    var open = 0
    while try has(index) {
      switch buffer[index] {
      case UInt8(ascii: "\""): index = try endOfString(from: index)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open > 0 else { return index }
        open -= 1
        index += 1
        if open == 0 { return index }
      case UInt8(ascii: ",") where open == 0: return index
      default: index = endOfWords(from: index + 1)
      }
    }
    return index
  }

  /// Returns the index of the next quote, bracket or comma in the buffer, or the end of the buffer.
  private func endOfWords(from start: Int) -> Int {
    buffer.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
          UInt8(ascii: "]"), UInt8(ascii: ","):
          return index
        default: index += 1
        }
      }
      return index
    }
  }

  /// Returns the index after a JSON string, or the end of the file if the string is cut off.
  private mutating func endOfString(from start: Int) throws(HARError) -> Int {
    var index = start + 1
    while try has(index) {
      let end = buffer.withUnsafeBufferPointer { bytes -> Int in
        var index = index
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
        return index
      }
      index = end
      guard index < buffer.count else { continue }
      if buffer[index] == UInt8(ascii: "\"") { return index + 1 }
      index += 2
    }
    return min(index, buffer.count)
  }

  /// Returns whether the buffer has a byte at an index, reading more of the file if needed.
  private mutating func has(_ index: Int) throws(HARError) -> Bool {
    while index >= buffer.count {
      guard buffer.count - cursor <= limits.json.bytes else { throw tooLong }
      let more: [UInt8]
      do {
        more = try source()
      } catch {
        throw HARError(at: "\(line):\(column)", "the rest cannot be read: \(error)")
      }
      guard !more.isEmpty else { return false }
      buffer += more
    }
    return true
  }

  /// Returns whether there is a byte at the cursor; also discards processed bytes.
  private mutating func fill() throws(HARError) -> Bool {
    if cursor >= 1 << 16, cursor * 2 > buffer.count {
      buffer.removeFirst(cursor)
      cursor = 0
    }
    return try has(cursor)
  }

  /// Returns the bytes up to an index, and advances the cursor, line and column past them.
  private mutating func consume(through end: Int) -> ArraySlice<UInt8> {
    let end = min(end, buffer.count)
    let taken = buffer[cursor..<end]
    (line, column) = taken.withUnsafeBufferPointer { bytes in
      var place = (line: line, column: column)
      for byte in bytes {
        place.column += 1
        if byte == UInt8(ascii: "\n") { place = (place.line + 1, 1) }
      }
      return place
    }
    cursor = end
    return taken
  }

  private var tooLong: HARError {
    let limit = limits.json.bytes
    guard isInEntries else {
      return HARError(
        at: "\(line):\(column)", "has more than \(limit) bytes outside its entries; raise the limit"
      )
    }
    return HARError(
      at: "log.entries[\(count)]", entry: count + 1,
      "has more than \(limit) bytes; remove its bodies or raise the limit")
  }
}
