package import Foundation

/// Programs of this package, which are built into the same folder as the tests.
package enum BuiltProgram {
  /// Returns the URL of a program, or `nil` if the program was not built.
  package static func url(_ name: String) -> URL? {
    let starts = CommandLine.arguments + ["/proc/self/exe"] + Bundle.allBundles.map(\.bundlePath)
    for start in starts {
      var folder = URL(filePath: start).resolvingSymlinksInPath().deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appending(path: name)
        if isProgram(candidate) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  private static func isProgram(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: url.path)
  }
}

/// The result of running a program: its exit code, standard output and error output.
package struct ProgramRun: Hashable, Sendable {
  package var code: Int32
  package var output: String
  package var errors: String

  package init(code: Int32 = 0, output: String = "", errors: String = "") {
    self.code = code
    self.output = output
    self.errors = errors
  }

  /// Runs a program until it ends and returns the result.
  ///
  /// The program's standard input, output and error are files, so that no other process can keep
  /// them open.
  package static func run(
    _ program: URL, _ arguments: [String], input: String = ""
  ) async throws -> ProgramRun {
    let folder = try TemporaryFolder()
    for (name, text) in [("in", input), ("out", ""), ("err", "")] {
      try folder.write(text, to: name)
    }
    let process = try ChildProcess(
      program, arguments, input: folder["in"], output: folder["out"], errors: folder["err"])
    return ProgramRun(
      code: await process.code, output: try folder.read("out"), errors: try folder.read("err"))
  }
}
