import Foundation
import TestSupport

/// `ghostlight serve` on free ports; killed with its last reference.
final class RunningServer {
  let command: RunningCommand
  /// The line that said that all listeners are up.
  let ready: String
  /// Base URLs by listener.
  let urls: [String: String]

  /// Starts a server, and waits until it says that it is ready.
  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  /// Starts a server by another program, whose arguments end with the server's binary.
  init(_ arguments: [String], by program: URL? = GhostlightBinary.url, _ head: [String] = []) throws
  {
    command = try RunningCommand(
      head + ["serve", "--port-base", "0", "--format", "json", "--idle-timeout", "600"]
        + arguments, of: program)
    guard let line = command.line() else {
      throw TestError("no server: \(try command.end().errors)")
    }
    ready = line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    urls = object.compactMapValues { $0 as? String }
  }

  /// A server whose clock stands still at 2013-06-12T12:26:40Z.
  static func frozen(in folder: TemporaryFolder) throws -> RunningServer {
    let config = try folder.write(
      #"{"clock":{"set":"2013-06-12T12:26:40Z","freeze":true}}"#, to: "ghostlight.json")
    return try RunningServer("--config", config)
  }

  /// The control listener's URL.
  var control: String { urls["control"] ?? "" }

  /// StackMob's URL.
  var stackMob: String { urls["stackmob"] ?? "" }

  /// A new connection to StackMob, or to another listener.
  func connect(to listener: String = "stackmob") throws -> KeepAliveConnection {
    guard let port = urls[listener].flatMap({ URL(string: $0)?.port }) else {
      throw TestError("no \(listener)")
    }
    return try KeepAliveConnection(port: port)
  }

  /// Runs a command that drives this server.
  func run(_ arguments: String...) throws -> CommandResult { try run(arguments) }

  /// Runs a command for this server.
  func run(_ arguments: [String]) throws -> CommandResult {
    try Command.run(arguments, environment: ["GHOSTLIGHT_URL": control])
  }

  /// A text with this server's URLs for `{control}` and `{stackmob}`.
  func filled(_ text: String) -> String {
    urls.reduce(text) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
  }

  /// Sends a signal and waits for the end.
  func end(_ signal: Int32 = SIGTERM) throws -> CommandResult {
    command.send(signal)
    return try command.end()
  }
}
