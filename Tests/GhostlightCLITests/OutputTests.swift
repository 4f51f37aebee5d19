import Foundation
import TestSupport
import Testing

/// Tests output paths at which a file or a symbolic link exists already.
@Suite(.limitedConcurrency) struct `Files that commands write` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.har, to: "in.har")
    try folder.write(SampleContract.text, to: "pact.json")
  }

  private static let har =
    #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[]}}"#

  /// The commands that write exchanges or state; `{out}` is the path of the output.
  private static let commands: [[String]] = [
    ["record", "--upstream", "stackmob", "-o", "{out}", "--port", "0"],
    ["record", "--upstream", "http://127.0.0.1:1", "-o", "{out}", "--port", "0"],
    ["exec", "--record", "{out}", "--", "touch", "{folder}/started"],
    [
      "proxy", "--record", "{out}", "--other", "record", "--port", "0", "--data",
      "{folder}/started",
    ],
    ["verify", "{folder}/pact.json", "--record", "{out}"],
    ["recordings", "convert", "{folder}/in.har", "-o", "{out}"],
    ["recordings", "merge", "{folder}/in.har", "{folder}/in.har", "-o", "{out}"],
    ["recordings", "recover", "{folder}/none.partial", "-o", "{out}"],
    ["recordings", "promote", "{folder}/in.har", "--provider", "stackmob", "-o", "{out}"],
    ["snapshot", "--url", "http://127.0.0.1:1", "--output", "{out}"],
  ]

  private func filled(_ arguments: [String], _ out: String) -> [String] {
    arguments.map {
      $0.replacingOccurrences(of: "{out}", with: out)
        .replacingOccurrences(of: "{folder}", with: folder.path)
    }
  }

  @Test(arguments: commands)
  func `an existing file is not replaced, and no command starts`(_ arguments: [String]) throws {
    let out = try folder.write("mine", to: "out")
    #expect(
      try Command.run(filled(arguments, out))
        == .message(
          64, "\(out) exists already: add --force to replace it, or choose another " + "file"))
    #expect(try folder.read("out") == "mine")
    #expect(try folder.names == ["in.har", "out", "pact.json"])
  }

  @Test(arguments: commands, ["none/", "sub"])
  func `an output that names a folder is refused before a command starts`(
    _ arguments: [String], _ name: String
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder["sub"], withIntermediateDirectories: false)
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let forced = arguments[..<end] + ["--force"] + arguments[end...]
    let out = folder.path + "/" + name
    let problem = name == "sub" ? "it is a folder" : "it names a folder; give the path of a file"
    let result = try Command.run(filled(Array(forced), out))
    #expect(result.code == 64)
    let line = result.errors.prefix { $0 != "\n" }
    #expect(line.hasPrefix("Error: --"))
    #expect(line.hasSuffix(": cannot write \(out): \(problem)."))
    #expect(try folder.names == ["in.har", "pact.json", "sub"])
  }

  @Test(arguments: [
    ["recordings", "convert", "{folder}/in.har", "-o", "{out}"],
    ["verify", "{folder}/pact.json", "--record", "{out}"],
    ["exec", "--record", "{out}", "--", "true"],
  ])
  func `a file is replaced with --force, only for its owner`(_ arguments: [String]) throws {
    let out = try folder.write("mine", to: "out")
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let forced = arguments[..<end] + ["--force"] + arguments[end...]
    let result = try Command.run(filled(Array(forced), out))
    #expect(result.code == 0, "\(result.errors)")
    #expect(try folder.read("out").hasPrefix("{"))
    #expect(try permissions("out") == 0o600)
    #expect(try folder.names == ["in.har", "out", "pact.json"])
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder[name])[.posixPermissions] as? Int
  }

  @Test func `a device is never replaced, even with --force`() throws {
    for option in [[], ["--force"]] {
      let result = try Command.run(
        ["recordings", "convert", folder["in.har"], "-o", "/dev/null"] + option)
      #expect(result.code == 64)
      #expect(result.errors.contains("cannot write /dev/null: it is a device or a pipe"))
    }
  }

  /// Every path at which a command writes, with the command's arguments.
  ///
  /// Data folders have their own tests.
  private static let places: [(place: String, arguments: [String])] =
    commands.map { ("out", $0 + []) } + [
      ("out", ["recordings", "convert", "{folder}/in.har", "-o", "{out}", "--force"]),
      ("out", ["verify", "{folder}/pact.json", "--record", "{out}", "--force"]),
      ("out", ["exec", "--record", "{out}", "--force", "--", "true"]),
      ("out.partial", ["record", "--upstream", "stackmob", "-o", "{out}", "--port", "0"]),
      ("out", ["verify", "{folder}/pact.json", "--junit", "{out}"]),
      ("out", ["contracts", "render", "{folder}/pact.json", "-o", "{out}"]),
      ("out/README.md", ["contracts", "render", "{folder}/pact.json", "--folder", "{out}"]),
      ("out/default.json", ["exec", "--export-on-exit", "{out}", "--", "true"]),
      ("ca.pem", ["exec", "--data", "{folder}", "--proxy", "0", "--", "true"]),
      ("ca-key.pem", ["exec", "--data", "{folder}", "--proxy", "0", "--", "true"]),
      ("ca.pem.new", ["exec", "--data", "{folder}", "--proxy", "0", "--", "true"]),
    ]

  @Test(arguments: places.indices, [false, true])
  func `a planted link leaves its target unchanged`(_ row: Int, _ isDangling: Bool) throws {
    let (place, arguments) = Self.places[row]
    if !isDangling { try folder.write("mine", to: "target") }
    let link = URL(filePath: folder[place])
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: folder["target"])
    _ = try Command.run(filled(arguments, folder["out"]))
    #expect(folder.exists("target") == !isDangling)
    if !isDangling {
      #expect(try folder.read("target") == "mine")
      #expect(try permissions("target") == 0o644)
    }
  }

  @Test func `exported snapshots are replaced completely or not at all`() throws {
    try folder.write("{\"ghostlight\": 1}", to: "kept/gone.json")
    try folder.write("{\"name\": \"app\"}", to: "kept/package.json")
    try folder.write("before", to: "kept/default.json")
    let export = ["exec", "--export-on-exit", folder["kept"], "--"]
    #expect(try Command.run(export + ["true"]).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["kept"]).sorted()
    #expect(names == ["default.json", "package.json"])
    #expect(try folder.read("kept/default.json").contains("\"ghostlight\": 1"))
    #expect(try permissions("kept/default.json") == 0o600)
    let file = try Command.run("exec", "--export-on-exit", folder["in.har"], "--", "true")
    #expect(file.code == 1)
    #expect(file.errors.contains("--export-on-exit: cannot write to \(folder["in.har"])"))
    #expect(try folder.read("in.har") == Self.har)
  }
}
