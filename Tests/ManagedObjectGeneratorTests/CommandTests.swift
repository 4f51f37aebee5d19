import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The command managedgen` {
  private static let text = """
    // Made by managedgen from M.xcdatamodeld: what is changed here is lost.

    import Foundation
    import ManagedObjects

    """

  /// Returns a folder with `M.xcdatamodeld`; each version has one class, which has the version's
  /// name.
  private static func folder(
    versions: [String] = ["A"], current: String? = nil
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in versions {
      try folder.write(
        Fixture.model(#"<entity name="\#(name)" representedClassName="\#(name)"/>"#),
        to: "M.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    if let current {
      try folder.write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key>\
        <string>\(current).xcdatamodel</string></dict></plist>
        """, to: "M.xcdatamodeld/.xccurrentversion")
    }
    return folder
  }

  @Test func `the command writes one file with all classes`() async throws {
    let folder = try TemporaryFolder()
    let run = try await ProgramRun.run([
      Fixture.shop.path, "--output", folder["Shop.swift"], "--access", "public",
    ])
    #expect(run == ProgramRun(output: "'Shop.swift' has been successfully generated!\n"))
    #expect(try folder.names == ["Shop.swift"])
    #expect(try folder.read("Shop.swift") == Fixture.golden("Shop.swift"))
  }

  @Test(arguments: [
    (["A"], nil, "A"), (["A", "B"], "B", "B"), (["A", "B"], "A", "A"), (["A", "B"], nil, "A"),
  ])
  func `the current version is read, otherwise the first`(
    _ versions: [String], _ current: String?, _ expected: String
  ) async throws {
    let folder = try Self.folder(versions: versions, current: current)
    let run = try await ProgramRun.run([folder["M.xcdatamodeld"], "-o", folder["M.swift"]])
    #expect(run.code == 0)
    let text = try folder.read("M.swift")
    #expect(text.hasPrefix(Self.text))
    #expect(text.matches(of: /extension (\w): Identifiable/).map { String($0.1) } == [expected])
  }

  @Test func `a single version of a model can be read`() async throws {
    let folder = try Self.folder(versions: ["A", "B"], current: "B")
    let run = try await ProgramRun.run([
      folder["M.xcdatamodeld/A.xcdatamodel"], "-o", folder["M.swift"],
    ])
    #expect(run == ProgramRun(output: "'M.swift' has been successfully generated!\n"))
    #expect(try folder.read("M.swift").hasPrefix("// Made by managedgen from A.xcdatamodel: "))
  }

  @Test func `the check option compares the output and writes nothing`() async throws {
    let folder = try Self.folder()
    let arguments = [folder["M.xcdatamodeld"], "-o", folder["M.swift"], "--check"]
    let remedy = "run managedgen again without --check"
    #expect(
      try await ProgramRun.run(arguments)
        == .failed(1, "\(folder["M.swift"]) is missing; \(remedy)"))
    #expect(try folder.names == ["M.xcdatamodeld"])
    #expect(try await ProgramRun.run(Array(arguments.dropLast())).code == 0)
    #expect(
      try await ProgramRun.run(arguments)
        == ProgramRun(output: "'M.swift' is up to date\n"))
    try folder.write("stale", to: "M.swift")
    #expect(
      try await ProgramRun.run(arguments)
        == .failed(1, "\(folder["M.swift"]) is not what M.xcdatamodeld makes; \(remedy)"))
    #expect(try folder.read("M.swift") == "stale")
  }

  @Test(arguments: ["N.xcdatamodeld", "N.xcdatamodel", "nothing", "."])
  func `a missing model is reported with instructions`(_ name: String) async throws {
    let folder = try Self.folder()
    let run = try await ProgramRun.run([folder[name], "-o", folder["M.swift"]])
    #expect(
      run
        == .failed(
          65, "there is no model at \(folder[name]); name an .xcdatamodeld or .xcdatamodel"))
    #expect(try folder.names == ["M.xcdatamodeld"])
  }

  @Test func `a missing current version is reported`() async throws {
    let folder = try Self.folder(current: "Gone")
    let model = folder["M.xcdatamodeld"]
    #expect(
      try await ProgramRun.run([model, "-o", folder["M.swift"]])
        == .failed(
          65,
          "there is no model at \(model)/Gone.xcdatamodel; name an .xcdatamodeld or .xcdatamodel"))
  }

  @Test func `control characters in a name are not printed`() async throws {
    let folder = try Self.folder()
    let run = try await ProgramRun.run([folder["\u{1B}[2J\u{9B}\u{202E}"], "-o", folder["M.swift"]])
    #expect(run.code == 65)
    #expect(run.errors.contains(#"/\u{1B}[2J\u{009B}\u{202E};"#), "\(run.errors)")
  }

  @Test func `damaged XML is reported with its line, and the old file is kept`() async throws {
    let folder = try Self.folder()
    try folder.write("<model>\n<entity>\n</model>", to: "M.xcdatamodeld/A.xcdatamodel/contents")
    try folder.write("old", to: "M.swift")
    let model = folder["M.xcdatamodeld"]
    #expect(
      try await ProgramRun.run([model, "-o", folder["M.swift"]])
        == .failed(65, "\(model): line 3: an end does not match"))
    #expect(try folder.read("M.swift") == "old")
  }

  @Test func `a missing output folder, or a file with its name, is reported`() async throws {
    let folder = try Self.folder()
    try folder.write("", to: "file")
    for name in ["gone", "file"] {
      #expect(
        try await ProgramRun.run([folder["M.xcdatamodeld"], "-o", folder["\(name)/M.swift"]])
          == .failed(
            1, "cannot write M.swift: there is no folder \(folder[name]); nothing was written"))
    }
    #expect(
      try await ProgramRun.run([folder["M.xcdatamodeld"], "-o", folder["M.xcdatamodeld"]])
        == .failed(
          1, "cannot write \(folder["M.xcdatamodeld"]): it is a folder; nothing was written"))
  }

  @Test func `an output folder without write access is reported`() async throws {
    let folder = try Self.folder()
    // Not even the superuser can create a file in this folder.
    let run = try await ProgramRun.run([folder["M.xcdatamodeld"], "-o", "/proc/M.swift"])
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("managedgen: cannot write M.swift"))
    #expect(run.errors.hasSuffix("; nothing was written\n"))
  }

  @Test(arguments: [
    (["--frobnicate"], "Unknown option '--frobnicate'"),
    (["--access", "open"], "'open' is invalid for '--access <ACCESS>'"),
    (["N.xcdatamodeld"], "Unexpected argument 'N.xcdatamodeld'"),
  ])
  func `invalid options are reported with the usage`(
    _ more: [String], _ message: String
  ) async throws {
    let folder = try Self.folder()
    let run = try await ProgramRun.run(
      [folder["M.xcdatamodeld"], "-o", folder["M.swift"]] + more)
    #expect(run.code == 64)
    #expect(run.errors.contains(message))
    #expect(run.errors.contains("Usage: managedgen"))
    #expect(try folder.names == ["M.xcdatamodeld"])
  }

  @Test func `model and output are required`() async throws {
    let run = try await ProgramRun.run([])
    #expect(run.code == 64)
    #expect(run.errors.contains("Missing expected argument"))
    let help = try await ProgramRun.run(["--help"])
    #expect(help.code == 0)
    let parts = ["MODEL", "--output", "--access", "--check", "Examples:", "Exit codes:"]
    #expect(parts.filter { !help.output.contains($0) } == [])
    #expect(try await ProgramRun.run(["--version"]) == ProgramRun(output: "1.0\n"))
  }
}
