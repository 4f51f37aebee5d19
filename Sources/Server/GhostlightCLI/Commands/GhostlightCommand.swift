import ArgumentParser
import GhostlightCore
import GhostlightServer

/// The root command, `ghostlight`.
@main
struct GhostlightCommand: AsyncParsableCommand {
  static let name = "ghostlight"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Runs StackMob, Mia, EGF2, App Center and Cosmos DB on your machine.",
    usage: "ghostlight <subcommand> [<options>]; ghostlight <subcommand> --help lists the options",
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

  /// Runs the command that the arguments name.
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try await parsed(arguments)
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
      let (text, code) = ending(for: error, arguments)
      if !text.isEmpty { code.isSuccess ? Terminal.print(text) : Terminal.report(text) }
      SystemCalls.exit(code.rawValue)
    }
  }

  /// Returns the command that the arguments name, after the checks of its options.
  ///
  /// - Throws: `ValidationError` that suggests a similar name for an unknown command, or an error of
  ///   the argument parser.
  static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
    try CommandNames.check(arguments, of: Self.self)
    if let named = named(arguments) { return named }
    return try await asyncParseAsRoot(arguments)
  }

  /// Returns the text that the program prints before an error ends it, and its exit code.
  ///
  /// Wrong usage is followed by the usage of the command that the arguments name. The text is empty
  /// if the command has already printed it.
  static func ending(
    for error: any Error, _ arguments: [String]
  ) -> (text: String, code: ExitCode) {
    let (code, command) = (exitCode(for: error), CommandNames.command(arguments))
    if code.isSuccess {
      let text = fullMessage(for: error, columns: nil)
      let isHelp = text.hasPrefix("OVERVIEW:") && text == helpMessage(for: command.type)
      return (isHelp ? help(of: command.type) : text, code)
    }
    let message = Self.message(for: error)
    guard code == .validationFailure, !message.isEmpty else {
      return (message.isEmpty ? "" : "ghostlight: \(message)", code)
    }
    guard let error = error as? ValidationError else {
      let text = fullMessage(for: error, columns: nil)
      return (CommandNames.suggestOption(in: text, of: command.type), code)
    }
    // The parser adds the root's usage to an error that `run()` throws.
    let name = ([name] + command.path).joined(separator: " ")
    let usage = usageString(for: command.type)
    return (
      "Error: \(error.message)\nUsage: \(usage)\n  See '\(name) --help' for more information.", code
    )
  }

  /// Returns the help of a command; it ends with a remark if `--help-hidden` shows more options.
  static func help(of command: any ParsableCommand.Type, columns: Int? = nil) -> String {
    let text = helpMessage(for: command, columns: columns)
    // The usage contains this remark of the parser, so that all commands fit on one screen.
    if command == Self.self {
      return text.replacing("\n\n  See 'ghostlight help <subcommand>' for detailed help.", with: "")
    }
    let whole = helpMessage(for: command, includeHidden: true, columns: columns)
    return text == whole ? text : text + "\nmore: --help-hidden"
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
    "start": "serve", "run": "serve", "up": "serve", "server": "serve", "mock": "stub",
    "play": "replay", "logs": "requests", "log": "requests", "journal": "requests",
    "time": "clock", "test": "verify", "check": "verify", "keys": "status", "ready": "wait",
    "endpoints": "routes", "list": "status", "compare": "diff", "fault": "faults",
    "show": "inspect", "print": "inspect", "view": "inspect", "set": "put", "add": "put",
    "remove": "delete", "rm": "delete", "read": "get", "redact": "convert", "join": "merge",
    "combine": "merge", "coverage": "matrix",
  ]

  /// The names that other tools have for an option, each with the names here, the preferred one
  /// first.
  private static let optionSynonyms = [
    "bind": ["host"], "listen": ["port", "port-base", "host"], "address": ["host", "url"],
    "server": ["against", "upstream", "url"], "target": ["against", "upstream"],
    "file": ["output", "config"], "out": ["output"], "save": ["output", "record"],
    "settings": ["config"], "dir": ["data", "folder"], "state-dir": ["data"],
    "https": ["tls"], "ssl": ["tls"], "cert": ["tls-cert", "trust"], "ca": ["trust"],
    "key": ["tls-key"], "vendor": ["only", "emulator"], "service": ["only", "emulator"],
    "count": ["limit"], "overwrite": ["force"], "replace": ["force"], "json": ["format"],
  ]

  /// Returns the command that the arguments name, or its nearest parent, and the names that lead to it.
  static func command(
    _ arguments: [String]
  ) -> (type: any ParsableCommand.Type, path: [String]) {
    var (command, path): (any ParsableCommand.Type, [String]) = (GhostlightCommand.self, [])
    for name in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let subcommands = command.configuration.subcommands
      guard let next = subcommands.first(where: { $0.configuration.commandName == name }) else {
        break
      }
      command = next
      path.append(name)
    }
    return (command, path)
  }

  /// Checks that the arguments name a subcommand.
  ///
  /// - Throws: `ValidationError` with the most similar name, or the nearest ones.
  static func check(
    _ arguments: [String], of command: any ParsableCommand.Type, below path: String = ""
  ) throws {
    let subcommands = command.configuration.subcommands
    guard let name = arguments.first, !name.hasPrefix("-"), !subcommands.isEmpty else { return }
    let names = subcommands.compactMap { $0.configuration.commandName }
    if name == "help", path.isEmpty {
      return try check(Array(arguments.dropFirst()), of: command)
    }
    guard let next = subcommands.first(where: { $0.configuration.commandName == name }) else {
      let meant =
        synonyms[name].flatMap { names.contains($0) ? $0 : nil }
        ?? NearestNames.names(to: name, in: names, limit: 1).first
      throw ValidationError(
        "there is no command \"\(path)\(name)\"; "
          + (meant.map { "did you mean \"\(path)\($0)\"?" }
            ?? NearestNames.remedy(for: name, among: names)))
    }
    try check(Array(arguments.dropFirst()), of: next, below: "\(path)\(name) ")
  }

  /// Returns the parser's message with a suggestion for an unknown option.
  ///
  /// The parser compares only by edit distance, and suggests `--host` for `--port`, although there
  /// is `--port-base`.
  static func suggestOption(in text: String, of command: any ParsableCommand.Type) -> String {
    guard
      let match = text.firstMatch(of: /Unknown option '--([\w-]+)'(?:\. Did you mean '[^']*'\?)?/)
    else { return text }
    let help = GhostlightCommand.helpMessage(for: command, includeHidden: true)
    let options = help.matches(of: /(?m)^  (?:-\w, )?--([a-z][\w-]*)/).map { String($0.1) }
    let unknown = String(match.1)
    let meant =
      options.first { $0.hasPrefix(unknown + "-") || unknown.hasPrefix($0 + "-") }
      ?? optionSynonyms[unknown]?.first(where: options.contains)
      ?? NearestNames.names(to: unknown, in: options, limit: 1).first
    let suggestion = meant.map { ". Did you mean '--\($0)'?" } ?? ""
    return text.replacing(match.0, with: "Unknown option '--\(unknown)'\(suggestion)")
  }
}
