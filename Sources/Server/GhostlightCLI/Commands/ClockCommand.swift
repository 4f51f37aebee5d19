import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight clock`: reads or moves a namespace's clock.
struct ClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Read or move a namespace's clock.",
    discussion: HelpText.page(
      """
      Prints the clock of a namespace, which determines the dates and expiry times in responses, \
      or changes it. A clock that is moved continues from the new time unless it is frozen.
      """,
      examples: [
        "ghostlight clock --advance 1h30m",
        "ghostlight clock --set 2013-05-01T00:00:00Z --freeze",
        "ghostlight clock --run",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move the clock, such as 1h30m, 90s or -5m.", valueName: "DURATION"))
  var advance: String?

  @Option(help: ArgumentHelp("Set the clock, such as 2013-05-01T00:00:00Z.", valueName: "TIME"))
  var set: String?

  @Flag(help: "Stop the clock.")
  var freeze = false

  @Flag(name: .customLong("run"), help: "Start the clock again.")
  var goesOn = false

  func validate() throws {
    if freeze, goesOn { throw ValidationError("Give --freeze or --run, not both.") }
  }

  func run() async throws {
    var body = JSONObject()
    body["advance"] = advance.map(JSON.string)
    body["set"] = set.map(JSON.string)
    if freeze { body["freeze"] = true }
    if goesOn { body["run"] = true }
    let answer: JSON
    if body.isEmpty {
      answer = try await control.call(.get, control.path("clock"))
    } else {
      body["namespace"] = .string(control.namespace)
      answer = try await control.call(.post, "clock", .object(body))
    }
    control.print(answer) { json in
      let state = json["frozen"] == true ? "frozen" : "running"
      return "\(json["now"]?.string ?? "") (\(state))"
    }
  }
}
