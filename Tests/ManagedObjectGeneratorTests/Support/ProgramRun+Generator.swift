import TestSupport
import Testing

extension ProgramRun {
  /// Runs the program `managedgen` until it ends.
  static func run(_ arguments: [String], input: String = "") async throws -> ProgramRun {
    let program = try #require(
      BuiltProgram.url("managedgen"), "there is no managedgen beside the tests")
    return try await run(program, arguments, input: input)
  }

  /// Returns the result of a run that prints only one message, to the standard error.
  static func failed(_ code: Int32, _ message: String) -> ProgramRun {
    ProgramRun(code: code, errors: "managedgen: \(message)\n")
  }
}
