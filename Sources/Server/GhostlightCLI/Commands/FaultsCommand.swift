import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes

/// `ghostlight faults`: lists, adds and removes fault plans.
struct FaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults", abstract: "List, add or remove fault plans.",
    discussion: HelpText.page(
      """
      Adds a fault plan, a JSON object that selects requests (emulator, route, method, path, nth, \
      every, probability, times) and changes their responses (status, headers, body, retryAfter, \
      latency, real, delivery); the client waits for a latency, but with "real":false only the \
      clock moves. Without an option it prints the plans, and how often each applied.
      """,
      examples: [
        "ghostlight faults --add '{\"route\":\"Login\",\"nth\":2,\"retryAfter\":5}'",
        "ghostlight faults --add '{\"path\":\"/todo\",\"delivery\":{\"truncate\":10}}'",
        "ghostlight faults --clear",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Add a fault plan.", valueName: "JSON"))
  var add: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Remove the fault plan with this number.", valueName: "N"))
  var remove: Int?

  @Flag(help: "Remove all fault plans.")
  var clear = false

  func validate() throws {
    guard let add else { return }
    let plan = try JSONArgument.object(add, option: "--add")
    for name in plan.keys where !FaultPlan.members.contains(name) {
      throw ValidationError(
        "--add: a fault plan does not have \"\(name)\"; "
          + NearestNames.remedy(for: name, among: FaultPlan.members) + ".")
    }
  }

  func run() async throws {
    if clear { _ = try await control.call(.delete, control.path("faults")) }
    if let remove {
      do throws(ControlError) {
        _ = try await control.send(.delete, control.path("faults", ["number": String(remove)]))
      } catch {
        guard error.kind == .refused else { throw control.failure(error) }
        throw NotFound(
          "there is no fault plan \(remove) in the namespace \(control.namespace): "
            + "`ghostlight faults` lists the plans")
      }
    }
    if let add {
      var plan = try JSONArgument.object(add, option: "--add")
      plan["namespace"] = .string(control.namespace)
      _ = try await control.call(.post, "faults", .object(plan))
    }
    control.print(try await control.call(.get, control.path("faults"))) { json in
      var table = Table("NUMBER", "HITS", "MATCHES", "PLAN")
      for fault in json["faults"]?.array ?? [] {
        var plan = fault.object ?? [:]
        for key in ["number", "hits", "matches"] { plan[key] = nil }
        table.add(
          fault["number"]?.description ?? "", fault["hits"]?.description ?? "",
          fault["matches"]?.description ?? "", JSON.object(plan).description)
      }
      return table.text
    }
  }
}

/// Parses JSON from the command line.
enum JSONArgument {
  /// Parses a JSON object.
  ///
  /// - Throws: `ValidationError` with the option's name and the position of the error.
  static func object(_ text: String, option: String) throws -> JSONObject {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(text)
    } catch {
      throw ValidationError(
        "\(option) must be a JSON object: \(JSONDiagnosis(of: error, in: Array(text.utf8))).")
    }
    guard case .object(let object) = json else {
      throw ValidationError("\(option) must be a JSON object, such as {\"name\":\"value\"}.")
    }
    return object
  }
}
