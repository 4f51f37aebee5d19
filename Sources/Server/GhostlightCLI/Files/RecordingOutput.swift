import ArgumentParser
import GhostlightCore
import GhostlightRecording

/// How a recording becomes a HAR file.
struct RecordingOutput {
  /// What is taken out of it, and looked for in what is left; `nil` for nothing.
  let rules: RedactionRules?
  /// Whether a file that exists is replaced.
  let replaces: Bool

  /// Writes a recording to a file, or to standard output; says what may be secret still.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after one line.
  func write(_ recording: Recording, to path: String?) throws {
    let exchanges = recording.exchanges
    try write(exchanges.count, comment: recording.comment, to: path) { exchanges[$0] }
  }

  /// Writes what a recorder has left, which need not fit into memory, behind what there was before.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after one line.
  func write(
    _ recording: PartialRecording, after earlier: Recording? = nil, to path: String?
  ) throws {
    let first = earlier?.exchanges ?? []
    try write(
      first.count + recording.count, comment: earlier?.comment ?? recording.commentWithOmissions,
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
