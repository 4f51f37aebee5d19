/// Swift source without comments and without the contents of string literals; line breaks are kept.
struct CodeOnly {
  private let bytes: [UInt8]
  private var output: [UInt8] = []
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func blank(_ bytes: [UInt8]) -> [UInt8] {
    var scanner = CodeOnly(bytes)
    while scanner.position < bytes.count { scanner.step() }
    return scanner.output
  }

  private func starts(_ text: StaticString, at start: Int) -> Bool {
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[start + offset] != (text.utf8Start + offset).pointee {
      return false
    }
    return true
  }

  private mutating func keep(_ count: Int = 1) {
    output += bytes[position..<min(bytes.count, position + count)]
    position += count
  }

  /// Skips a number of input bytes, and copies only their line breaks to the output.
  private mutating func drop(_ count: Int = 1) {
    for byte in bytes[position..<min(bytes.count, position + count)] {
      output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    }
    position += count
  }

  private mutating func step() {
    let byte = bytes[position]
    if byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "#") {
      output.append(byte)
      position += 1
    } else if starts("//", at: position) {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { drop() }
    } else if starts("/*", at: position) {
      blockComment()
    } else if byte == UInt8(ascii: "/") {
      keep()
    } else {
      literal()
    }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if starts("/*", at: position) {
        depth += 1
        drop(2)
      } else if starts("*/", at: position) {
        depth -= 1
        drop(2)
      } else {
        drop()
      }
    } while depth > 0 && position < bytes.count
  }

  /// Skips a string literal of one or more lines, optionally with number signs around it; copies
  /// other number signs to the output.
  private mutating func literal() {
    var signs = 0
    while position + signs < bytes.count, bytes[position + signs] == UInt8(ascii: "#") {
      signs += 1
    }
    guard position + signs < bytes.count, bytes[position + signs] == UInt8(ascii: "\"") else {
      keep(max(1, signs))
      return
    }
    let isLong = starts("\"\"\"", at: position + signs)
    keep(signs + (isLong ? 3 : 1))
    while position < bytes.count {
      if closes(signs: signs, isLong: isLong) {
        keep((isLong ? 3 : 1) + signs)
        return
      }
      guard bytes[position] == UInt8(ascii: "\\"), escapes(signs: signs) else {
        drop()
        continue
      }
      drop(1 + signs)
      if position < bytes.count, bytes[position] == UInt8(ascii: "(") {
        interpolation()
      } else {
        drop()
      }
    }
  }

  private func escapes(signs: Int) -> Bool {
    (0..<signs).allSatisfy {
      position + 1 + $0 < bytes.count && bytes[position + 1 + $0] == UInt8(ascii: "#")
    }
  }

  private func closes(signs: Int, isLong: Bool) -> Bool {
    guard isLong ? starts("\"\"\"", at: position) : bytes[position] == UInt8(ascii: "\"") else {
      return false
    }
    let end = position + (isLong ? 3 : 1)
    return end + signs <= bytes.count
      && bytes[end..<end + signs].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Copies the code between the parentheses of an interpolation to the output.
  private mutating func interpolation() {
    var depth = 0
    repeat {
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
      step()
    } while depth > 0 && position < bytes.count
  }
}
