import ArgumentParser
import GhostlightServer

/// The command `ghostlight`.
@main
struct GhostlightCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghostlight",
    abstract: "Keeps mobile backends alive on your machine.",
    discussion: """
      Emulates the backends of vendors that are gone or far away, for tests and for poking at by \
      hand. Start with `ghostlight serve`.
      """,
    version: Version.current,
    subcommands: [ServeCommand.self, ExecCommand.self, AuthorityCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "A running server",
        subcommands: [
          StatusCommand.self, RequestsCommand.self, OutboxCommand.self, ClockCommand.self,
          FaultsCommand.self, SnapshotCommand.self, ResetCommand.self,
        ]),
      CommandGroup(
        name: "Recordings",
        subcommands: [
          RecordCommand.self, ReplayCommand.self, DiffCommand.self, RecordingsCommand.self,
        ]),
      CommandGroup(
        name: "Contracts", subcommands: [VerifyCommand.self, ContractsCommand.self]),
    ])
}
