import Foundation
import GhostlightEmulation
import GhostlightPatterns
import Testing

@Suite struct `Fuzzing of regular expressions` {
  private static func text(
    _ alphabet: [Character], upTo length: UInt64, _ random: inout SplitMix64
  ) -> String {
    let count = random.next() % (length + 1)
    return String((0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
  }

  /// Compares the results of both implementations for a few strings; returns `false` if either
  /// rejects the expression.
  ///
  /// Each implementation rejects some expressions that the other accepts, such as an empty one, a
  /// repeated `^`, or `a*+`.
  private static func compare(_ source: String, _ random: inout SplitMix64) -> Bool {
    guard let ours = try? CompiledPattern(source),
      let theirs = try? NSRegularExpression(pattern: source)
    else { return false }
    for _ in 0..<5 {
      let text = text(Array("abc"), upTo: 6, &random)
      let range = NSRange(text.startIndex..., in: text)
      let isFound = theirs.firstMatch(in: text, range: range) != nil
      #expect(ours.matches(text) == isFound, "\(source) in \(text)")
    }
    return true
  }

  @Test(arguments: 0..<8)
  func `random expressions match the same as Foundation's`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 77)
    var compared = 0
    for _ in 0..<300 {
      let source = Self.text(Array("aabb|()*?.^$"), upTo: 8, &random)
      if Self.compare(source, &random) { compared += 1 }
    }
    #expect(compared > 60)
  }

  @Test(arguments: 0..<8)
  func `random lookarounds match the same as Foundation's`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 1_313)
    var compared = 0
    for _ in 0..<300 {
      let looks = (0..<2).map { _ in
        let look = ["(?=", "(?!", "(?<=", "(?<!"][Int(random.next() % 4)]
        return look + Self.text(Array("ab.^$|"), upTo: 3, &random) + ")"
      }
      let source =
        Self.text(Array("ab.|"), upTo: 2, &random) + looks.joined(separator: "(a|")
        + Self.text(Array("ab."), upTo: 2, &random) + ")"
      if Self.compare(source, &random) { compared += 1 }
    }
    #expect(compared > 60)
  }

  @Test(arguments: 0..<8)
  func `any text is compiled or refused, and never traps`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 991)
    let pieces = Array("ab0-]}^$.|?*+,:<>=!#\\dwpQEx\u{301}é👍 \n(((([[{")
    for _ in 0..<300 {
      let source = Self.text(pieces, upTo: 20, &random)
      var options = PatternOptions()
      for letter in Self.text(Array("imsx"), upTo: 2, &random) { _ = options.set(letter) }
      guard let pattern = try? CompiledPattern(source, options) else { continue }
      _ = pattern.matches(Self.text(pieces, upTo: 30, &random))
    }
  }
}
