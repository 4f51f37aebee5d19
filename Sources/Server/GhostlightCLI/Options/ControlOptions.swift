import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options that are common to all commands that control a running server.
struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The URL of the control listener. (default: $GHOSTLIGHT_URL or port 4400)", valueName: "URL"))
  var url: String?

  @OptionGroup var token: ControlTokenOption

  @Option(help: ArgumentHelp("The name of the namespace.", valueName: "NAME"))
  var namespace = Stage.defaultNamespace

  @Option(help: "The output format.")
  var format = OutputFormat.text

  func validate() throws { try Self.validate(namespace, "--namespace") }

  /// Checks the name of a namespace in the value of an option.
  static func validate(_ namespace: String?, _ option: String) throws {
    guard let namespace, !NamespaceError.isName(namespace) else { return }
    throw ValidationError("\(option): \(NamespaceError.badName(namespace)).")
  }

  /// Sends a call and returns its JSON result; on failure, prints one line and ends the command.
  ///
  /// The exit code is 1 if the server cannot be reached or does not have what the call names, 77 if
  /// the token is missing or wrong, and 64 if the call is rejected, or 65 if the body of that call
  /// came from `file`.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, from file: String? = nil
  ) async throws -> JSON {
    do throws(ControlError) {
      return try await send(method, path, body)
    } catch {
      throw failure(error, of: file)
    }
  }

  /// Sends a call and returns its JSON result.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
  ) async throws(ControlError) -> JSON {
    try await ControlClient(url: base, token: token.value).call(method, path, body)
  }

  /// Prints one line about a failed call, and returns the exit code.
  ///
  /// `file` is the path of the file from which the call's body came, if there was one.
  func failure(_ error: ControlError, of file: String? = nil) -> ExitCode {
    let isOfFile = error.kind == .refused && file != nil
    Terminal.complain((isOfFile ? (file ?? "") + ": " : "") + error.spokenOfCommands)
    return isOfFile ? ExitCode(65) : error.exitCode
  }

  /// Calls `receive` for each event until the stream ends.
  ///
  /// On failure, prints one line and ends the command.
  func events(
    _ path: String, _ receive: (_ event: String, _ data: JSON) throws -> Void
  ) async throws {
    do {
      try await ControlClient(url: base, token: token.value).events(path, receive)
    } catch let error as ControlError {
      throw failure(error)
    }
  }

  private var base: String { Self.base(url) }

  /// Returns the URL of the control listener: `url`, that of the environment, or the standard one.
  static func base(_ url: String?) -> String {
    url ?? ProcessInfo.processInfo.environment["GHOSTLIGHT_URL"] ?? "http://127.0.0.1:4400"
  }

  /// Returns `path` with the namespace and `items` as query parameters; items with `nil` are
  /// omitted.
  func path(_ path: String, _ items: KeyValuePairs<String, String?> = [:]) -> String {
    var query = ["namespace=\(PercentEncoding.encode(namespace))"]
    for (name, value) in items {
      guard let value else { continue }
      query.append("\(name)=\(PercentEncoding.encode(value))")
    }
    return path + "?" + query.joined(separator: "&")
  }

  /// Prints the JSON, or the result of `text` if the output format is text.
  func print(_ json: JSON, text: (JSON) -> String) {
    switch format {
    case .json: Terminal.print(json.text(pretty: true))
    case .text: Terminal.print(text(json))
    }
  }
}

extension ControlError {
  /// The exit code for a command that fails with this error.
  var exitCode: ExitCode {
    switch kind {
    case .badURL, .refused: ExitCode(64)
    case .unreachable, .missing: .failure
    case .unauthorized: ExitCode(77)
    }
  }

  /// The description, with the commands and options that stand for calls of the control API and for
  /// their members.
  var spokenOfCommands: String {
    [
      ("GET data lists actions", "`ghostlight data list --format json` lists the actions"),
      ("GET data lists", "`ghostlight data list` lists"),
      ("GET faults lists", "`ghostlight faults` lists"),
      ("GET emulators lists", "`ghostlight routes EMULATOR` lists"),
      ("GET requests lists", "`ghostlight requests` lists"),
      ("add \"emulator\"", "add --emulator NAME"),
    ].reduce(description) { $0.replacing($1.0, with: $1.1) }
  }
}

/// The option for the control token of a server or its clients.
struct ControlTokenOption: ParsableArguments {
  private static let variable = "GHOSTLIGHT_CONTROL_TOKEN"

  @Option(
    help: ArgumentHelp(
      "The token of control calls. (default: $GHOSTLIGHT_CONTROL_TOKEN)", valueName: "TOKEN"))
  var controlToken: String?

  func validate() throws {
    for (name, text) in [("--control-token", controlToken), (Self.variable, Self.inherited)] {
      guard let text, ControlToken(text) == nil else { continue }
      // The value may be a mistyped secret, so it is not printed.
      throw ValidationError(
        "\(name) is not a valid token: use 16 or more letters, digits and - . _ ~ + /, as "
          + "openssl rand -hex 16 prints them.")
    }
  }

  /// The token; `nil` if neither the option nor the environment has one.
  var value: ControlToken? { (controlToken ?? Self.inherited).flatMap(ControlToken.init) }

  private static var inherited: String? {
    let text = ProcessInfo.processInfo.environment[variable]
    return text?.isEmpty == true ? nil : text
  }
}

/// Functions for messages about the addresses that a command binds.
enum ServerAddress {
  /// Returns whether the address can be reached only from this machine.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || ServerOptions.isLoopback(host)
  }

  /// Returns a URL to which a client can connect.
  static func reachable(_ url: String) -> String { ListenerAddress.reachable(url) }

  /// Warns about addresses that are open to the network.
  ///
  /// `control` is the address of the control listener; `nil` if there is none.
  static func warn(of host: String, control: String?) {
    let isControlOpen = control.map { !isLoopback($0) } ?? false
    if !isLoopback(host) {
      Terminal.complain(
        "warning: \(host) is open to the network. Every machine that reaches it can read and change the "
          + "data of the emulators; the control API "
          + (isControlOpen ? "needs its token." : "serves only this machine."))
    }
    if let control, isControlOpen {
      Terminal.complain(
        "warning: the control API is open to the network at \(control). Over http its token is not "
          + "encrypted.")
    }
  }
}
