/// Runs the command line to its end.
enum Command {
  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> CommandResult {
    try RunningCommand(arguments, environment: environment).end()
  }

  static func run(_ arguments: String...) throws -> CommandResult { try run(arguments) }
}
