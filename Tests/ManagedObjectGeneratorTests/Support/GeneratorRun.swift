import Foundation
import TestSupport
import Testing

/// What a run of the generator leaves behind.
struct GeneratorRun: Hashable {
  var code: Int32 = 0
  var output = ""
  var errors = ""

  /// Runs the program to its end; its standard output and error are files, which no other
  /// process can hold open.
  static func run(_ arguments: [String]) async throws -> GeneratorRun {
    let binary = try #require(GeneratorBinary.url, "there is no managedgen beside the tests")
    let folder = try ModelFolder()
    for name in ["out", "err"] {
      try folder.write("", to: name)
    }
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    let files = [
      FileHandle(forWritingAtPath: folder["out"]),
      FileHandle(forWritingAtPath: folder["err"]),
    ]
    process.standardOutput = files[0]
    process.standardError = files[1]
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in end.resume() }
      do {
        try Spawning.alone { try process.run() }
      } catch {
        end.resume(throwing: error)
      }
    }
    // The system keeps a Process, and what it was given, for long.
    for file in files { try file?.close() }
    return GeneratorRun(
      code: process.terminationStatus, output: try folder.read("out"),
      errors: try folder.read("err"))
  }
}
