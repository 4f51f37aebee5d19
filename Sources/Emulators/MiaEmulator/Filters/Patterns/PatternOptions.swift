/// The letters that a regular expression is read with.
struct PatternOptions: Sendable, Hashable {
  /// `i`: the case of letters does not matter.
  var ignoresCase = false
  /// `m`: `^` and `$` are at the ends of lines too.
  var hasLines = false
  /// `s`: `.` is a line break too.
  var dotIsAll = false
  /// `x`: blanks and what follows `#` mean nothing.
  var isSpaced = false

  /// Switches a letter on or off; answers whether there is such a letter.
  mutating func set(_ letter: Character, _ flag: Bool = true) -> Bool {
    switch letter {
    case "i": ignoresCase = flag
    case "m": hasLines = flag
    case "s": dotIsAll = flag
    case "x": isSpaced = flag
    case "u": break
    default: return false
    }
    return true
  }
}
