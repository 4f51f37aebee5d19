import ArgumentParser
import GhostlightCore
import GhostlightRecording

/// How a recording is written.
struct WritingOptions: ParsableArguments {
  @Flag(name: .customLong("no-redact"), help: "Leave passwords, tokens and keys in.")
  var isVerbatim = false

  @OptionGroup var redaction: RedactionOptions

  /// Writes a recording to a file, or to standard output; says what may be secret still.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after one line.
  func write(_ recording: Recording, to path: String?) throws {
    let exchanges = recording.exchanges
    try write(exchanges.count, comment: recording.comment, to: path) { exchanges[$0] }
  }

  /// Writes what a recorder has left, which need not fit into memory.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after one line.
  func write(_ recording: PartialRecording, to path: String?) throws {
    try write(recording.count, comment: recording.commentWithOmissions, to: path) {
      recording.exchange(at: $0)
    }
  }

  private func write(
    _ count: Int, comment: String?, to path: String?, _ exchange: (Int) -> RecordedExchange?
  ) throws {
    var writer = RecordingWriter(redacting: isVerbatim ? nil : redaction.rules)
    do throws(OutputFailure) {
      let output =
        try path.map { path throws(OutputFailure) in try OutputWriter(path) }
        ?? OutputWriter()
      try writer.write(count, comment: comment, exchange) { bytes throws(OutputFailure) in
        try output.write(bytes)
      }
      try output.finish()
    } catch {
      Terminal.complain(error.description)
      throw ExitCode.failure
    }
    report(writer.findings, in: path)
  }

  private func report(_ findings: [LintFinding], in path: String?) {
    let file = path.map { $0 + ": " } ?? ""
    for finding in findings.prefix(10) { Terminal.complain("warning: \(file)\(finding)") }
    if findings.count > 10 {
      Terminal.complain(
        "warning: and \(findings.count - 10) more; see `ghostlight recordings lint`")
    }
  }
}

/// What counts as a secret, on the command line.
struct RedactionOptions: ParsableArguments {
  @Option(
    name: .customLong("redact"),
    help: ArgumentHelp("Take the values under this name for secrets too.", valueName: "NAME"))
  var added: [String] = []

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp("Take the values under this name for harmless.", valueName: "NAME"))
  var removed: [String] = []

  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp("Let this very value stand.", valueName: "VALUE"))
  var allowed: [String] = []

  /// The standard rules, as changed.
  var rules: RedactionRules {
    var rules = RedactionRules.standard
    for name in added { rules.add(name: name) }
    for name in removed { rules.remove(name: name) }
    rules.allowedValues.formUnion(allowed)
    return rules
  }
}
