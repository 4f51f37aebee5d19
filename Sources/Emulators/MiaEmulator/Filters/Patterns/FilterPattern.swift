/// A regular expression of a filter, compiled once for all texts.
///
/// What most clients send, a text alone or at the start, is compared by its bytes.
struct FilterPattern: Sendable {
  /// How a text is held against the expression.
  private enum Form: Sendable {
    case literal(PatternLiteral)
    case program(PatternProgram)
  }

  private let form: Form

  /// The longest expression, in bytes.
  private static let longest = 4_096

  /// Compiles an expression with Mongo's option letters i, m, s and x.
  init(_ pattern: String, options letters: String) throws(FilterProblem) {
    var options = PatternOptions()
    for letter in letters where !options.set(letter) {
      throw .database("invalid flag in regex options: \(letter)")
    }
    do throws(PatternProblem) {
      guard pattern.utf8.count <= Self.longest else {
        throw PatternProblem("regular expression is too large")
      }
      if let literal = PatternLiteral(pattern, options: letters) {
        form = .literal(literal)
      } else {
        var parser = PatternParser(pattern, options)
        form = .program(try PatternProgram(try parser.parse()))
      }
    } catch { throw .database("Regular expression is invalid: \(error.message)") }
  }

  /// Whether the expression is found in a text.
  func matches(_ text: String) -> Bool {
    switch form {
    case .literal(let literal): return literal.isFound(in: text)
    case .program(let program):
      var run = PatternRun(program, Self.scalars(of: text))
      return run.isFound()
    }
  }

  /// The scalars of a text; of one in ASCII they are its bytes.
  private static func scalars(of text: String) -> [UInt32] {
    var text = text
    let bytes = text.withUTF8 { bytes -> [UInt32]? in
      for byte in bytes where byte > 127 { return nil }
      return bytes.map(UInt32.init)
    }
    return bytes ?? text.unicodeScalars.map(\.value)
  }
}
