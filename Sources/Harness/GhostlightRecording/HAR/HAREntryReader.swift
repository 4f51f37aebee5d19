public import GhostlightCore

/// Reads a HAR file entry by entry, in the memory of the largest.
///
/// What stands around the entries is kept, and can be had at the end.
public struct HAREntryReader {
  /// Gives the next bytes of the file, of any number; none at its end.
  public typealias Source = () throws -> [UInt8]

  private let name: String
  private let limits: HARLimits
  private let source: Source
  /// Bytes of the file that are not done with, and the next of them.
  private var buffer: [UInt8] = []
  private var cursor = 0
  /// The file without its entries.
  private var frame: [UInt8] = []
  /// How many arrays and objects are open, and whether they are the log and its entries.
  private var depth = 0
  private var isInLog = false
  private var isInEntries = false
  private var count = 0
  private var line = 1
  private var column = 1
  private var isAtStart = true

  /// Makes a reader of a file called `name` in messages.
  ///
  /// Both the largest entry and all around the entries may have as many bytes as the limits say.
  public init(
    named name: String, limits: HARLimits = HARLimits(entries: .max), from source: @escaping Source
  ) {
    self.name = name
    self.limits = limits
    self.source = source
  }

  /// The next entry and its number, from 0; `nil` behind the last.
  ///
  /// - Throws: ``HARError`` with line and column, or the number of the entry.
  public mutating func next() throws(HARError) -> (index: Int, entry: JSON)? {
    do throws(HARError) {
      guard let entry = try nextEntry() else { return nil }
      defer { count += 1 }
      return (count, entry)
    } catch {
      throw error.named(name)
    }
  }

  /// All but the entries, once these are read.
  ///
  /// - Throws: ``HARError`` for what is no JSON, or no HAR.
  public func rest() throws(HARError) -> JSON {
    do throws(HARError) {
      let json = try HARDocument.parse(frame, limits)
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
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
      }
      if isInEntries, depth == 3 {
        if let entry = try element() { return entry }
      } else {
        try step()
      }
    }
    return nil
  }

  /// Reads one token of what stands around the entries.
  private mutating func step() throws(HARError) {
    let byte = buffer[cursor]
    switch byte {
    case UInt8(ascii: "\""):
      frame += take(through: try endOfString(from: cursor))
      guard frame.count <= limits.json.bytes else { throw tooLong }
      return
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 1 { isInLog = byte == UInt8(ascii: "{") && isBehind("log") }
      if depth == 2, isInLog, byte == UInt8(ascii: "["), isBehind("entries") { isInEntries = true }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
    frame += take(through: cursor + 1)
  }

  /// Reads one element of the entries, or what stands between two; `nil` for the latter.
  private mutating func element() throws(HARError) -> JSON? {
    switch buffer[cursor] {
    case UInt8(ascii: "]"):
      isInEntries = false
      depth -= 1
      frame += take(through: cursor + 1)
      return nil
    case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
      _ = take(through: cursor + 1)
      return nil
    default: break
    }
    let (line, column) = (line, column)
    let bytes = Array(take(through: try endOfElement()))
    do throws(HARError) {
      let entry = try HARDocument.parseEntry(bytes, limits)
      try HARMember.check(entry, as: HAREntry.self)
      return entry
    } catch {
      throw moved(error, line, column)
    }
  }

  /// The problem of an entry that begins at a line and column, as one of the file.
  private func moved(_ error: HARError, _ line: Int, _ column: Int) -> HARError {
    let parts = error.place.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return error.inside("entries[\(count)]").inside("log") }
    var moved = error
    moved.entry = count + 1
    moved.place = "\(line + parts[0] - 1):\(parts[0] == 1 ? column + parts[1] - 1 : parts[1])"
    return moved
  }

  /// Whether the frame ends with a name and its colon.
  private func isBehind(_ name: String) -> Bool {
    let end = frame.reversed().drop { TokenBytes.isSpace($0) }
    guard end.first == UInt8(ascii: ":") else { return false }
    let quoted = end.dropFirst().drop { TokenBytes.isSpace($0) }
    return quoted.starts(with: "\"\(name)\"".utf8.reversed())
  }

  /// The index behind an object, an array, a text or a word that begins at the cursor.
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

  /// The next quote, bracket or comma that is in the buffer, or its end.
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

  /// The index behind a text in quotes, or the end of a file that ends in it.
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

  /// Whether the buffer has a byte at an index, now that more was read.
  private mutating func has(_ index: Int) throws(HARError) -> Bool {
    while index >= buffer.count {
      guard buffer.count - cursor <= limits.json.bytes else { throw tooLong }
      let more: [UInt8]
      do {
        more = try source()
      } catch {
        throw HARError(at: "\(line):\(column)", "cannot be read on: \(error)")
      }
      guard !more.isEmpty else { return false }
      buffer += more
    }
    return true
  }

  /// Whether there is a byte at the cursor; what was read before it goes.
  private mutating func fill() throws(HARError) -> Bool {
    if cursor >= 1 << 16, cursor * 2 > buffer.count {
      buffer.removeFirst(cursor)
      cursor = 0
    }
    return try has(cursor)
  }

  /// The bytes up to an index, with the place behind them.
  private mutating func take(through end: Int) -> ArraySlice<UInt8> {
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
        at: "\(line):\(column)", "has more than \(limit) bytes around its entries; raise the limit")
    }
    return HARError(
      at: "log.entries[\(count)]", entry: count + 1,
      "has more than \(limit) bytes; remove its bodies or raise the limit")
  }
}
