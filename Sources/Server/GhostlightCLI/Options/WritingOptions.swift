import ArgumentParser
import GhostlightCore
import GhostlightRecording

/// How a recording is written.
struct WritingOptions: ParsableArguments {
  @Flag(name: .customLong("no-redact"), help: "Leave passwords, tokens and keys in.")
  var isVerbatim = false

  @OptionGroup var redaction: RedactionOptions

  /// The recording as it may be written.
  private func cleaned(_ recording: Recording) -> Recording {
    isVerbatim ? recording : Redactor(redaction.rules).redact(recording)
  }

  /// Writes a recording to a file, or to standard output; says what may be secret still.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after one line.
  func write(_ recording: Recording, to path: String?) throws {
    let document = HARDocument(cleaned(recording))
    var bytes = document.bytes
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let text = String(decoding: bytes, as: UTF8.self)
    if let path {
      guard OutputFile(path: path).write(text) else { throw ExitCode.failure }
    } else {
      Terminal.print(text)
    }
    guard !isVerbatim else { return }
    let findings = RedactionLint(redaction.rules).findings(in: .object(document.json))
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
