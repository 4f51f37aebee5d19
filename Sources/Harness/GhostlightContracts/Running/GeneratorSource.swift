import Foundation
import GhostlightCore

/// What generators draw from: the time, and chance that is the same in each run.
struct GeneratorSource {
  private let milliseconds: Int64
  private var state: UInt64

  init(milliseconds: Int64, seed: String) {
    self.milliseconds = milliseconds
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    state = hash
  }

  /// A value, or `nil` where the example stands.
  mutating func value(_ generator: PactGenerator) -> JSON? {
    switch generator {
    case .providerState, .other: nil
    case .randomInteger(let min, let max):
      .integer(Int64(min) + Int64(draw(UInt64(max - min) + 1)))
    case .randomDecimal(let digits):
      .double(Double("\(1 + draw(9)).\(text("0123456789", max(digits - 1, 1)))") ?? 1.5)
    case .randomHexadecimal(let digits): .string(text("0123456789ABCDEF", digits))
    case .randomString(let size):
      .string(text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", size))
    case .randomBoolean: .bool(draw(2) == 1)
    case .uuid(let format): .string(uuid(format))
    case .date(let format): .string(date(format ?? "yyyy-MM-dd"))
    case .time(let format): .string(date(format ?? "HH:mm:ss"))
    case .timestamp(let format): .string(date(format ?? "yyyy-MM-dd'T'HH:mm:ssXXX"))
    }
  }

  private mutating func draw(_ bound: UInt64) -> UInt64 {
    // A linear congruential generator; its high bits are good enough for examples.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  private mutating func text(_ alphabet: String, _ count: Int) -> String {
    let letters = Array(alphabet.utf8)
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(letters[Int(draw(UInt64(letters.count)))]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func uuid(_ format: String?) -> String {
    var digits = Array(text("0123456789abcdef", 32))
    (digits[12], digits[16]) = ("4", "8")
    let plain = String(digits)
    var hyphenated = ""
    for (index, digit) in plain.enumerated() {
      if [8, 12, 16, 20].contains(index) { hyphenated.append("-") }
      hyphenated.append(digit)
    }
    return switch format {
    case "simple": plain
    case "upper-case-hyphenated": hyphenated.uppercased()
    case "URN": "urn:uuid:" + hyphenated
    default: hyphenated
    }
  }

  private func date(_ format: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = format
    return formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
  }
}
