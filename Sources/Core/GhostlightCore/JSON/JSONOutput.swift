/// Bytes being printed, in memory of its own.
///
/// An array checks its owner and its room for each byte; this checks its room once a run.
struct JSONOutput: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// Makes an empty output with room for a small document.
  init() {
    capacity = 512
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// What has been printed, lent to `body`.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Makes room for `more` bytes, to be filled by `appendUnchecked`.
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

  /// Appends a byte for which there is room.
  @inline(__always)
  mutating func appendUnchecked(_ byte: UInt8) {
    assert(count < capacity)
    base[count] = byte
    count += 1
  }

  /// Appends a byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    appendUnchecked(byte)
  }

  /// Appends bytes from `source` on.
  @inline(__always)
  mutating func append(_ source: UnsafePointer<UInt8>, count added: Int) {
    reserve(added)
    (base + count).update(from: source, count: added)
    count += added
  }

  /// Appends a constant.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Appends the bytes of `text` up to the first that must be escaped, and answers their number.
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
    // What is left of a text that was plain so far is the end of its last eight bytes.
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

  /// Appends ASCII text as it is.
  mutating func append(ascii text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 { appendUnchecked(byte) }
  }

  /// Appends the digits of `number`.
  mutating func append(decimal number: UInt64) {
    // 20 digits hold every number; they are written from the last on, and moved to their place.
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
