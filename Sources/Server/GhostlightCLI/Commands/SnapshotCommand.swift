import ArgumentParser
import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// `ghostlight snapshot`: saves or restores the whole state of a namespace.
struct SnapshotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Save or restore the state of a namespace.",
    discussion: HelpText.page(
      """
      Saves the whole state of a namespace to a file or to standard output, or restores it from a \
      file. An existing file is replaced only with --force.
      """,
      examples: [
        "ghostlight snapshot --output before.json",
        "ghostlight snapshot --restore before.json",
        "ghostlight snapshot --namespace mine > mine.json",
      ],
      exits: [
        1: "no server responds, or a file does not exist or cannot be written",
        64: "wrong options, or an existing output",
        65: "an invalid snapshot",
        77: "a missing or wrong token",
      ]))

  @OptionGroup var control: ControlOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Save the state to a file.", valueName: "FILE"))
  var output: String?

  @Option(help: ArgumentHelp("Restore the state from a file.", valueName: "FILE"))
  var restore: String?

  @OptionGroup var replacement: ReplacementOptions

  func validate() throws {
    guard output == nil || restore == nil else {
      throw ValidationError("Give --output or --restore, not both.")
    }
    try OutputFile.check(output, "--output")
  }

  func run() async throws {
    if let restore { return try await load(InputFile(path: restore, what: "a snapshot")) }
    try replacement.check(output)
    let text = try await control.call(.get, control.path("snapshot")).text(pretty: true)
    guard let output else { return Terminal.print(text) }
    guard OutputFile(path: output).write(text, for: .owner, replacing: replacement.force) else {
      throw ExitCode.failure
    }
  }

  private func load(_ file: InputFile) async throws {
    guard case .object(var body) = try file.json() else {
      throw file.broken("\(file.path): $: must be an object, as `ghostlight snapshot` saves it")
    }
    body["namespace"] = .string(control.namespace)
    let answer = try await control.call(.put, "snapshot", .object(body), from: file.path)
    control.print(answer) { _ in "\(control.namespace) is as \(file.path) has it" }
  }
}
