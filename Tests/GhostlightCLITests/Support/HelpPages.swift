import ArgumentParser
import Foundation

@testable import GhostlightCLI

/// All commands with the names that lead to them, such as `recordings lint`.
enum HelpPages {
  static let all: [(name: String, type: any ParsableCommand.Type)] = commands(
    of: GhostlightCommand.self, below: "")

  static let names = all.map(\.name)

  private static func commands(
    of command: any ParsableCommand.Type, below path: String
  ) -> [(name: String, type: any ParsableCommand.Type)] {
    command.configuration.subcommands.flatMap { command in
      let name = path + (command.configuration.commandName ?? "")
      return [(name, command)] + commands(of: command, below: name + " ")
    }
  }
}

/// The text files of the repository.
enum RepositoryText {
  /// Returns the text of a file, whose path is relative to the repository's root.
  static func read(_ path: String) throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
