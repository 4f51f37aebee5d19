import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight data`: shows and edits the emulators' data, as tables.
struct DataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data", abstract: "Read and edit the data of the emulators.",
    discussion: HelpText.page(
      """
      Reads and changes the data of the emulators as tables, such as the schemas of StackMob, the \
      collections of Mia and the containers of Cosmos DB. The emulator checks each change as it \
      checks the requests of clients.
      """,
      examples: [
        "ghostlight data list stackmob objects:user",
        "ghostlight data get cosmos databases mbaas",
        "ghostlight data put stackmob objects:user ada '{\"age\":36}'",
      ],
      exits: HelpText.control),
    subcommands: [
      DataListCommand.self, DataGetCommand.self, DataPutCommand.self, DataDeleteCommand.self,
      DataActCommand.self,
    ])
}

/// The arguments that identify a row: emulator, table and key.
struct RowArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The emulator, such as stackmob.", valueName: "EMULATOR"))
  var emulator: String

  @Argument(
    help: ArgumentHelp("The table, as `ghostlight data list` prints it.", valueName: "TABLE"))
  var table: String

  @Argument(help: ArgumentHelp("The key of the row.", valueName: "KEY"))
  var key: String

  /// The path of the row in the control API, below the base path.
  var path: String { DataPath.path([StageOptions.emulator(emulator), table, key]) }
}

/// Builds control API paths for tables and rows, whose names may contain any characters.
enum DataPath {
  static func path(_ parts: [String]) -> String {
    "data/" + parts.map { PercentEncoding.encode($0) }.joined(separator: "/")
  }
}

/// `ghostlight data list`: lists all tables, or the rows of one table.
struct DataListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List tables, or the rows of one.",
    discussion: HelpText.page(
      """
      Prints all tables, or the rows of one table with their keys. With --format json, each row is \
      a line of JSON.
      """,
      examples: [
        "ghostlight data list stackmob objects:user --search ada",
        "ghostlight data list",
        "ghostlight data list cosmos databases --format json",
      ],
      exits: HelpText.control))

  @Argument(help: ArgumentHelp("Only tables of this emulator.", valueName: "EMULATOR"))
  var emulator: String?

  @Argument(help: ArgumentHelp("The table whose rows to print.", valueName: "TABLE"))
  var table: String?

  @Option(help: ArgumentHelp("Only rows that contain this text.", valueName: "TEXT"))
  var search: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest number of rows; 0 for all.", valueName: "N"))
  var limit = 100

  @OptionGroup var control: ControlOptions

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be a number from 0.") }
  }

  func run() async throws {
    guard let emulator = emulator.map(StageOptions.emulator), let table else {
      return try await listTables()
    }
    var left = limit == 0 ? Int.max : limit
    var next: String?
    repeat {
      let path = control.path(
        DataPath.path([emulator, table]),
        ["limit": String(min(left, 1000)), "after": next, "search": search])
      let page = try await control.call(.get, path)
      for row in page["rows"]?.array ?? [] {
        switch control.format {
        case .json: Terminal.print(row.description)
        case .text:
          Terminal.print(
            "\(row["key"]?.string ?? "")  \(row["row"]?.description ?? "")")
        }
        left -= 1
      }
      next = page["next"]?.string
    } while next != nil && left > 0
    if next != nil, control.format == .text {
      Terminal.complain("there are more rows; --limit 0 shows all")
    }
  }

  private func listTables() async throws {
    let path = control.path("data", ["emulator": emulator.map(StageOptions.emulator)])
    control.print(try await control.call(.get, path)) { json in
      var table = Table("EMULATOR", "TABLE", "ROWS", "GROUP")
      for entry in json["tables"]?.array ?? [] {
        table.add(
          entry["emulator"]?.string ?? "", entry["name"]?.string ?? "",
          entry["count"]?.description ?? "", entry["group"]?.string ?? "")
      }
      return table.text
    }
  }
}

/// `ghostlight data get`: shows one row.
struct DataGetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show a row, as JSON.",
    discussion: HelpText.page(
      """
      Prints one row as JSON. `ghostlight data list EMULATOR TABLE` prints the keys of the rows.
      """,
      examples: [
        "ghostlight data get cosmos databases mbaas",
        "ghostlight data get cosmos containers mbaas/appcenter",
        "ghostlight data get stackmob objects:user ada --namespace mine",
      ],
      exits: HelpText.control))

  @OptionGroup var row: RowArguments

  @OptionGroup var control: ControlOptions

  func run() async throws {
    let answer = try await control.call(.get, control.path(row.path))
    Terminal.print((answer["row"] ?? .null).text(pretty: true))
  }
}

/// `ghostlight data put`: stores a row.
struct DataPutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Store a row; a row with the same key is replaced.",
    discussion: HelpText.page(
      """
      Stores a row, and prints the row as it was stored. The emulator checks the row as it checks \
      the requests of clients.
      """,
      examples: [
        "ghostlight data put stackmob objects:user ada '{\"age\":36}'",
        "ghostlight data put stackmob objects:todo 1 '{\"title\":\"Water\"}'",
        "ghostlight data put mia books 1 '{\"title\":\"Dune\"}' --namespace mine",
      ],
      exits: [
        1: "no server responds, or it does not have the table",
        64: "wrong options, or a row that the emulator rejects",
        77: "a missing or wrong token",
      ]))

  @OptionGroup var row: RowArguments

  @Argument(help: ArgumentHelp("The row, a JSON object.", valueName: "JSON"))
  var json: String

  @OptionGroup var control: ControlOptions

  func validate() throws { _ = try JSONArgument.object(json, option: "The row") }

  func run() async throws {
    let body = try JSONArgument.object(json, option: "The row")
    let answer = try await control.call(.put, control.path(row.path), .object(body))
    Terminal.print((answer["row"] ?? .null).text(pretty: true))
  }
}

/// `ghostlight data delete`: deletes a row.
struct DataDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a row.",
    discussion: HelpText.page(
      """
      Deletes one row. `ghostlight data list EMULATOR TABLE` prints the keys of the rows.
      """,
      examples: [
        "ghostlight data delete cosmos containers mbaas/appcenter",
        "ghostlight data delete stackmob objects:user ada",
        "ghostlight data delete mia books 1 --namespace mine",
      ],
      exits: HelpText.control))

  @OptionGroup var row: RowArguments

  @OptionGroup var control: ControlOptions

  func run() async throws {
    _ = try await control.call(.delete, control.path(row.path))
  }
}

/// `ghostlight data act`: performs an action on a row.
struct DataActCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act", abstract: "Perform an action on a row, such as a login.",
    discussion: HelpText.page(
      """
      Performs an action on a row, such as a login, and prints the result, such as a token. \
      `ghostlight data list --format json` prints the actions of each table.
      """,
      examples: [
        "ghostlight data act appcenter apps 11111111-2222-3333-4444-555555555555 'sign in'",
        "ghostlight data act stackmob objects:user ada 'log in'",
        "ghostlight data act mia sessions 1 expire",
      ],
      exits: HelpText.control))

  @OptionGroup var row: RowArguments

  @Argument(help: ArgumentHelp("The action: 'log in', expire or refresh.", valueName: "ACTION"))
  var action: String

  @OptionGroup var control: ControlOptions

  func run() async throws {
    let call: JSON = [
      "action": .string(action), "namespace": .string(control.namespace),
    ]
    let answer = try await control.call(.post, row.path, call)
    control.print(answer["values"] ?? [:]) { values in
      (values.object ?? [:]).map { "\($0.key)=\($0.value.string ?? $0.value.description)" }
        .joined(separator: "\n")
    }
  }
}
