import Foundation

/// A command with one listener on a free port; the process is killed with the last reference.
final class RunningListener {
  let command: RunningCommand
  /// The base URL that the command printed.
  let url: String
  /// The string members of the JSON line that the command printed at the start, keyed by name.
  let said: [String: String]

  /// Starts a command, and waits until it prints that it is ready.
  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  /// Starts a command, and waits until it prints that it is ready.
  init(_ arguments: [String]) throws {
    command = try RunningCommand(arguments + ["--format", "json"])
    guard let line = command.line() else {
      throw TestError("no listener: \(try command.end().errors)")
    }
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    guard let url = object?["url"] as? String else { throw TestError(line) }
    self.url = url
    said = object?.compactMapValues { $0 as? String } ?? [:]
  }

  /// Opens a new connection to the listener.
  func connect() throws -> KeepAliveConnection {
    guard let port = URL(string: url)?.port else { throw TestError("no port in \(url)") }
    return try KeepAliveConnection(port: port)
  }

  /// Runs a `ghostlight` command that controls this listener's service.
  func run(_ arguments: String...) throws -> CommandResult {
    try Command.run(arguments, environment: ["GHOSTLIGHT_URL": said["control"] ?? ""])
  }

  /// Sends a call to the control API.
  func control(_ method: String, _ path: String) throws {
    guard let port = said["control"].flatMap({ URL(string: $0)?.port }) else {
      throw TestError("no control")
    }
    let reply = try KeepAliveConnection(port: port).send(method, "/__ghostlight/v1/\(path)", "{}")
    guard reply.status < 300 else { throw TestError(reply.body) }
  }

  /// Sends a signal, waits until the process ends, and returns the result with the printed report.
  func end(_ signal: Int32 = SIGINT) throws -> CommandResult {
    command.send(signal)
    return try command.end()
  }
}
