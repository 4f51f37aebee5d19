import ArgumentParser
import Foundation
import Ghostlight
import GhostlightServer
import Synchronization
import TestSupport

@testable import GhostlightCLI

/// A row of a file in `WrongUses`: a command line, and how the command refuses it.
struct WrongUse: Hashable {
  /// The number of the row's first line, for failures.
  let line: Int
  /// Files to write before, as `NAME TEXT`; `\n` in the text is a line break.
  var files: [String] = []
  var command = ""
  var code: Int32 = 0
  /// The whole message, without the two lines about usage that end every message of wrong usage.
  var message: [String] = []

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "WrongUses")

  /// The names of the files with rows, without `.txt`; those of configurations have their own test.
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".txt") && $0 != "configuration.txt" }
    .map { String($0.dropLast(4)) }.sorted() ?? []

  static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8)
  }

  static func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name + ".txt"))
  }

  /// Returns the rows of a file.
  static func rows(of text: String) -> [WrongUse] {
    var rows: [WrongUse] = []
    var isOpen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") {
      guard !line.isEmpty else {
        isOpen = false
        continue
      }
      if !isOpen { rows.append(WrongUse(line: index + 1)) }
      isOpen = true
      let rest = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "< ": rows[rows.count - 1].files.append(rest)
      case "$ ": rows[rows.count - 1].command = rest
      case "= ": rows[rows.count - 1].code = Int32(rest) ?? -1
      default: rows[rows.count - 1].message.append(String(line))
      }
    }
    return rows
  }

  /// The row as it is in the file.
  var text: String {
    (files.map { "< \($0)" } + ["$ \(command)", "= \(code)"] + message).joined(separator: "\n")
  }

  /// Returns the arguments of the command; quotes group words as in a shell.
  var arguments: [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in command.dropFirst("ghostlight ".count) {
      switch (character, quote) {
      case (let end, .some(let begin)) where end == begin: quote = nil
      case ("'", nil), ("\"", nil): (word, quote) = (word ?? "", character)
      case (" ", nil):
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  /// Runs the command in this process, and returns this row with the result as its expectation.
  ///
  /// `{folder}` is a folder with the files of the row, and `{server}` the control URL of `server`.
  func played(on server: EmulatorServer) async throws -> WrongUse {
    let folder = try TemporaryFolder()
    for file in files {
      let name = file.prefix { $0 != " " }
      let text = file.dropFirst(name.count + 1).replacing("\\n", with: "\n")
      try folder.write(String(text), to: String(name))
    }
    var places = ["{folder}": folder.path]
    for address in server.addresses {
      places[address.name == "control" ? "{server}" : "{\(address.name)}"] = address.url
    }
    let arguments = arguments.map { argument in
      places.reduce(argument) { $0.replacing($1.key, with: $1.value) }
    }
    let (code, text) = await Self.result(of: arguments)
    var row = self
    row.code = code
    row.message = places.reduce(text) { $0.replacing($1.value, with: $1.key) }
      .split(separator: "\n").map(String.init)
    return row
  }

  /// Returns the exit code and the message of a command that runs in this process.
  static func result(of arguments: [String]) async -> (code: Int32, message: String) {
    let lines = Mutex("")
    do {
      try await Terminal.$reader.withValue({ line in lines.withLock { $0 += line } }) {
        var command = try await GhostlightCommand.parsed(arguments)
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      }
      return (0, lines.withLock { $0 })
    } catch {
      let (text, code) = GhostlightCommand.ending(for: error, arguments)
      return (code.rawValue, lines.withLock { $0 } + withoutUsage(text, arguments))
    }
  }

  /// Returns a message without the two lines about usage, if it has them.
  static func withoutUsage(_ text: String, _ arguments: [String]) -> String {
    let (type, path) = CommandNames.command(arguments)
    let usage =
      "Usage: \(GhostlightCommand.usageString(for: type))\n"
      + "  See '\((["ghostlight"] + path).joined(separator: " ")) --help' for more information."
    return text.hasSuffix("\n" + usage) ? String(text.dropLast(usage.count + 1)) : text
  }
}
