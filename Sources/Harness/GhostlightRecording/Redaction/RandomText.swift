/// Tells tokens that look random from what people and machines write otherwise.
///
/// Random is a run of 20 or more letters, digits, `-`, `_` and `+` with lower case, upper case
/// and digits in so quick a change as names and dates never have. Not random: UUIDs, object ids,
/// digests and anything else in hexadecimal, which no look can tell from an identifier; a token of
/// that kind is found by its name alone.
enum RandomText {
  /// The first run that looks random, `nil` where there is none.
  ///
  /// Placeholders, base64 that holds some, and parts of a web token whose signature is one, are no
  /// such runs.
  static func find(in text: String) -> String? {
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      guard TokenBytes.isBase64(bytes[index]) else {
        index += 1
        continue
      }
      if let end = RandomTextContext.publicBlock(in: bytes, at: index) {
        index = end
        continue
      }
      let start = index
      while index < bytes.count, TokenBytes.isBase64(bytes[index]) { index += 1 }
      guard index - start >= shortest,
        let part = bytes[start..<index].split(separator: UInt8(ascii: "/")).first(where: isRandom),
        !RandomTextContext.isHarmless(start..<index, in: bytes),
        !holdsPlaceholder(bytes[start..<index]), !isOfRedactedToken(start..<index, in: bytes)
      else { continue }
      return String(decoding: part, as: UTF8.self)
    }
    return nil
  }

  private static let shortest = 20
  /// Longer runs are pictures and other files.
  private static let longest = 512

  /// Returns whether a run has a placeholder in it, or base64 of one.
  static func holdsPlaceholder(_ run: ArraySlice<UInt8>) -> Bool {
    if !Placeholder.ranges(in: Array(run)).isEmpty { return true }
    return (0..<4).contains { skipped in
      let symbols = run.dropFirst(skipped)
      let whole = symbols.dropLast(symbols.count % 4 == 1 ? 1 : 0)
      return Base64Text.decode(whole).map { !Placeholder.ranges(in: $0).isEmpty } ?? false
    }
  }

  private static func isOfRedactedToken(_ run: Range<Int>, in bytes: [UInt8]) -> Bool {
    var (start, end) = (run.lowerBound, run.upperBound)
    while start > 0, run.lowerBound - start < longestToken, isOfToken(bytes[start - 1]) {
      start -= 1
    }
    while end < bytes.count, end - run.upperBound < longestToken, isOfToken(bytes[end]) { end += 1 }
    let token = String(decoding: bytes[start..<end], as: UTF8.self)
    return JSONWebToken(token) != nil && Placeholder.isRedacted(token)
  }

  private static let longestToken = 4096

  private static func isOfToken(_ byte: UInt8) -> Bool {
    TokenBytes.isBase64(byte) || byte == UInt8(ascii: ".")
  }

  private static func isRandom(_ run: ArraySlice<UInt8>) -> Bool {
    guard run.count >= shortest, run.count <= longest else { return false }
    var counts = [0, 0, 0, 0]
    var changes = 0
    var last = -1
    for byte in run {
      let kind = kind(of: byte)
      counts[kind] += 1
      if last >= 0, kind != last, kind < 3, last < 3 { changes += 1 }
      last = kind
    }
    let least = max(2, run.count / 16)
    guard counts[0] >= least, counts[1] >= least, counts[2] >= 1 else { return false }
    guard Set(run).count * 2 >= min(run.count, 40) else { return false }
    return changes * 10 >= (run.count - 1) * 4 && !isHexadecimal(run)
  }

  private static func kind(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 0
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 2
    default: 3
    }
  }

  private static func isHexadecimal(_ run: ArraySlice<UInt8>) -> Bool {
    run.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }
}

/// How far a secret's value is looked for outside the place that gives it away.
///
/// A password such as `a` or `1234` would otherwise take letters out of every text.
struct SecretStrength {
  /// Where a value is replaced.
  enum Reach {
    /// Only under secret names.
    case nowhere
    /// Where it stands as a word, with no letter or digit beside it.
    case words
    /// Wherever its bytes stand.
    case anywhere
  }

  let reach: Reach

  /// Estimates the value's bits: its length times those of the kinds of characters it uses.
  init(_ value: some Collection<UInt8>) {
    var kinds: Set<Double> = []
    for byte in value {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): kinds.insert(26)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): kinds.insert(26.5)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): kinds.insert(10)
      default: kinds.insert(32)
      }
    }
    let bits = Double(value.count) * Self.logarithm(kinds.reduce(0, +))
    let least = kinds.count > 1 ? 35.0 : 41
    if value.count < 6 || bits < least {
      reach = .nowhere
    } else {
      reach = bits < 64 ? .words : .anywhere
    }
  }

  /// The logarithm to base 2 of a number up to 128, near enough.
  private static func logarithm(_ number: Double) -> Double {
    guard number > 1 else { return 0 }
    return Double(number.exponent) + (number.significand - 1)
  }
}
