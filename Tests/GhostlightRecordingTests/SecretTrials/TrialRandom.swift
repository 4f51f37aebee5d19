/// A SplitMix64 generator, so that a seed gives the same trials on every platform.
struct TrialRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  mutating func chance(percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func string(_ count: Int, _ alphabet: TrialAlphabet) -> String {
    String((0..<count).map { _ in pick(alphabet.characters) })
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }

  /// Returns the values in random order.
  ///
  /// The standard library's `shuffled()` is not used, because its result may differ between
  /// versions.
  mutating func shuffled<Value>(_ values: [Value]) -> [Value] {
    var shuffled = values
    for last in stride(from: values.count - 1, to: 0, by: -1) {
      shuffled.swapAt(last, below(last + 1))
    }
    return shuffled
  }
}

/// A set of characters from which random values are drawn.
enum TrialAlphabet: Sendable {
  case digits, hex, lower, lowerDigits, upperDigits, base32, letters, alphanumeric, base64URL
  case base64
  case bech32

  private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let small = Array("abcdefghijklmnopqrstuvwxyz")
  private static let figures = Array("0123456789")

  var characters: [Character] {
    switch self {
    case .digits: Self.figures
    case .hex: Array("0123456789abcdef")
    case .lower: Self.small
    case .lowerDigits: Self.small + Self.figures
    case .upperDigits: Self.capitals + Self.figures
    case .base32: Self.capitals + Array("234567")
    case .letters: Self.capitals + Self.small
    case .alphanumeric: Self.capitals + Self.small + Self.figures
    case .base64URL: Self.capitals + Self.small + Self.figures + Array("-_")
    case .base64: Self.capitals + Self.small + Self.figures + Array("+/")
    case .bech32: Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")
    }
  }
}

/// Draws values in random order; no value is repeated before all values have been drawn.
struct TrialDeck<Value> {
  private let values: [Value]
  private var rest: [Value] = []

  init(_ values: [Value]) { self.values = values }

  mutating func draw(_ random: inout TrialRandom) -> Value {
    if rest.isEmpty { rest = random.shuffled(values) }
    return rest.removeLast()
  }

  /// Removes and returns the next value that fits; if none is left that fits, refills the deck
  /// first.
  mutating func draw(_ random: inout TrialRandom, where fits: (Value) -> Bool) -> Value {
    if !rest.contains(where: fits) { rest = random.shuffled(values) }
    guard let index = rest.lastIndex(where: fits) else { return draw(&random) }
    return rest.remove(at: index)
  }
}
