import ArgumentParser
import GhostlightCore
import GhostlightRecording

/// `ghostlight recordings lint`: whether secrets are left in HAR files.
struct RecordingsLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Fail when secrets are left in HAR files.",
    discussion: """
      Finds passwords, tokens, keys and cookies by name, JSON web tokens, PEM blocks, the keys of \
      well-known issuers, and texts that look random. Placeholders are no secrets. What it says in \
      error can be allowed with --keep and --allow; `ghostlight recordings convert` redacts.

      Exit codes: 0 nothing found, 1 something found, 65 for a file that is no HAR.
      """)

  @Argument(help: ArgumentHelp("HAR files.", valueName: "FILE"))
  var files: [String]

  @Option(help: "How to print the findings: for people, or JSON.")
  var format = OutputFormat.text

  @OptionGroup(title: "What is secret") var redaction: RedactionOptions

  func run() throws {
    let lint = RedactionLint(redaction.rules)
    var found: [JSON] = []
    for file in files {
      let document = try RecordingFile(file).document()
      for finding in lint.findings(in: .object(document.json)) {
        if format == .text { Terminal.print("\(file): \(finding)") }
        found.append(Self.json(finding, file))
      }
    }
    switch format {
    case .json: Terminal.print(JSON.array(found).text(pretty: true))
    case .text:
      Terminal.print(
        found.isEmpty
          ? "no secrets found" : "\(found.count) \(found.count == 1 ? "secret" : "secrets") found")
    }
    guard found.isEmpty else { throw ExitCode.failure }
  }

  private static func json(_ finding: LintFinding, _ file: String) -> JSON {
    [
      "file": .string(file), "entry": finding.entry.map { .integer(Int64($0 + 1)) } ?? .null,
      "path": .string(finding.path), "kind": .string(finding.kind.rawValue),
      "name": .string(finding.name), "excerpt": .string(finding.excerpt),
    ]
  }
}
