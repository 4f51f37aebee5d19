import Foundation
import GhostlightGeneration
import TestSupport
import Testing

@Suite struct `Text of generated sources` {
  @Test(arguments: [
    ("", #""""#), ("plain ä 🌍", #""plain ä 🌍""#), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#),
    ("a\nb", #""a\nb""#), ("a\rb", #""a\rb""#), ("a\tb", #""a\tb""#), ("\r\n", #""\r\n""#),
  ])
  func `a text is quoted as a literal`(_ text: String, _ quoted: String) {
    #expect(SourceText.quoted(text) == quoted)
  }

  @Test func `lines, notices and blocks are appended`() {
    var source = SourceText()
    #expect(source.text == "")
    source.notice("gen", from: "a.json")
    source.line("one")
    source.line()
    source.block("head {", ["a", "", "  b"], "}")
    source.block("no head {", [], "}")
    #expect(
      source.text == """
        // Made by gen from a.json: what is changed here is lost.

        one

        head {
            a

              b
        }

        """)
  }

  @Test func `a list is one line up to 92 characters`() {
    let (fits, over) = (String(repeating: "x", count: 86), String(repeating: "x", count: 87))
    #expect(SourceText.list("a(", [fits, "b"], ")") == ["a(\(fits), b)"])
    #expect(SourceText.list("a(", [fits, "b"], ")")[0].count == 92)
    #expect(
      SourceText.list("a(", [over, "b"], ")") == ["a(", "    \(over),", "    b,", ")"])
    #expect(SourceText.list("a(", [], ")") == ["a()"])
    #expect(SourceText.list(over + "(12345", [], ")") == [over + "(12345)"])
  }

  @Test(arguments: [
    ("a", true), ("Z9_", true), ("_a", true), ("__a1", true), ("a-b", false), ("a b", false),
    ("1a", false), ("", false), ("_", false), ("___", false), ("é", false), ("az{", false),
    ("az`", false), ("az@", false), ("az[", false), ("az/", false), ("az:", false), ("_1", true),
  ])
  func `an identifier has letters, digits and underscores`(_ name: String, _ isValid: Bool) {
    #expect(SwiftNames.isIdentifier(name) == isValid)
  }

  @Test func `keywords are escaped`() {
    #expect(SwiftNames.escaped("in") == "`in`")
    #expect(SwiftNames.escaped("inner") == "inner")
    for word in SwiftNames.keywords { #expect(SwiftNames.escaped(word) == "`\(word)`") }
  }

  @Test func `access has a modifier if it is public`() {
    #expect(GeneratedAccess.allCases.map(\.modifier) == ["", "public "])
    #expect(GeneratedAccess.allCases.map(\.rawValue) == ["internal", "public"])
  }
}

@Suite struct `Files that generators write` {
  private static let terminal = Terminal("gen")

  private func files(_ folder: String, _ files: [(String, String)]) -> OutputFiles {
    OutputFiles(
      folder: folder, files: files.map { (name: $0.0, text: $0.1) }, makers: "a.json makes",
      terminal: Self.terminal)
  }

  private func failure(_ work: () throws(GenerationFailure) -> Void) -> GenerationFailure? {
    do throws(GenerationFailure) {
      try work()
      return nil
    } catch {
      return error
    }
  }

  @Test func `all files are written, replaced, and nothing else is left`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old and longer", to: "a")
    let output = files(folder.path, [("a", "1\n"), ("b", "2\n")])
    #expect(failure { () throws(GenerationFailure) in try output.write() } == nil)
    #expect(try folder.names == ["a", "b"])
    #expect(try [folder.read("a"), folder.read("b")] == ["1\n", "2\n"])
    #expect(failure { () throws(GenerationFailure) in try output.check() } == nil)
  }

  @Test func `a check lists each missing and each different file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "a")
    try folder.write("x", to: "b")
    let output = files(folder.path, [("a", "1"), ("b", "2"), ("c", "3")])
    #expect(
      failure { () throws(GenerationFailure) in try output.check() }
        == GenerationFailure(
          .output,
          "\(folder.path)/b is not what a.json makes; run gen again without --check",
          "\(folder.path)/c is missing; run gen again without --check"))
    #expect(try folder.names == ["a", "b"])
  }

  @Test func `a file in a missing folder leaves the other files unchanged`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a")
    let output = files(folder.path, [("a", "new"), ("gone/b", "2")])
    let found = try #require(failure { () throws(GenerationFailure) in try output.write() })
    #expect(found.status == .output)
    #expect(found.lines.count == 1)
    #expect(found.lines[0].hasPrefix("cannot write a and gone/b to \(folder.path): "))
    #expect(found.lines[0].hasSuffix("; nothing was written"))
    #expect(try folder.names == ["a"])
    #expect(try folder.read("a") == "old")
  }

  @Test func `a folder that is a file is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "file")
    for path in [folder["file"], folder["gone"]] {
      let output = files(path, [("a", "1")])
      #expect(
        failure { () throws(GenerationFailure) in try output.write() }
          == GenerationFailure(
            .output, "cannot write a: there is no folder \(path); nothing was written"))
    }
  }

  @Test(
    arguments: [
      (GenerationFailure.Status.output, 1), (.usage, 64), (.input, 65),
    ] as [(GenerationFailure.Status, Int32)])
  func `a failure has an exit code`(_ status: GenerationFailure.Status, _ code: Int32) {
    #expect(
      Self.terminal.failure { () throws(GenerationFailure) in
        throw GenerationFailure(status, lines: [])
      } == code)
    #expect(Self.terminal.failure { () throws(GenerationFailure) in } == nil)
    #expect(GenerationFailure(status, "a", "b") == GenerationFailure(status, lines: ["a", "b"]))
  }
}
