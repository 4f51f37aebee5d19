/// Prints one JSON value into a buffer.
struct JSONPrinter: ~Copyable {
  var output = JSONOutput()
  /// Whether each member and element is on its own line.
  let isPretty: Bool
  /// Whether members are sorted by the bytes of their names.
  let sortsKeys: Bool
  /// The number of open arrays and objects.
  private var depth = 0

  init(isPretty: Bool = false, sortsKeys: Bool = false) {
    self.isPretty = isPretty
    self.sortsKeys = sortsKeys
  }

  mutating func print(_ value: JSON) {
    switch value {
    case .null: output.append("null")
    case .bool(let bool): output.append(bool ? "true" : "false")
    case .integer(let integer): print(integer)
    case .double(let double): print(double)
    case .decimal(let decimal): output.append(ascii: decimal.digits)
    case .string(let string): print(string)
    case .array(let elements): print(elements)
    case .object(let object): print(sortsKeys ? object.membersByName : object.members)
    }
  }

  private mutating func print(_ elements: [JSON]) {
    output.append(UInt8(ascii: "["))
    depth += 1
    for index in elements.indices {
      separate(index == 0)
      print(elements[index])
    }
    close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
  }

  private mutating func print(_ members: [JSONObject.Member]) {
    output.append(UInt8(ascii: "{"))
    depth += 1
    // Access through a pointer avoids retaining each member.
    members.withUnsafeBufferPointer { members in
      for index in members.indices {
        separate(index == 0)
        print(members[index].key)
        output.append(UInt8(ascii: ":"))
        if isPretty { output.append(0x20) }
        print(members[index].value)
      }
    }
    close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
  }

  /// Prints the comma and the newline before an element or member.
  private mutating func separate(_ isFirst: Bool) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    if isPretty { breakLine() }
  }

  private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if isPretty, !isEmpty { breakLine() }
    output.append(bracket)
  }

  private mutating func breakLine() {
    output.append(0x0A)
    for _ in 0..<depth { output.append("  ") }
  }
}

extension JSON {
  /// The value as UTF-8 without white space.
  ///
  /// Only quotes, backslashes and control characters are escaped. A double that is infinite or NaN
  /// is printed as `null`.
  public var bytes: [UInt8] {
    var printer = JSONPrinter()
    printer.print(self)
    return printer.output.withBytes { Array($0) }
  }

  /// Returns the value as a string, on one line or pretty-printed.
  ///
  /// A pretty-printed value is indented by two spaces a level and does not end with a newline.
  ///
  /// - Parameters:
  ///   - pretty: Whether each member and element is on its own line.
  ///   - sortedKeys: Whether members are sorted by the UTF-8 bytes of their names; otherwise they
  ///     keep their order.
  /// - Returns: The JSON string.
  public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    var printer = JSONPrinter(isPretty: pretty, sortsKeys: sortedKeys)
    printer.print(self)
    return printer.output.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends the value, without white space, to `bytes`.
  package func print(into bytes: inout [UInt8]) {
    var printer = JSONPrinter()
    printer.print(self)
    printer.output.withBytes { bytes.append(contentsOf: $0) }
  }
}

extension String {
  /// Whether the string needs no escapes in JSON.
  package var isPlainJSON: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String { text() }
}

extension JSONPrinter {
  mutating func print(_ integer: Int64) {
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    output.append(decimal: integer.magnitude)
  }

  /// Prints the shortest digits that parse as the same double, or `null` if the number is infinite
  /// or NaN.
  mutating func print(_ double: Double) {
    guard double.isFinite else { return output.append("null") }
    output.append(ascii: double.description)
  }

  mutating func print(_ string: String) {
    let isContiguous: Void? = string.utf8.withContiguousStorageIfAvailable { print($0) }
    if isContiguous == nil { Array(string.utf8).withUnsafeBufferPointer { print($0) } }
  }

  private mutating func print(_ text: UnsafeBufferPointer<UInt8>) {
    // Reserves room for both quotes, so that the following appends need no check.
    output.reserve(text.count + 2)
    output.appendUnchecked(UInt8(ascii: "\""))
    let plain = output.append(plain: text)
    if plain < text.count { escape(UnsafeBufferPointer(rebasing: text[plain...])) }
    output.append(UInt8(ascii: "\""))
  }

  /// Prints a string in which some bytes must be escaped.
  @inline(never)
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): output.append("\\\"")
      case UInt8(ascii: "\\"): output.append("\\\\")
      case 0x08: output.append("\\b")
      case 0x09: output.append("\\t")
      case 0x0A: output.append("\\n")
      case 0x0C: output.append("\\f")
      case 0x0D: output.append("\\r")
      case 0..<0x20:
        output.append(byte < 0x10 ? "\\u000" : "\\u001")
        let low = byte & 0x0F
        output.append(low < 10 ? 0x30 + low : 0x57 + low)
      default: output.append(byte)
      }
    }
  }
}

/// A growing buffer for printed bytes.
///
/// An array checks ownership and capacity for each byte; this buffer checks its capacity once for a
/// whole run of bytes.
struct JSONOutput: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// Creates an empty buffer with room for a small document.
  init() {
    capacity = 512
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Calls `body` with the printed bytes, which are valid only during the call.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Reserves room for `more` bytes, to be added with `appendUnchecked`.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (moved, larger)
  }

  /// Appends a byte; the caller must have reserved room for it.
  @inline(__always)
  mutating func appendUnchecked(_ byte: UInt8) {
    assert(count < capacity)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    appendUnchecked(byte)
  }

  @inline(__always)
  mutating func append(_ source: UnsafePointer<UInt8>, count added: Int) {
    reserve(added)
    (base + count).update(from: source, count: added)
    count += added
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Appends `text` up to the first byte that needs an escape; returns the number of bytes
  /// appended.
  mutating func append(plain text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let source = text.baseAddress else { return 0 }
    reserve(text.count)
    let target = base + count
    var length = 0
    while length + 8 <= text.count {
      let word = JSONWord(at: source + length)
      guard word.isPlain else { break }
      word.store(at: target + length)
      length += 8
    }
    // If fewer than eight bytes remain, they are among the last eight bytes of `text`, which are
    // checked as one word.
    if text.count >= 8, text.count - length < 8 {
      let word = JSONWord(at: source + text.count - 8)
      if word.isPlain {
        word.store(at: target + text.count - 8)
        count += text.count
        return text.count
      }
    }
    while length < text.count {
      let byte = source[length]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      target[length] = byte
      length += 1
    }
    count += length
    return length
  }

  /// Appends an ASCII string unchanged.
  mutating func append(ascii text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 { appendUnchecked(byte) }
  }

  /// Appends a number as decimal digits.
  mutating func append(decimal number: UInt64) {
    // No number has more than 20 digits. They are written backwards from the end of the reserved
    // room, and then moved to its start.
    reserve(20)
    let end = base + count + 20
    var first = end
    var rest = number
    while rest >= 10 {
      let pair = UInt32(truncatingIfNeeded: rest % 100)
      rest /= 100
      first -= 2
      first[0] = 0x30 + UInt8(truncatingIfNeeded: pair / 10)
      first[1] = 0x30 + UInt8(truncatingIfNeeded: pair % 10)
    }
    if rest > 0 || first == end {
      first -= 1
      first[0] = 0x30 + UInt8(truncatingIfNeeded: rest)
    }
    (base + count).update(from: first, count: end - first)
    count += end - first
  }
}

/// Eight bytes of a string, checked together.
struct JSONWord {
  private let bytes: UInt64

  /// Loads eight bytes, starting at `start`.
  @inline(__always)
  init(at start: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
  }

  /// Stores the bytes, starting at `start`.
  @inline(__always)
  func store(at start: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(start).storeBytes(of: bytes, as: UInt64.self)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether none of the bytes is a quote, a backslash or a control character.
  @inline(__always)
  var isPlain: Bool {
    let quotes = bytes ^ (Self.ones &* 0x22)
    let backslashes = bytes ^ (Self.ones &* 0x5C)
    // A subtraction sets the high bit of a byte if the byte was smaller than the subtrahend.
    let special =
      ((quotes &- Self.ones) & ~quotes) | ((backslashes &- Self.ones) & ~backslashes)
      | ((bytes &- Self.ones &* 0x20) & ~bytes)
    return special & Self.highBits == 0
  }

  /// Whether all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool { bytes & Self.highBits == 0 }
}
