import Foundation
import TestSupport

/// A `ghostlight serve` process on free ports; it is killed with the last reference.
final class RunningServer {
  let command: RunningCommand
  /// The line that the server printed when all listeners were ready.
  let ready: String
  /// The base URLs of the listeners, keyed by listener name.
  let urls: [String: String]

  /// Starts a server, and waits until it prints that it is ready.
  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  /// Starts a server through another program, which gets `head` and the server's command as
  /// arguments.
  init(_ arguments: [String], by program: URL? = GhostlightBinary.url, _ head: [String] = []) throws
  {
    command = try RunningCommand(
      head + ["serve", "--port-base", "0", "--format", "json"] + arguments, of: program)
    guard let line = command.line() else {
      throw TestError("no server: \(try command.end().errors)")
    }
    ready = line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    urls = object.compactMapValues { $0 as? String }
  }

  /// Starts a server whose clock is frozen at 2013-06-12T12:26:40Z.
  static func frozen(in folder: TemporaryFolder) throws -> RunningServer {
    let config = try folder.write(
      #"{"clock":{"set":"2013-06-12T12:26:40Z","freeze":true}}"#, to: "ghostlight.json")
    return try RunningServer("--config", config)
  }

  var control: String { urls["control"] ?? "" }

  var stackMob: String { urls["stackmob"] ?? "" }

  /// Opens a new connection to the StackMob listener, or to another one.
  func connect(to listener: String = "stackmob") throws -> KeepAliveConnection {
    guard let port = urls[listener].flatMap({ URL(string: $0)?.port }) else {
      throw TestError("no \(listener)")
    }
    return try KeepAliveConnection(port: port)
  }

  /// Runs a `ghostlight` command that controls this server.
  func run(_ arguments: String...) throws -> CommandResult { try run(arguments) }

  /// Runs a `ghostlight` command that controls this server.
  func run(_ arguments: [String]) throws -> CommandResult {
    try Command.run(arguments, environment: ["GHOSTLIGHT_URL": control])
  }

  /// Replaces `{control}`, `{stackmob}` and the other listener names by this server's URLs.
  func filled(_ text: String) -> String {
    urls.reduce(text) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
  }

  /// Sends a signal, and waits until the server ends.
  func end(_ signal: Int32 = SIGTERM) throws -> CommandResult {
    command.send(signal)
    return try command.end()
  }
}
