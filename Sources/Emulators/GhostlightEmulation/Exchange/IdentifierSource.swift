/// Where the identifiers of one exchange come from.
enum IdentifierSource: Sendable, Hashable {
  /// From a generator.
  case seeded(SplitMix64)
  /// From a count for each name.
  case numbered([String: Int])

  mutating func draw(_ shape: IdentifierShape, named name: String) -> String {
    switch self {
    case .seeded(var generator):
      let text = Self.print(shape, &generator)
      self = .seeded(generator)
      return text
    case .numbered(var counts):
      let number = (counts[name] ?? 0) + 1
      counts[name] = number
      self = .numbered(counts)
      return "\(name)-\(number)"
    }
  }

  mutating func number() -> UInt64 {
    guard case .seeded(var generator) = self else { return 0 }
    let number = generator.next()
    self = .seeded(generator)
    return number
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
  private static let alphanumeric = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  private static func print(_ shape: IdentifierShape, _ generator: inout SplitMix64) -> String {
    switch shape {
    case .hexadecimal(let count): digits(count, hexadecimal, &generator)
    case .alphanumeric(let count): digits(count, alphanumeric, &generator)
    case .uuid: uuid(&generator)
    }
  }

  private static func digits(
    _ count: Int, _ alphabet: [UInt8], _ generator: inout SplitMix64
  ) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for _ in 0..<count {
      text.append(alphabet[Int(generator.next() >> 32) % alphabet.count])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func uuid(_ generator: inout SplitMix64) -> String {
    var text = Array(digits(32, hexadecimal, &generator).utf8)
    text[12] = UInt8(ascii: "4")
    text[16] = hexadecimal[8 + Int(generator.next() >> 32) % 4]
    for dash in [8, 13, 18, 23] { text.insert(UInt8(ascii: "-"), at: dash) }
    return String(decoding: text, as: UTF8.self)
  }
}
