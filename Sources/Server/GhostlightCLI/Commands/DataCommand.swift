import ArgumentParser
import GhostlightCore
import HTTPTypes

/// `ghostlight data`: shows and edits the emulators' data, as tables.
struct DataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data", abstract: "Read and edit the data of the emulators.",
    discussion: """
      Tables have the vendor's own words: schemas of StackMob, collections of Mia, objects and \
      edges of EGF2, containers of Cosmos DB, apps of App Center, users and sessions of all. What \
      is stored passes the same checks as what clients send.

      Example: ghostlight data list stackmob objects:user
      """,
    subcommands: [
      DataListCommand.self, DataGetCommand.self, DataPutCommand.self, DataDeleteCommand.self,
      DataActCommand.self,
    ])
}

/// The arguments that identify a row: emulator, table and key.
struct RowArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The emulator, such as stackmob.", valueName: "EMULATOR"))
  var emulator: String

  @Argument(help: ArgumentHelp("The table, as `data list` names it.", valueName: "TABLE"))
  var table: String

  @Argument(help: ArgumentHelp("The key of the row.", valueName: "KEY"))
  var key: String

  /// The path of the row in the control API, below the base path.
  var path: String { DataPath.path([emulator, table, key]) }
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
    discussion: """
      Without a table, all there are. With --format json a row a line, key and row.

      Example: ghostlight data list stackmob objects:user --search ada
      """)

  @Argument(help: ArgumentHelp("Only of this emulator.", valueName: "EMULATOR"))
  var emulator: String?

  @Argument(help: ArgumentHelp("The rows of this table.", valueName: "TABLE"))
  var table: String?

  @Option(help: ArgumentHelp("Only rows with this text, in any member.", valueName: "TEXT"))
  var search: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many rows at most; 0 for all.", valueName: "N"))
  var limit = 100

  @OptionGroup var control: ControlOptions

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
    guard let emulator, let table else { return try await listTables() }
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
    let path = control.path("data", ["emulator": emulator])
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
    discussion: """
      Example: ghostlight data get cosmos databases mbaas
      """)

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
    commandName: "put", abstract: "Store a row, and replace the row with its key.",
    discussion: """
      The row passes the checks of the vendor; what it refuses ends with 64 and the reason. Shows \
      the row as it is stored.

      Example: ghostlight data put stackmob objects:user ada '{"age":36}'
      """)

  @OptionGroup var row: RowArguments

  @Argument(help: ArgumentHelp("The row.", valueName: "JSON"))
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
    discussion: """
      Example: ghostlight data delete cosmos containers mbaas/appcenter
      """)

  @OptionGroup var row: RowArguments

  @OptionGroup var control: ControlOptions

  func run() async throws {
    _ = try await control.call(.delete, control.path(row.path))
  }
}

/// `ghostlight data act`: performs an action on a row.
struct DataActCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act", abstract: "Act on a row: log in as a user, expire a session.",
    discussion: """
      What can be done to the rows of a table, `data list --format json` says. Shows what comes of \
      it, such as tokens.

      Example: ghostlight data act appcenter apps 11111111-2222-3333-4444-555555555555 'sign in'
      """)

  @OptionGroup var row: RowArguments

  @Argument(help: ArgumentHelp("What to do: 'log in', expire, refresh.", valueName: "ACTION"))
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
