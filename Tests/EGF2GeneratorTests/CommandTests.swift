import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The command egf2gen` {
  @Test func `egf2gen writes one Swift file to the folder`() async throws {
    let folder = try TemporaryFolder.with(.example)
    let run = try await ProgramRun.run([folder.path, "--language", "swift"])
    #expect(run == ProgramRun(output: "'EGF2.swift' has been successfully generated!\n"))
    #expect(try folder.names == ["EGF2.swift", "config.json", "settings.json"])
    #expect(try folder.read("EGF2.swift") == Fixture.golden("EGF2.swift"))
  }

  @Test func `egf2gen writes two Objective-C files to the output folder`() async throws {
    let folder = try TemporaryFolder()
    let run = try await ProgramRun.run(
      [Fixture.example.folder.path, "--lang", "objc", "-o", folder.path])
    #expect(
      run
        == ProgramRun(
          output: """
            'EGF2.h' has been successfully generated!
            'EGF2.m' has been successfully generated!

            """))
    #expect(try folder.names == ["EGF2.h", "EGF2.m"])
    for name in ["EGF2.h", "EGF2.m"] { #expect(try folder.read(name) == Fixture.golden(name)) }
  }

  @Test(arguments: [("1\n", ["EGF2.swift"]), (" 2 \n", ["EGF2.h", "EGF2.m"])])
  func `without a language egf2gen asks like the vendor's program`(
    _ answer: String, _ files: [String]
  ) async throws {
    let folder = try TemporaryFolder.with(.prefixed)
    let run = try await ProgramRun.run([folder.path], input: answer)
    let made = files.map { "'\($0)' has been successfully generated!\n" }.joined()
    #expect(
      run
        == ProgramRun(
          output: """
            EGF2 generator version: 1.0
            'settings' file has been loaded
            'config' file has been loaded
            Select language:
            Swift: 1
            Obj-C: 2
            \(made)
            """))
    #expect(try folder.names == files + ["config.json", "settings.json"])
  }

  @Test(arguments: ["3\n", "swift\n", "\n", ""])
  func `an invalid language answer ends egf2gen without files`(_ answer: String) async throws {
    let folder = try TemporaryFolder.with(.prefixed)
    let run = try await ProgramRun.run([folder.path], input: answer)
    #expect(run.code == 64)
    #expect(
      run.errors
        == "egf2gen: You must enter '1' or '2'; or give --language swift or --language objc\n")
    #expect(try folder.names == ["config.json", "settings.json"])
  }

  @Test func `egf2gen --check reports missing and changed files, writes none`() async throws {
    let folder = try TemporaryFolder.with(.example)
    let arguments = [folder.path, "--language", "objc", "--check"]
    let missing = try await ProgramRun.run(arguments)
    let remedy = "run egf2gen again without --check"
    #expect(
      missing
        == ProgramRun(
          code: 1,
          errors: """
            egf2gen: \(folder["EGF2.h"]) is missing; \(remedy)
            egf2gen: \(folder["EGF2.m"]) is missing; \(remedy)

            """))
    #expect(try folder.names == ["config.json", "settings.json"])
    #expect(try await ProgramRun.run(Array(arguments.dropLast())).code == 0)
    #expect(
      try await ProgramRun.run(arguments)
        == ProgramRun(output: "'EGF2.h' is up to date\n'EGF2.m' is up to date\n"))
    try folder.write("old", to: "EGF2.m")
    #expect(
      try await ProgramRun.run(arguments)
        == ProgramRun(
          code: 1, output: "'EGF2.h' is up to date\n",
          errors: """
            egf2gen: \(folder["EGF2.m"]) differs from the output for settings.json and config.json; \(remedy)

            """))
    #expect(try folder.read("EGF2.m") == "old")
  }

  @Test func `if one file cannot be written, the others are unchanged`() async throws {
    let folder = try TemporaryFolder.with(.example)
    try folder.write("old", to: "EGF2.h")
    try FileManager.default.createDirectory(
      atPath: folder["EGF2.m"], withIntermediateDirectories: false)
    let run = try await ProgramRun.run([folder.path, "--language", "objc"])
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(
      run.errors
        == "egf2gen: cannot write \(folder["EGF2.m"]): it is a folder; nothing was written\n")
    #expect(try folder.names == ["EGF2.h", "EGF2.m", "config.json", "settings.json"])
    #expect(try folder.read("EGF2.h") == "old")
  }

  @Test func `a missing output folder is an error`() async throws {
    let folder = try TemporaryFolder.with(.example)
    let run = try await ProgramRun.run(
      [folder.path, "--language", "swift", "--output", folder["gone"]])
    #expect(
      run
        == .failed(
          1, "cannot write EGF2.swift: there is no folder \(folder["gone"]); nothing was written"))
  }

  @Test(arguments: ["settings.json", "config.json"])
  func `a missing input file is an error that names it`(_ name: String) async throws {
    let folder = try TemporaryFolder.with(.example)
    try FileManager.default.removeItem(atPath: folder[name])
    let run = try await ProgramRun.run([folder.path, "--language", "swift"])
    #expect(
      run
        == .failed(
          65,
          "\(name) not found in \(folder.path); put settings.json and config.json there, "
            + "or name the folder that has them"))
  }

  @Test func `an invalid input file is an error with its place and remedy`() async throws {
    let folder = try TemporaryFolder.with(.example)
    try folder.write("{}", to: "config.json")
    let run = try await ProgramRun.run([folder.path, "--language", "swift"])
    #expect(
      run
        == .failed(
          65,
          "\(folder["config.json"]): Config file is not valid: graph is missing; use "
            + "client-data/config.json of your backend"))
    #expect(try folder.names == ["config.json", "settings.json"])
  }

  @Test func `wrong options are usage errors`() async throws {
    let unknown = try await ProgramRun.run(["--language", "kotlin"])
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("'kotlin'"))
    let incomplete = try await ProgramRun.run(["--check"])
    #expect(incomplete.code == 64)
    #expect(incomplete.errors.contains("--check needs --language: swift or objc."))
  }

  @Test func `egf2gen help shows examples, options and exit codes`() async throws {
    let run = try await ProgramRun.run(["--help"])
    #expect(run.code == 0)
    let parts = ["--language", "--output", "--check", "Examples:", "Exit codes:", "model_prefix"]
    #expect(parts.filter { !run.output.contains($0) } == [])
    #expect(try await ProgramRun.run(["--version"]) == ProgramRun(output: "1.0\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `egf2gen completion scripts contain the options`(_ shell: String) async throws {
    let run = try await ProgramRun.run(["--generate-completion-script", shell])
    #expect(run.code == 0)
    #expect(run.output.contains("language"))
  }
}
