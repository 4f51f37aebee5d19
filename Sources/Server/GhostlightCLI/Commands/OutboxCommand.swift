import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight outbox`: shows the messages that real backends would have sent.
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "Print unsent mails, pushes and webhooks.",
    discussion: "Example: ghostlight outbox --emulator stackmob")

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Show those of this emulator only.", valueName: "NAME"))
  var emulator: String?

  func run() async throws {
    let path = control.path("outbox", ["emulator": emulator])
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
