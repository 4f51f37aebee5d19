import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// The options of commands that write a recording.
struct WritingOptions: ParsableArguments {
  @Flag(name: .customLong("no-redact"), help: "Keep passwords, tokens and keys in the file.")
  var isVerbatim = false

  @OptionGroup var redaction: RedactionOptions
  @OptionGroup var replacement: ReplacementOptions

  /// Writes a recording to a file or to standard output.
  ///
  /// Values that may still be secret are reported on standard error.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if the file cannot be written.
  func write(_ recording: Recording, to path: String?) throws {
    try output.write(recording, to: path)
  }

  /// Writes a recorder's file, which may be larger than the memory.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if the file cannot be written.
  func write(_ recording: PartialRecording, to path: String?) throws {
    try output.write(recording, to: path)
  }

  fileprivate var output: RecordingOutput {
    RecordingOutput(rules: isVerbatim ? nil : redaction.rules, replaces: replacement.force)
  }
}

/// The options of commands that write a recording to a file or to standard output.
struct RecordingDestination: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The HAR file to write. (default: standard output)", valueName: "FILE"))
  var output: String?

  @OptionGroup var writing: WritingOptions

  func validate() throws { try OutputFile.check(output, "--output") }

  /// Checks that the output does not exist yet; a command calls it before any other work.
  ///
  /// - Throws: `ExitCode` 64, after printing one line with the remedy, if the output exists.
  func check() throws { try writing.replacement.check(output) }

  /// Writes a recording that was read from `file`.
  ///
  /// - Throws: `ExitCode` 1, after printing a line for each value that may be secret, or one line
  ///   if the file cannot be written.
  func write(_ recording: Recording, of file: String) throws {
    try writing.output.refuseLeftovers(of: recording, in: file)
    try writing.output.write(recording, to: output)
  }
}

/// The option that allows a command to replace an existing file.
struct ReplacementOptions: ParsableArguments {
  @Flag(help: "Replace an existing file.")
  var force = false

  /// Checks that the output does not exist yet; a command calls it before any other work.
  ///
  /// - Parameters:
  ///   - path: The path of the output; `nil` if the command writes none.
  ///   - remedy: The alternative to `--force` in the error message.
  /// - Throws: `ExitCode` 64, after printing one line with the remedy, if the output exists.
  func check(_ path: String?, or remedy: String = "choose another file") throws {
    // A symbolic link counts as existing, even if its target does not exist.
    guard let path, !force, FileStatus(path, followsLinks: false) != nil else { return }
    Terminal.complain("\(path) exists already: add --force to replace it, or \(remedy)")
    throw ExitCode(64)
  }
}

/// The options that determine which values count as secrets.
struct RedactionOptions: ParsableArguments {
  @Option(
    name: .customLong("redact"),
    help: ArgumentHelp("Also treat values with this name as secrets.", valueName: "NAME"))
  var added: [String] = []

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp("Do not treat values with this name as secrets.", valueName: "NAME"))
  var removed: [String] = []

  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp("Do not treat this value as a secret.", valueName: "VALUE"))
  var allowed: [String] = []

  /// The standard redaction rules, with the options applied.
  var rules: RedactionRules {
    var rules = RedactionRules.standard
    for name in added { rules.add(name: name) }
    for name in removed { rules.remove(name: name) }
    rules.allowedValues.formUnion(allowed)
    return rules
  }
}
