import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight recordings`: the subcommands for HAR files.
struct RecordingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recordings",
    abstract: "Inspect, check, merge and convert HAR files.",
    subcommands: [
      RecordingsInspectCommand.self, RecordingsLintCommand.self, RecordingsMergeCommand.self,
      RecordingsConvertCommand.self, RecordingsRecoverCommand.self, RecordingsPromoteCommand.self,
    ])
}

/// `ghostlight recordings convert`: rewrites a HAR file of any tool in Ghostlight's form, redacted.
struct RecordingsConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Rewrite any tool's HAR file without its secrets.",
    discussion: """
      Reads what browsers, mitmproxy and Charles write: compressed and chunked bodies, HTTP/2, \
      fractional times. The same input always gives the same file, fit for version control. \
      Without --output it goes to standard output. What the rules do not replace and still looks \
      like a secret stops it, with the places: decide with --redact, --keep and --allow.

      Example: ghostlight recordings convert devtools.har -o shop.har

      Exit codes: 0, 1 when the file cannot be written or may still have a secret, 64 for wrong \
      options or an output that exists, 65 for a file that is no HAR.
      """)

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String?

  @OptionGroup(title: "What to write") var writing: WritingOptions

  func validate() throws {
    if let refusal = output.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--output: \(refusal).")
    }
  }

  func run() throws {
    try writing.replacement.check(output)
    try writing.write(RecordingFile(file).recording(), of: file, to: output)
  }
}

/// `ghostlight recordings inspect`: shows the exchanges of a HAR file.
struct RecordingsInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Print the entries of a HAR file.",
    discussion: """
      Exchanges have the numbers of their entries in the file, from 1, as warnings and \
      `recordings lint` have them. Entries that no replay can show are named with the reason, on \
      standard error.

      Example: ghostlight recordings inspect shop.har

      Exit codes: 0, 64 for wrong options, 65 for a file that is no HAR.
      """)

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @Option(
    help: ArgumentHelp("Show one exchange whole, secrets and all, by its number.", valueName: "N"))
  var entry: Int?

  @Option(help: "How to print: a table for people, or JSON.")
  var format = OutputFormat.text

  func run() throws {
    let (recording, numbers) = try RecordingFile(file).numberedRecording()
    if let entry { return try show(entry, of: recording, numbers) }
    switch format {
    case .json:
      let rows = zip(recording.exchanges, numbers).map { Self.summary($0, number: $1) }
      Terminal.print(JSON.array(rows).text(pretty: true))
    case .text: Terminal.print(table(recording, numbers))
    }
  }

  private func show(_ number: Int, of recording: Recording, _ numbers: [Int]) throws {
    guard let position = numbers.firstIndex(of: number) else {
      let count = recording.exchanges.count
      Terminal.complain(
        "\(file) has \(count) \(count == 1 ? "exchange" : "exchanges"), and none of number \(number)"
      )
      throw ExitCode(64)
    }
    let exchange = HAREntry(recording.exchanges[position])
    Terminal.print(JSON.object(exchange.json).text(pretty: true))
  }

  private func table(_ recording: Recording, _ numbers: [Int]) -> String {
    var table = Table("NUMBER", "TIME", "STATUS", "BYTES", "REQUEST")
    for (number, exchange) in zip(numbers, recording.exchanges) {
      table.add(
        String(number), ISODate.format(milliseconds: exchange.startedMilliseconds),
        String(exchange.response.status.code), String(exchange.response.body.count),
        Self.line(exchange.request))
    }
    let comment = recording.comment.map { $0 + "\n" } ?? ""
    return comment + table.text
  }

  private static func line(_ request: Request) -> String {
    "\(request.method.rawValue) \(request.scheme)://\(request.authority)\(request.target.raw)"
  }

  private static func summary(_ exchange: RecordedExchange, number: Int) -> JSON {
    let request = exchange.request
    return [
      "number": .integer(Int64(number)),
      "time": .string(ISODate.format(milliseconds: exchange.startedMilliseconds)),
      "method": .string(request.method.rawValue),
      "url": .string("\(request.scheme)://\(request.authority)\(request.target.raw)"),
      "status": .integer(Int64(exchange.response.status.code)),
      "bytes": .integer(Int64(exchange.response.body.count)),
    ]
  }
}

/// `ghostlight recordings lint`: checks HAR files for secrets.
struct RecordingsLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Fail when secrets are left in HAR files.",
    discussion: """
      Finds passwords, tokens, keys and cookies by name, JSON web tokens, PEM blocks, the keys of \
      well-known issuers, and texts that look random. Placeholders are no secrets. What it says in \
      error can be allowed with --keep and --allow; `ghostlight recordings convert` redacts. What \
      `ghostlight record` writes while it runs, FILE.partial, is no recording yet and is refused.

      Example: ghostlight recordings lint Recordings

      Exit codes: 0 nothing found, 1 something found, 65 for a file that is no HAR and for a folder \
      without one.
      """)

  @Argument(help: ArgumentHelp("HAR files, or folders with them.", valueName: "PATH"))
  var files: [String]

  @Option(help: "How to print the findings: for people, or JSON.")
  var format = OutputFormat.text

  @OptionGroup(title: "What is secret") var redaction: RedactionOptions

  func run() throws {
    let lint = RedactionLint(redaction.rules)
    var counts = (secrets: 0, unread: 0)
    let all = try files.flatMap(Self.files)
    if format == .json { Terminal.print("[") }
    for file in all {
      try RecordingFile(file).check(lint) { finding in
        show(finding, file, isFirst: counts == (0, 0))
        if finding.kind == .compressed { counts.unread += 1 } else { counts.secrets += 1 }
      }
    }
    Terminal.print(format == .json ? "]" : Self.summary(counts.secrets, counts.unread))
    guard counts == (0, 0) else { throw ExitCode.failure }
  }

  /// Prints a finding immediately, because there may be millions of them.
  private func show(_ finding: LintFinding, _ file: String, isFirst: Bool) {
    switch format {
    case .text: Terminal.print(Self.line(finding, file))
    case .json: Terminal.print((isFirst ? "  " : ", ") + Self.json(finding, file).description)
    }
  }

  private static func summary(_ secrets: Int, _ unread: Int) -> String {
    let found =
      secrets == 0 ? "no secrets found" : "\(secrets) \(secrets == 1 ? "secret" : "secrets") found"
    guard unread > 0 else { return found }
    return found + ", \(unread) \(unread == 1 ? "body" : "bodies") that nobody can look into"
  }

  /// Returns the paths of the recordings in `path`, including a folder's partial files.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if there are none: checking no files would
  ///   prove nothing.
  private static func files(in path: String) throws -> [String] {
    let files = InputFolder.files(in: path, suffix: ".har")
    if files == [path] { return files }
    let all = files + InputFolder.files(in: path, suffix: ".partial")
    guard !all.isEmpty else {
      Terminal.complain("there is no recording, no HAR file, in \(path): name another folder")
      throw ExitCode(65)
    }
    return all
  }

  private static func line(_ finding: LintFinding, _ file: String) -> String {
    let entry = finding.entry.map { "entry \($0 + 1): " } ?? ""
    return "\(file): \(entry)\(finding)"
  }

  private static func json(_ finding: LintFinding, _ file: String) -> JSON {
    [
      "file": .string(file), "entry": finding.entry.map { .integer(Int64($0 + 1)) } ?? .null,
      "path": .string(finding.path), "kind": .string(finding.kind.rawValue),
      "name": .string(finding.name), "excerpt": .string(finding.excerpt),
    ]
  }
}

/// `ghostlight recordings merge`: merges several HAR files into one.
struct RecordingsMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge several HAR files into one.",
    discussion: """
      Exchanges come in the order in which they began. Placeholders of different files stay apart. \
      Without --output the result goes to standard output. What still looks like a secret stops it, \
      as it stops `recordings convert`.

      Example: ghostlight recordings merge login.har shop.har -o all.har

      Exit codes: 0, 1 when the file cannot be written or may still have a secret, 64 for wrong \
      options or an output that exists, 65 for a file that is no HAR.
      """)

  @Argument(help: ArgumentHelp("HAR files, of any tool.", valueName: "FILE"))
  var files: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String?

  @OptionGroup(title: "What to write") var writing: WritingOptions

  func validate() throws {
    if let refusal = output.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--output: \(refusal).")
    }
  }

  func run() throws {
    try writing.replacement.check(output)
    try writing.write(
      Recording.merging(files.map { try RecordingFile($0).recording() }),
      of: files.joined(separator: ", "), to: output)
  }
}
