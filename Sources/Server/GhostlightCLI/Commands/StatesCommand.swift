import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight states`: lists the provider states.
struct StatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "states", abstract: "List the states that `state` can create.",
    discussion: """
      A parameter without a meaning of its own is one of the state's own fields.

      Example: ghostlight states --emulator stackmob
      """)

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("List those of this emulator only.", valueName: "NAME"))
  var emulator: String?

  func run() async throws {
    let answer = try await control.call(.get, "emulators")
    let lists = (answer["emulators"]?.array ?? []).filter {
      emulator == nil || $0["name"]?.string == emulator
    }
    guard !lists.isEmpty else {
      let names = (answer["emulators"]?.array ?? []).compactMap { $0["name"]?.string }
      throw ValidationError("--emulator takes one of: \(names.joined(separator: ", ")).")
    }
    let members = lists.map { emulator -> JSON in
      ["emulator": emulator["name"] ?? .null, "states": emulator["states"] ?? []]
    }
    control.print(.array(members)) { json in
      var table = Table("EMULATOR", "STATE", "PARAMETERS")
      for emulator in json.array ?? [] {
        for state in emulator["states"]?.array ?? [] {
          table.add(
            emulator["emulator"]?.string ?? "", state["name"]?.string ?? "",
            (state["parameters"]?.object?.keys ?? []).joined(separator: ", "))
        }
      }
      return table.text
    }
  }
}

/// `ghostlight state NAME key=value …`: sets up a provider state on a running server.
struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Create a user, a document or another state.",
    discussion: """
      Values are JSON where they can be, else texts. What the state results in is printed; \
      `ghostlight states` lists all.

      Example: ghostlight state 'user exists' username=jill password=secret --emulator stackmob
      """)

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Whose state, where several emulators have it.", valueName: "NAME"))
  var emulator: String?

  @Argument(help: ArgumentHelp("The state.", valueName: "NAME"))
  var name: String

  @Argument(help: ArgumentHelp("Its parameters.", valueName: "KEY=VALUE"))
  var parameters: [String] = []

  func validate() throws {
    for parameter in parameters where !parameter.dropFirst().contains("=") {
      throw ValidationError("\"\(parameter)\" is no parameter such as username=jill.")
    }
  }

  func run() async throws {
    var members = JSONObject()
    for parameter in parameters {
      let key = String(parameter.prefix { $0 != "=" })
      members[key] = Self.value(String(parameter.dropFirst(key.count + 1)))
    }
    var body: JSONObject = [
      "state": .string(name), "params": .object(members), "namespace": .string(control.namespace),
    ]
    body["emulator"] = emulator.map(JSON.string)
    control.print(try await control.call(.post, "states", .object(body))) { json in
      let results = (json.object ?? [:]).map { "\($0.key)=\($0.value.string ?? $0.value.text())" }
      return results.isEmpty ? "done" : results.joined(separator: "\n")
    }
  }

  private static func value(_ text: String) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(text)
    } catch {
      return .string(text)
    }
  }
}

/// `ghostlight namespaces`: lists, forks and drops namespaces.
struct NamespacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "namespaces", abstract: "List, fork or drop namespaces.",
    discussion: "Example: ghostlight namespaces --fork mine --from default")

  @Option(help: ArgumentHelp("Make a namespace as a copy of another.", valueName: "NAME"))
  var fork: String?

  @Option(help: ArgumentHelp("The namespace that --fork copies.", valueName: "NAME"))
  var from = "default"

  @Option(help: ArgumentHelp("Drop a namespace with all it holds.", valueName: "NAME"))
  var drop: String?

  @Option(
    help: ArgumentHelp(
      "The URL of the server's control listener. (default: $GHOSTLIGHT_URL or http://127.0.0.1:4400)",
      valueName: "URL"))
  var url: String?

  @OptionGroup var token: ControlTokenOption

  @Option(help: "How to print the result: a line each, or JSON.")
  var format = OutputFormat.text

  func run() async throws {
    var control = ControlOptions()
    (control.url, control.format, control.namespace) = (url, format, "default")
    control.token = token
    if let drop {
      _ = try await control.call(.delete, "namespaces/\(PercentEncoding.encode(drop))")
    }
    if let fork {
      _ = try await control.call(
        .post, "namespaces/\(PercentEncoding.encode(fork))", ["from": .string(from)])
    }
    control.print(try await control.call(.get, "namespaces")) { json in
      (json["namespaces"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    }
  }
}
