import TestSupport
import Testing

extension ProgramRun {
  /// Runs `egf2gen` and waits for its end.
  static func run(_ arguments: [String], input: String = "") async throws -> ProgramRun {
    let program = try #require(
      BuiltProgram.url("egf2gen"), "there is no egf2gen beside the tests")
    return try await run(program, arguments, input: input)
  }

  /// Returns the result of a run that prints only one message, to the standard error.
  static func failed(_ code: Int32, _ message: String) -> ProgramRun {
    ProgramRun(code: code, errors: "egf2gen: \(message)\n")
  }
}
