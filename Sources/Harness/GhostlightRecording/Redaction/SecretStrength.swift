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
