import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight faults`: lists, adds and removes fault plans.
struct FaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults", abstract: "List, add or remove fault plans.",
    discussion: """
      A plan is a JSON object: which requests (emulator, route, method, path with *), how often \
      (nth, every, probability, times) and what (status, headers, body, retryAfter; latency, real; \
      delivery: "reset", "empty", "malformed-chunk", {"truncate":10}, {"dribble":1,"pause":"10ms"}). \
      A status from 400 without a body is answered as the vendor's service would: with its body, \
      its header fields and its way to name a time of retry.

      Example: ghostlight faults --add '{"route":"Login","nth":2,"retryAfter":5}'
      """)

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Put a plan to work.", valueName: "JSON"))
  var add: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Take the plan of this number away.", valueName: "N"))
  var remove: Int?

  @Flag(help: "Take all plans away.")
  var clear = false

  func validate() throws {
    if let add { _ = try JSONArgument.object(add, option: "--add") }
  }

  func run() async throws {
    if clear { _ = try await control.call(.delete, control.path("faults")) }
    if let remove {
      _ = try await control.call(.delete, control.path("faults", ["number": String(remove)]))
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
      throw ValidationError("\(option) takes a JSON object: \(error).")
    }
    guard case .object(let object) = json else {
      throw ValidationError("\(option) takes a JSON object.")
    }
    return object
  }
}
