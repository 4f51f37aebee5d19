public import Foundation

/// Why a test cannot have what it asks its rehearsal for.
public enum RehearsalProblem: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// No trait has set the scene.
  case noRehearsal
  /// A recording answers, and nothing has a clock or a state.
  case noEmulator
  /// Nothing of that name answers.
  case noResponder(String, known: [String])

  /// One sentence with the remedy.
  public var description: String {
    switch self {
    case .noRehearsal:
      "no rehearsal here: give the test the trait .ghostlight(…) or .recording(…), and do not ask "
        + "from a detached task"
    case .noEmulator:
      "a recording has no clock, faults or states: add the trait .ghostlight(…) before it"
    case .noResponder(let name, let known):
      "nothing named \"\(name)\" answers here; there are: \(known.joined(separator: ", "))"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
