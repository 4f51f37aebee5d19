import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight recordings`: the subcommands for HAR files.
struct RecordingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recordings", abstract: "Inspect, check, merge and convert HAR files.",
    discussion: HelpText.page(
      """
      Reads, checks and rewrites HAR files of Ghostlight, browsers and other tools. `ghostlight \
      record` writes a HAR file, and `ghostlight replay` serves its responses.
      """,
      examples: [
        "ghostlight recordings inspect shop.har",
        "ghostlight recordings lint Recordings",
        "ghostlight recordings convert devtools.har -o shop.har",
      ],
      exits: [1: "a check failed, or a file does not exist", 65: "an invalid file"]),
    subcommands: [
      RecordingsInspectCommand.self, RecordingsLintCommand.self, RecordingsMergeCommand.self,
      RecordingsConvertCommand.self, RecordingsRecoverCommand.self, RecordingsPromoteCommand.self,
    ])
}

/// `ghostlight recordings convert`: rewrites a HAR file of any tool in Ghostlight's form, redacted.
struct RecordingsConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Rewrite any tool's HAR file without its secrets.",
    discussion: HelpText.page(
      """
      Rewrites a HAR file of a browser, of mitmproxy or of Charles without its secrets; the same \
      input always gives the same file. A value that still looks like a secret stops the command: \
      use --redact, --keep or --allow.
      """,
      examples: [
        "ghostlight recordings convert devtools.har -o shop.har",
        "ghostlight recordings convert devtools.har --redact session-id > shop.har",
        "ghostlight recordings convert shop.har -o shop.har --force",
      ],
      exits: HelpText.rewriting))

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @OptionGroup var destination: RecordingDestination

  func run() throws {
    try destination.check()
    try destination.write(RecordingFile(file).recording(), of: file)
  }
}

/// `ghostlight recordings inspect`: shows the exchanges of a HAR file.
struct RecordingsInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Print the entries of a HAR file.",
    discussion: HelpText.page(
      """
      Prints number, time, status, size and request of each entry in a HAR file. Entries that \
      cannot be replayed are listed with a reason on standard error.
      """,
      examples: [
        "ghostlight recordings inspect shop.har",
        "ghostlight recordings inspect shop.har --entry 1",
        "ghostlight recordings inspect shop.har --format json",
      ],
      exits: [1: "a file or an entry does not exist", 65: "an invalid file"]))

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Print one entry in full, with its secrets.", valueName: "N"))
  var entry: Int?

  @Option(help: "The output format.")
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
      throw NotFound(
        "there is no exchange \(number) in \(file): `ghostlight recordings inspect \(file)` lists "
          + "them")
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
    discussion: HelpText.page(
      """
      Searches HAR files for passwords, tokens, keys, cookies, JSON web tokens, PEM blocks and \
      random strings. --keep and --allow permit a value that is not a secret, and `ghostlight \
      recordings convert` removes secrets.
      """,
      examples: [
        "ghostlight recordings lint Recordings",
        "ghostlight recordings lint shop.har --keep session-name",
        "ghostlight recordings lint shop.har --format json",
      ],
      exits: [
        0: "no secrets",
        1: "a secret was found, or a file does not exist",
        65: "an invalid file",
      ]))

  @Argument(help: ArgumentHelp("HAR files, or folders with HAR files.", valueName: "PATH"))
  var files: [String]

  @Option(help: "The output format.")
  var format = OutputFormat.text

  @OptionGroup var redaction: RedactionOptions

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
    return found + ", \(unread) \(unread == 1 ? "body" : "bodies") that cannot be checked"
  }

  /// Returns the paths of the recordings in `path`, including a folder's partial files.
  ///
  /// - Throws: ``NotFound`` if there are none: checking no files would prove nothing.
  private static func files(in path: String) throws -> [String] {
    let files = RecordingFile.files(in: path)
    if files == [path] { return files }
    let all = files + InputFolder.files(in: path, suffix: ".partial")
    guard !all.isEmpty else {
      throw NotFound(
        "there is no recording in \(path): name a HAR file, or a folder with HAR files")
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
    discussion: HelpText.page(
      """
      Merges HAR files in the order of their exchanges; placeholders of different files stay \
      different. A value that still looks like a secret stops the command.
      """,
      examples: [
        "ghostlight recordings merge login.har shop.har -o all.har",
        "ghostlight recordings merge login.har shop.har > all.har",
        "ghostlight recordings merge login.har shop.har -o shop.har --force",
      ],
      exits: HelpText.rewriting))

  @Argument(help: ArgumentHelp("HAR files of any tool.", valueName: "FILE"))
  var files: [String]

  @OptionGroup var destination: RecordingDestination

  func run() throws {
    try destination.check()
    try destination.write(
      Recording.merging(files.map { try RecordingFile($0).recording() }),
      of: files.joined(separator: ", "))
  }
}
