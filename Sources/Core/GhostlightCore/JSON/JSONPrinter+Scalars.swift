extension JSONPrinter {
  mutating func print(_ integer: Int64) {
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    output.append(decimal: integer.magnitude)
  }

  /// Prints the shortest digits that give `double` back, and `null` where JSON has no number.
  mutating func print(_ double: Double) {
    guard double.isFinite else { return output.append("null") }
    output.append(ascii: double.description)
  }

  mutating func print(_ string: String) {
    let isContiguous: Void? = string.utf8.withContiguousStorageIfAvailable { print($0) }
    if isContiguous == nil { Array(string.utf8).withUnsafeBufferPointer { print($0) } }
  }

  private mutating func print(_ text: UnsafeBufferPointer<UInt8>) {
    output.append(UInt8(ascii: "\""))
    let plain = output.append(plain: text)
    if plain < text.count { escape(UnsafeBufferPointer(rebasing: text[plain...])) }
    output.append(UInt8(ascii: "\""))
  }

  /// Prints text of which some bytes must be escaped.
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
