import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight reset`: restores the seeded state of a namespace.
struct ResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Restore the initial data of a namespace.",
    discussion: HelpText.page(
      """
      Restores the initial data of a namespace, as the configuration has it, and removes its fault \
      plans and requests. With --emulator, only this emulator is reset.
      """,
      examples: [
        "ghostlight reset --emulator stackmob",
        "ghostlight reset",
        "ghostlight reset --namespace mine",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Reset only this emulator.", valueName: "NAME"))
  var emulator: String?

  func run() async throws {
    var body: JSONObject = ["namespace": .string(control.namespace)]
    body["emulator"] = emulator.map { .string(StageOptions.emulator($0)) }
    control.print(try await control.call(.post, "reset", .object(body))) { json in
      let names = (json["emulators"]?.array ?? []).compactMap(\.string)
      return "\(json["namespace"]?.string ?? "") has its initial data again: "
        + names.joined(separator: ", ")
    }
  }
}
