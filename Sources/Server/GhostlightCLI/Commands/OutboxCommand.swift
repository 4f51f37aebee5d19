import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight outbox`: shows the messages that real backends would have sent.
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "Print unsent mails, pushes and webhooks.",
    discussion: HelpText.page(
      """
      Prints the mails, pushes and webhooks that the real backends would have sent. The emulators \
      send nothing.
      """,
      examples: [
        "ghostlight outbox --emulator stackmob",
        "ghostlight outbox --format json",
        "ghostlight outbox --namespace mine",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Only messages of this emulator.", valueName: "NAME"))
  var emulator: String?

  func run() async throws {
    let path = control.path("outbox", ["emulator": emulator.map(StageOptions.emulator)])
    control.print(try await control.call(.get, path)) { json in
      var table = Table("TIME", "EMULATOR", "KIND", "TO", "CONTENT")
      for message in json["messages"]?.array ?? [] {
        let recipients = (message["to"]?.array ?? []).compactMap(\.string)
        table.add(
          message["time"]?.string ?? "", message["emulator"]?.string ?? "",
          message["kind"]?.string ?? "", recipients.joined(separator: ", "),
          message["content"]?.description ?? "")
      }
      return table.text
    }
  }
}
