import ArgumentParser
import GhostlightCore
import GhostlightRecording

/// Writes recordings as HAR files.
struct RecordingOutput {
  /// The rules for secrets to redact and to check for; `nil` to write everything unchanged.
  let rules: RedactionRules?
  /// Whether an existing file is replaced.
  let replaces: Bool

  /// Writes a recording to a file or to standard output.
  ///
  /// Values that may still be secret are reported on standard error.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if the file cannot be written.
  func write(_ recording: Recording, to path: String?) throws {
    let exchanges = recording.exchanges
    try write(exchanges.count, comment: recording.comment, to: path) { exchanges[$0] }
  }

  /// Writes the exchanges of an earlier recording, followed by those of a recorder.
  ///
  /// The exchanges are read one at a time, because together they may be larger than the memory.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if the file cannot be written.
  func write(
    _ recording: PartialRecording, after earlier: Recording? = nil, to path: String?
  ) throws {
    let first = earlier?.exchanges ?? []
    try write(
      first.count + recording.count, comment: earlier?.comment ?? recording.comment,
      to: path
    ) { position in
      position < first.count ? first[position] : recording.exchange(at: position - first.count)
    }
  }

  private func write(
    _ count: Int, comment: String?, to path: String?, _ exchange: (Int) -> RecordedExchange?
  ) throws {
    var writer = RecordingWriter(redacting: rules)
    do throws(OutputFailure) {
      let output =
        try path.map { path throws(OutputFailure) in
          try OutputWriter(path, replacing: replaces)
        } ?? OutputWriter()
      try writer.write(count, comment: comment, exchange) { bytes throws(OutputFailure) in
        try output.write(bytes)
      }
      try output.finish()
    } catch {
      Terminal.complain(error.description)
      throw ExitCode.failure
    }
    let file = path.map { $0 + ": " } ?? ""
    report(
      writer.replaced.map {
        "warning: \(file)\($0.path): \($0.excerpt) looked like a secret and was replaced; keep it "
          + "with --allow VALUE or --keep \($0.name)"
      })
    report(writer.findings.map { "warning: \(file)\($0)" })
  }

  private func report(_ lines: [String]) {
    for line in lines.prefix(10) { Terminal.complain(line) }
    if lines.count > 10 { Terminal.complain("warning: and \(lines.count - 10) more such places") }
  }

  /// Checks that redacting leaves no secrets in a recording that was read from a file.
  ///
  /// The user must decide about possible secrets there.
  ///
  /// - Throws: `ExitCode` 1, after printing a line for each value that the lint reports and that
  ///   the rules do not replace.
  func refuseLeftovers(of recording: Recording, in file: String) throws {
    guard let rules else { return }
    let redacted = HARDocument(Redactor(rules).redact(recording))
    let findings = RedactionLint(rules).findings(in: .object(redacted.json)).filter {
      $0.kind != .compressed
    }
    guard !findings.isEmpty else { return }
    report(findings.map { "\(file): \($0.entry.map { "entry \($0 + 1): " } ?? "")\($0)" })
    Terminal.complain(
      "nothing is written: replace secrets with --redact NAME, and keep other values with "
        + "--keep NAME or --allow VALUE")
    throw ExitCode.failure
  }
}
