import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// The options for writing a recording.
struct WritingOptions: ParsableArguments {
  @Flag(name: .customLong("no-redact"), help: "Leave passwords, tokens and keys in.")
  var isVerbatim = false

  @OptionGroup var redaction: RedactionOptions
  @OptionGroup var replacement: ReplacementOptions

  /// Writes a recording to a file, or to standard output, and reports values that may still be
  /// secret.
  ///
  /// - Throws: `ExitCode` 1 if that fails, after one line.
  func write(_ recording: Recording, to path: String?) throws {
    try output.write(recording, to: path)
  }

  /// Writes a recording that was read from a file to another one, or to standard output.
  ///
  /// - Throws: `ExitCode` 1, after a line for each text that may be a secret, or after one line if
  ///   the file cannot be written.
  func write(_ recording: Recording, of file: String, to path: String?) throws {
    try output.refuseLeftovers(of: recording, in: file)
    try output.write(recording, to: path)
  }

  /// Writes the file of a recorder, which may be larger than the memory.
  ///
  /// - Throws: `ExitCode` 1 if that fails, after one line.
  func write(_ recording: PartialRecording, to path: String?) throws {
    try output.write(recording, to: path)
  }

  private var output: RecordingOutput {
    RecordingOutput(rules: isVerbatim ? nil : redaction.rules, replaces: replacement.force)
  }
}

/// The option that allows a command to replace its output.
struct ReplacementOptions: ParsableArguments {
  @Flag(help: "Replace the file if it exists.")
  var force = false

  /// Refuses an output that exists; a command calls it before it starts anything.
  ///
  /// - Parameters:
  ///   - path: The output, if there is one.
  ///   - remedy: An alternative to `--force`.
  /// - Throws: `ExitCode` 64, after one line with the remedy.
  func check(_ path: String?, or remedy: String = "choose another file") throws {
    // A link counts, whether its target exists or not.
    guard let path, !force, FileStatus(path, followsLinks: false) != nil else { return }
    Terminal.complain("\(path) exists already: add --force to replace it, or \(remedy)")
    throw ExitCode(64)
  }
}

/// The options for the values that count as secrets.
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

  /// The standard rules, changed by the options.
  var rules: RedactionRules {
    var rules = RedactionRules.standard
    for name in added { rules.add(name: name) }
    for name in removed { rules.remove(name: name) }
    rules.allowedValues.formUnion(allowed)
    return rules
  }
}
