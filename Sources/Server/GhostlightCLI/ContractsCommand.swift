import ArgumentParser

/// `ghostlight contracts`: what can be done with contract files besides verifying them.
struct ContractsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contracts", abstract: "Read contracts, and count what they cover.",
    subcommands: [RenderCommand.self])
}
