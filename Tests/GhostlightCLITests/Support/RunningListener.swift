import Foundation

/// A command that serves one listener on a free port, and is killed with its last reference.
final class RunningListener {
  let command: RunningCommand
  /// The printed base URL.
  let url: String
  /// The text members of the line that was printed at the start, by name.
  let said: [String: String]

  /// Starts a command, and waits until it is ready.
  init(_ arguments: String...) throws {
    command = try RunningCommand(arguments + ["--format", "json"])
    guard let line = command.line() else {
      throw TestError("no listener: \(try command.end().errors)")
    }
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    guard let url = object?["url"] as? String else { throw TestError(line) }
    self.url = url
    said = object?.compactMapValues { $0 as? String } ?? [:]
  }

  /// Opens a new connection.
  func connect() throws -> KeepAliveConnection {
    guard let port = URL(string: url)?.port else { throw TestError("no port in \(url)") }
    return try KeepAliveConnection(port: port)
  }

  /// Sends a signal, waits for the end, and returns the result with the report as its output.
  func end(_ signal: Int32 = SIGINT) throws -> CommandResult {
    command.send(signal)
    return try command.end()
  }
}
