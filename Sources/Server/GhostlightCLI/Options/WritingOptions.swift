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
    try output.write(recording, to: path)
  }

  /// Writes what a recorder has left, which need not fit into memory.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after one line.
  func write(_ recording: PartialRecording, to path: String?) throws {
    try output.write(recording, to: path)
  }

  private var output: RecordingOutput {
    RecordingOutput(rules: isVerbatim ? nil : redaction.rules)
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
