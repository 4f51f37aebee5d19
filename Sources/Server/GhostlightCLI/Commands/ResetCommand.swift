import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight reset`: restores the seeded state of a namespace.
struct ResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Restore the initial data of a namespace.",
    discussion: "Example: ghostlight reset --emulator stackmob")

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Reset this emulator only.", valueName: "NAME"))
  var emulator: String?

  func run() async throws {
    var body: JSONObject = ["namespace": .string(control.namespace)]
    body["emulator"] = emulator.map(JSON.string)
    control.print(try await control.call(.post, "reset", .object(body))) { json in
      let names = (json["emulators"]?.array ?? []).compactMap(\.string)
      return "\(json["namespace"]?.string ?? "") is as it was seeded: "
        + names.joined(separator: ", ")
    }
  }
}
