import Foundation
import TestSupport
import Testing

/// What a run of the generator leaves behind.
struct GeneratorRun: Hashable {
  var code: Int32 = 0
  var output = ""
  var errors = ""

  /// Runs the program to its end; its standard input, output and error are files, which no other
  /// process can hold open.
  static func run(_ arguments: [String], input: String = "") async throws -> GeneratorRun {
    let binary = try #require(GeneratorBinary.url, "there is no egf2gen beside the tests")
    let folder = try ModelFolder()
    for (name, text) in [("in", input), ("out", ""), ("err", "")] {
      try folder.write(text, to: name)
    }
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    process.standardInput = FileHandle(forReadingAtPath: folder["in"])
    process.standardOutput = FileHandle(forWritingAtPath: folder["out"])
    process.standardError = FileHandle(forWritingAtPath: folder["err"])
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in end.resume() }
      do {
        try Spawning.alone { try process.run() }
      } catch {
        end.resume(throwing: error)
      }
    }
    return GeneratorRun(
      code: process.terminationStatus, output: try folder.read("out"),
      errors: try folder.read("err"))
  }
}
