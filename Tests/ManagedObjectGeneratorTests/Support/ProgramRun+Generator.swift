import TestSupport
import Testing

extension ProgramRun {
  /// Runs the program `managedgen` until it ends.
  static func run(_ arguments: [String], input: String = "") async throws -> ProgramRun {
    let program = try #require(
      BuiltProgram.url("managedgen"), "there is no managedgen beside the tests")
    return try await run(program, arguments, input: input)
  }
}
