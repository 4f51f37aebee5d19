import ArgumentParser
import GhostlightServer

/// The root command, `ghostlight`.
@main
struct GhostlightCommand: AsyncParsableCommand {
  static let name = "ghostlight"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Runs StackMob, Mia, EGF2, App Center and Cosmos DB on your machine.",
    version: Version.current,
    subcommands: [
      ServeCommand.self, ExecCommand.self, ProxyCommand.self, InitCommand.self, SchemaCommand.self,
      RoutesCommand.self, AuthorityCommand.self, DoctorCommand.self,
    ],
    groupedSubcommands: [
      CommandGroup(
        name: "A running server",
        subcommands: [
          WaitCommand.self, StatusCommand.self, RequestsCommand.self, DataCommand.self,
          OutboxCommand.self,
          ClockCommand.self,
          FaultsCommand.self, StateCommand.self, StatesCommand.self, NamespacesCommand.self,
          SnapshotCommand.self, ResetCommand.self,
        ]),
      CommandGroup(
        name: "Recordings and contracts",
        subcommands: [
          RecordCommand.self, ReplayCommand.self, DiffCommand.self, RecordingsCommand.self,
          VerifyCommand.self, StubCommand.self, ContractsCommand.self,
        ]),
    ])

  /// Runs the named subcommand; an unknown name ends the process with 64 and suggests a similar
  /// name.
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    CommandNames.check(arguments, of: Self.self)
    do {
      var command: any ParsableCommand =
        if let named = named(arguments) { named } else { try await asyncParseAsRoot(arguments) }
      if let command = command as? ServeCommand {
        // `open()` is called here, on the main thread, because that thread's heap grows in large
        // pieces; the heaps of other threads grow page by page.
        let opened = try command.open()
        try await command.serve(opened)
      } else if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Ends the process as the argument parser would, but escapes the message like all other output.
  static func end(with error: any Error) -> Never {
    var (text, code) = (fullMessage(for: error, columns: nil), exitCode(for: error))
    text = CommandNames.suggestOption(in: text, CommandLine.arguments.dropFirst())
    if code.isSuccess, hidesOptions(text) { text += "\nmore: --help-hidden" }
    if !text.isEmpty { code.isSuccess ? Terminal.print(text) : Terminal.report(text) }
    SystemCalls.exit(code.rawValue)
  }

  /// Returns whether a text is the help of a subcommand with options that only `--help-hidden` shows.
  private static func hidesOptions(_ text: String) -> Bool {
    configuration.subcommands.contains {
      text == helpMessage(for: $0) && text != helpMessage(for: $0, includeHidden: true)
    }
  }

  /// Returns the parsed subcommand; `nil` if the arguments are invalid, so that the parser reports
  /// it.
  ///
  /// The parser visits all options of a subcommand four times if it starts at the root, and twice
  /// if it starts at the subcommand. The difference is a third of the time that a server needs to
  /// start. Commands that start a server also set `_superCommandName`: the parser then does not
  /// check whether a completion script is requested.
  private static func named(_ arguments: [String]) -> (any ParsableCommand)? {
    let command = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    guard let command, command.configuration.subcommands.isEmpty,
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())),
      type(of: parsed) == command
    else { return nil }
    return parsed
  }
}

extension ArgumentHelp {
  /// Creates the help of an option that only `--help-hidden` shows.
  static func rare(_ text: String, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(text, valueName: valueName, visibility: .hidden)
  }
}

/// Checks the names of subcommands and options, and suggests similar names.
enum CommandNames {
  /// The names that other tools have for a command.
  private static let synonyms = [
    "start": "serve", "run": "serve", "up": "serve", "mock": "stub",
    "play": "replay", "logs": "requests", "log": "requests", "time": "clock", "test": "verify",
    "check": "verify", "keys": "status", "ready": "wait", "endpoints": "routes",
  ]

  /// Ends the process with exit code 64 if the arguments name an unknown subcommand.
  static func check(
    _ arguments: [String], of command: any ParsableCommand.Type, below path: String = ""
  ) {
    let subcommands = command.configuration.subcommands
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help", !subcommands.isEmpty
    else { return }
    let names = subcommands.compactMap { $0.configuration.commandName }
    guard let next = subcommands.first(where: { $0.configuration.commandName == name }) else {
      let near =
        synonyms[name].flatMap { names.contains($0) ? $0 : nil }
        ?? SimilarName.nearest(to: name, among: names)
      let text =
        near.map { "did you mean \"\(path)\($0)\"?" }
        ?? "there are: \(names.joined(separator: ", "))"
      GhostlightCommand.end(
        with: ValidationError("there is no command \"\(path)\(name)\"; \(text)"))
    }
    check(Array(arguments.dropFirst()), of: next, below: "\(path)\(name) ")
  }

  /// Returns the parser's message with a suggestion for an unknown option.
  ///
  /// The parser compares only by edit distance, and suggests `--host` for `--port`, although there
  /// is `--port-base`.
  static func suggestOption(in text: String, _ arguments: some Collection<String>) -> String {
    guard
      let match = text.firstMatch(of: /Unknown option '--([\w-]+)'(?:\. Did you mean '[^']*'\?)?/)
    else { return text }
    var command: any ParsableCommand.Type = GhostlightCommand.self
    for name in arguments {
      let subcommands = command.configuration.subcommands
      guard let next = subcommands.first(where: { $0.configuration.commandName == name }) else {
        break
      }
      command = next
    }
    let help = GhostlightCommand.helpMessage(for: command, includeHidden: true)
    let options = help.matches(of: /--([a-z][\w-]*)/).map { String($0.1) }
    let unknown = String(match.1)
    let meant =
      options.first { $0.hasPrefix(unknown + "-") }
      ?? SimilarName.nearest(to: unknown, among: options)
    let suggestion = meant.map { ". Did you mean '--\($0)'?" } ?? ""
    return text.replacing(match.0, with: "Unknown option '--\(unknown)'\(suggestion)")
  }
}
