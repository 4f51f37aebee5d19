import GhostlightCore

/// Finds many known secrets in one pass, however their characters are escaped.
///
/// A secret is found raw, partly or fully percent-encoded once or twice, with `+` for a space, with
/// JSON escapes, and within base64.
struct SecretIndex: Sendable {
  private struct Entry {
    var bytes: [UInt8]
    var replacement: [UInt8]
    /// The replacement if the secret occurs as a JSON number without quotes.
    var number: [UInt8]
    var isWord: Bool
  }

  private var entries: [Entry] = []
  /// The indexes of entries, keyed by the first four bytes of their secrets.
  private var buckets: [UInt32: [Int]] = [:]
  /// Whether a secret begins with a given pair of bytes.
  private var starts = [Bool](repeating: false, count: 1 << 16)

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a secret, unless its ``SecretStrength`` allows replacement only under secret names.
  mutating func add(_ secret: String, replacement: String, number: String? = nil) {
    let bytes = Array(secret.utf8)
    let reach = SecretStrength(bytes).reach
    guard reach != .nowhere else { return }
    entries.append(
      Entry(
        bytes: bytes, replacement: Array(replacement.utf8),
        number: Array((number ?? Placeholder.number(1)).utf8), isWord: reach == .words))
    starts[Int(bytes[0]) << 8 | Int(bytes[1])] = true
    buckets[Self.key(bytes[0], bytes[1], bytes[2], bytes[3]), default: []].append(
      entries.count - 1)
  }

  /// Returns the string with every secret replaced; `nil` if it contains none.
  func replacing(in bytes: [UInt8]) -> [UInt8]? {
    guard !entries.isEmpty else { return nil }
    let plain = direct(bytes)
    return encoded(plain ?? bytes) ?? plain
  }

  private func direct(_ bytes: [UInt8]) -> [UInt8]? {
    var edits = TextEdits()
    var index = 0
    while index < bytes.count {
      guard let (entry, end) = match(bytes, at: index) else {
        index += 1
        continue
      }
      if isBareNumber(bytes, index..<end) {
        edits.replace(index..<end, by: entries[entry].number)
      } else {
        edits.replace(index..<end, by: entries[entry].replacement)
      }
      index = end
    }
    return edits.applied(to: bytes)
  }

  /// Returns the longest secret that begins at `start`, and its end; `nil` if there is none.
  private func match(_ bytes: [UInt8], at start: Int) -> (entry: Int, end: Int)? {
    guard let first = EscapedByte(bytes, at: start), let second = EscapedByte(bytes, at: first.end),
      starts[Int(first.byte) << 8 | Int(second.byte)],
      let third = EscapedByte(bytes, at: second.end),
      let fourth = EscapedByte(bytes, at: third.end),
      let bucket = buckets[Self.key(first.byte, second.byte, third.byte, fourth.byte)]
    else { return nil }
    var best: (entry: Int, end: Int)?
    for number in bucket {
      guard let end = end(of: entries[number].bytes, in: bytes, from: start),
        !entries[number].isWord || isWord(bytes, start..<end)
      else { continue }
      if best.map({ end > $0.end }) ?? true { best = (number, end) }
    }
    return best
  }

  private func end(of secret: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    for byte in secret {
      guard let unit = EscapedByte(bytes, at: position) else { return nil }
      if unit.byte != byte {
        // A plus sign in the text also matches a space in the secret, because forms encode spaces
        // as plus signs.
        guard byte == 0x20, bytes[position] == UInt8(ascii: "+") else { return nil }
      }
      position = unit.end
    }
    return position
  }

  private func isWord(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let isOpen = range.lowerBound == 0 || !TokenBytes.isAlphanumeric(bytes[range.lowerBound - 1])
    let isShut =
      range.upperBound == bytes.count || !TokenBytes.isAlphanumeric(bytes[range.upperBound])
    return isOpen && isShut || isAfterEscape(bytes, range.lowerBound) && isShut
  }

  /// Returns whether an escape such as `%3D` or `\n` ends directly before `index`.
  private func isAfterEscape(_ bytes: [UInt8], _ index: Int) -> Bool {
    index >= 3 && bytes[index - 3] == UInt8(ascii: "%")
      || index >= 2 && bytes[index - 2] == UInt8(ascii: "\\")
  }

  /// Returns whether the bytes in `range` are an unquoted JSON number, which only another number
  /// may replace.
  private func isBareNumber(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }),
      let before = bytes[..<range.lowerBound].last(where: { !TokenBytes.isSpace($0) }),
      let after = bytes[range.upperBound...].first(where: { !TokenBytes.isSpace($0) })
    else { return false }
    return [UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(before)
      && [UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ",")].contains(after)
  }

  private static func key(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
    UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }
}

extension SecretIndex {
  /// Replaces the secrets within base64-encoded parts, such as credentials or a cookie with JSON.
  private func encoded(_ bytes: [UInt8]) -> [UInt8]? {
    var edits = TextEdits()
    var index = 0
    while index < bytes.count {
      guard TokenBytes.isBase64(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, TokenBytes.isBase64(bytes[index]) { index += 1 }
      guard index - start >= 12 else { continue }
      let content = index
      while index < bytes.count, bytes[index] == UInt8(ascii: "=") { index += 1 }
      if let changed = replacingInBase64(bytes[start..<content], isPadded: index > content) {
        edits.replace(start..<index, by: changed)
      }
    }
    return edits.applied(to: bytes)
  }

  /// Returns base64 with the secrets in its decoded form replaced; `nil` if it contains none.
  ///
  /// The base64 may begin after the start of `run`, because a slash of a path is also a base64
  /// character.
  private func replacingInBase64(_ run: ArraySlice<UInt8>, isPadded: Bool) -> [UInt8]? {
    for skipped in 0..<4 {
      var symbols = run.dropFirst(skipped)
      let surplus = symbols.count % 4 == 1 ? [symbols.removeLast()] : []
      guard let decoded = Base64Text.decode(symbols), let changed = direct(decoded) else {
        continue
      }
      let isForURL =
        !isPadded && !symbols.count.isMultiple(of: 4)
        || symbols.contains(UInt8(ascii: "-")) || symbols.contains(UInt8(ascii: "_"))
      let text = isForURL ? Base64Text.encodeForURL(changed) : Base64Text.encode(changed)
      return Array(run.prefix(skipped)) + Array(text.utf8) + surplus
    }
    return nil
  }
}

/// A byte of a string with its escape decoded, and the index after the escape.
struct EscapedByte {
  let byte: UInt8
  let end: Int

  /// Decodes a byte such as `a`, `%61`, `%2561`, `\u0061`, `\/` or `&amp;`; returns `nil` at the
  /// end.
  init?(_ bytes: [UInt8], at index: Int) {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "%"):
      guard let escaped = PercentEncoding.escapedByte(in: bytes[...], at: index) else { break }
      if escaped == UInt8(ascii: "%"),
        let twice = PercentEncoding.escapedByte(in: bytes[...], at: index + 2)
      {
        byte = twice
        end = index + 5
      } else {
        byte = escaped
        end = index + 3
      }
      return
    case UInt8(ascii: "\\"):
      guard let (value, length) = Self.jsonEscape(in: bytes, at: index) else { break }
      byte = value
      end = index + length
      return
    case UInt8(ascii: "&"):
      guard let entity = MarkupText.entity(in: bytes, at: index) else { break }
      (byte, end) = entity
      return
    default: break
    }
    byte = bytes[index]
    end = index + 1
  }

  private static func jsonEscape(in bytes: [UInt8], at index: Int) -> (UInt8, Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"): return (bytes[index + 1], 2)
    case UInt8(ascii: "n"): return (0x0A, 2)
    case UInt8(ascii: "r"): return (0x0D, 2)
    case UInt8(ascii: "t"): return (0x09, 2)
    case UInt8(ascii: "u"):
      guard index + 6 <= bytes.count,
        let value = UInt8(
          String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
        value < 0x80
      else { return nil }
      return (value, 6)
    default: return nil
    }
  }
}
