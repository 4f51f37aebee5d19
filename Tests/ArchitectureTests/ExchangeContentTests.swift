import Testing

@Suite struct `The content of exchanges` {
  /// What makes files of exchanges: HAR documents and their entries, and the text of contracts.
  private static let makers = ["HARDocument(", "HAREntry(", "RecordingWriter(", "fileText"]

  /// The files outside of the modules of recordings and contracts that use these, and what takes the
  /// secrets out before.
  private static let exits = [
    "Sources/Server/GhostlightCLI/Files/RecordingFile.swift": "reads only",
    "Sources/Server/GhostlightCLI/Files/RecordingOutput.swift": "RecordingWriter redacts",
    "Sources/Server/GhostlightCLI/Commands/RecordingsCommand.swift":
      "inspect shows a file as it is",
    "Sources/Server/GhostlightCLI/Commands/RecordingsPromoteCommand.swift": "Redactor",
    "Sources/Server/GhostlightServer/Control/Contracts.swift": "redactCompletely",
    "Sources/Server/GhostlightServer/Control/Requests.swift": "redactCompletely",
    "Sources/Harness/GhostlightTesting/Recording/RecordedScope.swift": "redactCompletely",
  ]

  private static let files = Repository.sources.filter { file in
    !["GhostlightRecording", "GhostlightContracts"].contains(file.target?.name)
      && makers.contains { !file.codeLines(with: $0).isEmpty }
  }

  @Test func `goes to files through the redactor alone`() {
    #expect(Set(Self.files.map(\.path)) == Set(Self.exits.keys))
  }

  @Test(arguments: files)
  func `is redacted where it leaves`(_ file: SourceFile) {
    guard let exit = Self.exits[file.path], !exit.contains(" ") else { return }
    #expect(!file.codeLines(with: exit).isEmpty, "\(file.path) does not use \(exit)")
  }

  @Test func `is not written by the modules of recordings and contracts themselves`() {
    let modules = ["GhostlightRecording", "GhostlightContracts"]
    for file in Repository.sources where modules.contains(file.target?.name ?? "") {
      for call in ["write(to:", "FileHandle", "fopen", "createFile"] {
        for line in file.codeLines(with: call) { file.fail(line: line, "\(call) writes a file") }
      }
    }
  }

  @Test func `of a request is masked in the lines of logs`() throws {
    for path in [
      "Sources/Server/GhostlightCLI/Commands/ServeCommand.swift",
      "Sources/Server/GhostlightCLI/Commands/RecordingsRecoverCommand.swift",
    ] {
      let file = try #require(Repository.sources.first { $0.path == path })
      #expect(!file.codeLines(with: "Redactor().masked(").isEmpty, "\(path)")
    }
  }
}
