import GhostlightEmulation
import GhostlightPatterns
import HTTPTypes

/// A regular expression in a filter, compiled once and used for all values.
struct FilterPattern: Sendable {
  private let pattern: CompiledPattern

  /// Compiles an expression with MongoDB's option letters i, m, s, x and u.
  ///
  /// The option u has no effect.
  init(
    _ pattern: String, options letters: String, within budget: WorkBudget = .unlimited
  ) throws(FilterError) {
    var options = PatternOptions()
    for letter in letters where letter != "u" && !options.set(letter) {
      throw .database("invalid flag in regex options: \(letter)")
    }
    let compiled: Result<CompiledPattern, PatternError>
    do throws(Fault) {
      compiled = try CompiledPattern.compile(pattern, options, within: budget)
    } catch { throw .exhausted(error) }
    do throws(PatternError) {
      self.pattern = try compiled.get()
    } catch {
      guard error != .tooLarge else { throw .exhausted(.patternLimit) }
      throw .database("Regular expression is invalid: \(error.message)")
    }
  }

  /// Returns whether the expression matches somewhere in a string.
  func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    try pattern.matches(text, within: budget)
  }
}

extension Fault {
  /// The refusal of a regular expression that exceeds the emulator's limit.
  ///
  /// - Source: decision: the database's own limit is higher, and its error has status 500.
  fileprivate static let patternLimit = Fault(
    "patternLimit", .badRequest, "The regular expression is too large for this emulator.",
    source: "decision: work limit"
  ).withReason(
    "a regular expression may have 4096 bytes, and 10000 steps with its repetitions written out; no "
      + "option raises that")
}
