import ArgumentParser

/// `ghostlight recordings`: what can be done with HAR files.
struct RecordingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recordings",
    abstract: "Look into HAR files, check, merge and convert them.",
    subcommands: [
      RecordingsInspectCommand.self, RecordingsLintCommand.self, RecordingsMergeCommand.self,
      RecordingsConvertCommand.self,
    ])
}
