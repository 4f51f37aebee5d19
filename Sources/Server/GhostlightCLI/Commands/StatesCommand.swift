import ArgumentParser
import GhostlightCore
import GhostlightServer
import HTTPTypes

/// `ghostlight states`: lists the provider states.
struct StatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "states", abstract: "List the states that `state` can create.",
    discussion: HelpText.page(
      """
      Prints the provider states of each emulator with their parameters. Any other parameter \
      becomes a field of the new user or document.
      """,
      examples: [
        "ghostlight states --emulator stackmob",
        "ghostlight states",
        "ghostlight states --format json",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("Print only the states of this emulator.", valueName: "NAME"))
  var emulator: String?

  func run() async throws {
    let wanted = emulator.map(StageOptions.emulator)
    let all = try await control.call(.get, "emulators")["emulators"]?.array ?? []
    let lists = all.filter { wanted == nil || $0["name"]?.string == wanted }
    guard !lists.isEmpty else {
      let names = all.compactMap { $0["name"]?.string }
      throw ValidationError(
        "--emulator: there is no emulator \"\(wanted ?? "")\"; "
          + NearestNames.remedy(for: wanted ?? "", among: names) + ".")
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
    commandName: "state", abstract: "Set up a provider state, such as a user or a document.",
    discussion: HelpText.page(
      """
      Sets up a provider state, such as a user or a document, and prints the resulting values. A \
      value that is not valid JSON is a string; `ghostlight states` lists the states.
      """,
      examples: [
        "ghostlight state 'user exists' username=jill password=secret --emulator stackmob",
        "ghostlight state 'schema exists' name=todo",
        "ghostlight state 'collection exists' name=books --namespace mine",
      ],
      exits: HelpText.control))

  @OptionGroup var control: ControlOptions

  @Option(help: ArgumentHelp("The emulator, if several have the state.", valueName: "NAME"))
  var emulator: String?

  @Argument(help: ArgumentHelp("The name of the state.", valueName: "NAME"))
  var name: String

  @Argument(help: ArgumentHelp("The parameters.", valueName: "KEY=VALUE"))
  var parameters: [String] = []

  func validate() throws {
    for parameter in parameters where !parameter.dropFirst().contains("=") {
      throw ValidationError(
        "\"\(parameter)\" is not a valid parameter: use NAME=VALUE, such as username=jill.")
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
    body["emulator"] = emulator.map { .string(StageOptions.emulator($0)) }
    let answer: JSON
    do throws(ControlError) {
      answer = try await control.send(.post, "states", .object(body))
    } catch {
      if error.kind == .refused { try await checkName() }
      throw control.failure(error)
    }
    control.print(answer) { json in
      let results = (json.object ?? [:]).map { "\($0.key)=\($0.value.string ?? $0.value.text())" }
      return results.isEmpty ? "done" : results.joined(separator: "\n")
    }
  }

  /// Checks that the emulator, or one of all, has the state.
  ///
  /// - Throws: ``NotFound`` with the states that have the nearest names.
  private func checkName() async throws {
    let wanted = emulator.map(StageOptions.emulator)
    let all = try await control.call(.get, "emulators")["emulators"]?.array ?? []
    let states = all.filter { wanted == nil || $0["name"]?.string == wanted }
      .flatMap { $0["states"]?.array ?? [] }.compactMap { $0["name"]?.string }
    guard !states.isEmpty, !states.contains(name) else { return }
    let owner = wanted.map { " of \($0)" } ?? ""
    throw NotFound(
      "there is no state \"\(name)\"\(owner); \(NearestNames.remedy(for: name, among: states)); "
        + "`ghostlight states` lists all")
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
    discussion: HelpText.page(
      """
      Prints the namespaces, after --drop and --fork have changed them. A namespace is one copy of \
      all emulators, with its own data, clock, fault plans and requests.
      """,
      examples: [
        "ghostlight namespaces --fork mine --from default",
        "ghostlight namespaces --drop mine",
        "ghostlight namespaces",
      ],
      exits: HelpText.control))

  @Option(help: ArgumentHelp("Create a namespace as a copy of another one.", valueName: "NAME"))
  var fork: String?

  @Option(help: ArgumentHelp("The namespace that --fork copies.", valueName: "NAME"))
  var from = "default"

  @Option(help: ArgumentHelp("Remove a namespace with its data.", valueName: "NAME"))
  var drop: String?

  @Option(
    help: ArgumentHelp(
      "The URL of the control listener. (default: $GHOSTLIGHT_URL or port 4400)", valueName: "URL"))
  var url: String?

  @OptionGroup var token: ControlTokenOption

  @Option(help: "The output format.")
  var format = OutputFormat.text

  func validate() throws {
    try ControlOptions.validate(fork, "--fork")
    try ControlOptions.validate(from, "--from")
    try ControlOptions.validate(drop, "--drop")
  }

  func run() async throws {
    var control = ControlOptions()
    (control.url, control.format, control.namespace) = (url, format, "default")
    control.token = token
    if let drop {
      do throws(ControlError) {
        _ = try await control.send(.delete, "namespaces/\(drop)")
      } catch {
        guard error.kind == .missing else { throw control.failure(error) }
        let known = try await control.call(.get, "namespaces")["namespaces"]?.array ?? []
        throw NotFound(
          "there is no namespace \"\(drop)\"; "
            + NearestNames.remedy(for: drop, among: known.compactMap(\.string)))
      }
    }
    if let fork {
      _ = try await control.call(
        .post, "namespaces/\(fork)", ["from": .string(from)])
    }
    control.print(try await control.call(.get, "namespaces")) { json in
      (json["namespaces"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    }
  }
}
