/// The letters that a regular expression is read with.
package struct PatternOptions: Sendable, Hashable {
  /// `i`: the case of letters does not matter.
  package var ignoresCase = false
  /// `m`: `^` and `$` are at the ends of lines too.
  package var hasLines = false
  /// `s`: `.` is a line break too.
  package var dotIsAll = false
  /// `x`: blanks and what follows `#` mean nothing.
  package var isSpaced = false

  /// No letters.
  package init() {}

  /// Switches a letter on or off; answers whether there is such a letter.
  package mutating func set(_ letter: Character, _ flag: Bool = true) -> Bool {
    switch letter {
    case "i": ignoresCase = flag
    case "m": hasLines = flag
    case "s": dotIsAll = flag
    case "x": isSpaced = flag
    default: return false
    }
    return true
  }
}
