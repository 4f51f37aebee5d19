import Foundation

/// Runs `ghostlight` or another program, and waits until it ends.
enum Command {
  static func run(
    _ arguments: [String], of program: URL? = GhostlightBinary.url,
    environment: [String: String] = [:]
  ) throws -> CommandResult {
    try RunningCommand(arguments, of: program, environment: environment).end()
  }

  static func run(_ arguments: String...) throws -> CommandResult { try run(arguments) }
}
