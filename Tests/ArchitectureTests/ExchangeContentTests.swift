import Testing

@Suite struct `Content of exchanges` {
  /// Names in code that creates files with exchanges: HAR documents and their entries, and the text
  /// of contracts.
  private static let makers = ["HARDocument(", "HAREntry(", "RecordingWriter(", "fileText"]

  /// The files outside the modules of recordings and contracts that contain such a name, each with
  /// the code that removes secrets.
  private static let exits = [
    "Sources/Server/GhostlightCLI/Files/RecordingFile.swift": "reads only",
    "Sources/Server/GhostlightCLI/Files/ServiceFiles.swift": "reads only",
    "Sources/Server/GhostlightCLI/Files/RecordingOutput.swift": "RecordingWriter redacts",
    "Sources/Server/GhostlightCLI/Commands/RecordingsCommand.swift":
      "inspect shows a file as it is",
    "Sources/Server/GhostlightCLI/Commands/RecordingsPromoteCommand.swift": "Redactor",
    "Sources/Server/GhostlightServer/Control/Contracts.swift": "redactCompletely",
    "Sources/Server/GhostlightServer/Control/Recordings.swift": "withoutSecrets",
    "Sources/Server/GhostlightServer/Control/Requests.swift": "redactCompletely",
    "Sources/Harness/GhostlightTesting/Recording/RecordedScope.swift": "redactCompletely",
  ]

  private static let files = Repository.sources.filter { file in
    !["GhostlightRecording", "GhostlightContracts"].contains(file.target?.name)
      && makers.contains { !file.codeLines(with: $0).isEmpty }
  }

  @Test func `the content of exchanges is written to files only after redaction`() {
    #expect(Set(Self.files.map(\.path)) == Set(Self.exits.keys))
  }

  @Test(arguments: files)
  func `each file that writes exchanges uses its redactor`(_ file: SourceFile) {
    guard let exit = Self.exits[file.path], !exit.contains(" ") else { return }
    #expect(!file.codeLines(with: exit).isEmpty, "\(file.path) does not use \(exit)")
  }

  @Test func `the modules of recordings and contracts write no files themselves`() {
    let modules = ["GhostlightRecording", "GhostlightContracts"]
    for file in Repository.sources where modules.contains(file.target?.name ?? "") {
      for call in ["write(to:", "FileHandle", "fopen", "createFile"] {
        for line in file.codeLines(with: call) { file.fail(line: line, "\(call) writes a file") }
      }
    }
  }

  @Test func `the content of a request is masked in log lines`() throws {
    for path in [
      "Sources/Server/GhostlightCLI/Commands/ServeCommand.swift",
      "Sources/Server/GhostlightCLI/Commands/RecordingsRecoverCommand.swift",
    ] {
      let file = try #require(Repository.sources.first { $0.path == path })
      #expect(!file.codeLines(with: "Redactor().masked(").isEmpty, "\(path)")
    }
  }
}
