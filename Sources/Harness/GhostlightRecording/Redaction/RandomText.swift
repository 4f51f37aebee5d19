/// Distinguishes random-looking tokens from prose and identifiers.
///
/// A run of 20 or more letters, digits, `-`, `_` and `+` looks random if lower case, upper case and
/// digits alternate more often than in names and dates. UUIDs, object ids, digests and other
/// hexadecimal strings do not count, because they cannot be distinguished from identifiers. A
/// hexadecimal token is recognized only by its name.
enum RandomText {
  /// Returns the first run that looks random, or `nil` if there is none.
  ///
  /// Placeholders do not count, nor does base64 of a string with placeholders, nor parts of a JSON
  /// web token whose signature is a placeholder.
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
  /// The maximum length of a run that is considered; longer runs are images or other files.
  private static let longest = 512

  /// Returns whether a string contains a placeholder, directly or within base64.
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

/// Determines where a secret's value is replaced, apart from the place in which it was found.
///
/// If a password such as `a` or `1234` were searched for everywhere, letters would disappear from
/// all text.
struct SecretStrength {
  /// The places in which a value is replaced.
  enum Reach {
    /// The value is replaced only under secret names.
    case nowhere
    /// The value is replaced as a whole word, with no letter or digit next to it.
    case words
    /// Every occurrence of the value's bytes is replaced.
    case anywhere
  }

  let reach: Reach

  /// Estimates the entropy of a value in bits, from its length and its kinds of characters.
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

  /// Returns an approximate base-2 logarithm of a number up to 128.
  private static func logarithm(_ number: Double) -> Double {
    guard number > 1 else { return 0 }
    return Double(number.exponent) + (number.significand - 1)
  }
}
