import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight clock`: reads or moves a namespace's clock.
struct ClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Read or move a namespace's clock.",
    discussion: "Example: ghostlight clock --advance 1h30m")

  @OptionGroup var control: ControlOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move it, also back: 1h30m, 90s, -5m.", valueName: "DURATION"))
  var advance: String?

  @Option(help: ArgumentHelp("Set it: 2013-05-01T00:00:00Z.", valueName: "TIME"))
  var set: String?

  @Flag(help: "Let it stand still.")
  var freeze = false

  @Flag(name: .customLong("run"), help: "Let it go on.")
  var goesOn = false

  func validate() throws {
    if freeze, goesOn { throw ValidationError("Give one of --freeze and --run.") }
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
      let state = json["frozen"] == true ? "standing still" : "running"
      return "\(json["now"]?.string ?? "") (\(state))"
    }
  }
}
