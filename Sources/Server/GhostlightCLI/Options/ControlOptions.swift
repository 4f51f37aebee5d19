import ArgumentParser
import GhostlightCore
import GhostlightServer
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What all commands that drive a running server take.
struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the server's control listener is. (default: $GHOSTLIGHT_URL or http://127.0.0.1:4400)",
      valueName: "URL"))
  var url: String?

  @Option(help: ArgumentHelp("The namespace.", valueName: "NAME"))
  var namespace = "default"

  @Option(help: "How to print the result: a table for people, or JSON.")
  var format = OutputFormat.text

  /// Makes a call; a problem ends the command with one line.
  ///
  /// Exit code 69 where nobody answers, 64 for what the server refuses, 65 where what it refuses
  /// comes from `file`.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, from file: String? = nil
  ) async throws -> JSON {
    do throws(ControlError) {
      return try await ControlClient(url: base).call(method, path, body)
    } catch {
      let isRefused = error.kind == .refused
      Terminal.complain(isRefused ? (file.map { "\($0): " } ?? "") + "\(error)" : "\(error)")
      throw error.kind == .unreachable ? ExitCode(69) : ExitCode(file == nil ? 64 : 65)
    }
  }

  /// Takes events until there are no more; a problem ends the command with one line.
  func events(
    _ path: String, _ receive: (_ event: String, _ data: JSON) throws -> Void
  ) async throws {
    do {
      try await ControlClient(url: base).events(path, receive)
    } catch let error as ControlError {
      Terminal.complain("\(error)")
      throw ExitCode(error.kind == .unreachable ? 69 : 64)
    }
  }

  private var base: String {
    url ?? ProcessInfo.processInfo.environment["GHOSTLIGHT_URL"] ?? "http://127.0.0.1:4400"
  }

  /// A path with the namespace in its query, beside `items`.
  func path(_ path: String, _ items: KeyValuePairs<String, String?> = [:]) -> String {
    var query = ["namespace=\(PercentEncoding.encode(namespace))"]
    for (name, value) in items {
      guard let value else { continue }
      query.append("\(name)=\(PercentEncoding.encode(value))")
    }
    return path + "?" + query.joined(separator: "&")
  }

  /// Prints JSON as it is, or as `text` shows it.
  func print(_ json: JSON, text: (JSON) -> String) {
    switch format {
    case .json: Terminal.print(json.text(pretty: true))
    case .text: Terminal.print(text(json))
    }
  }
}

/// What the command line says about the address it binds.
enum ServerAddress {
  /// Whether only this machine reaches the address.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// A URL that a client may use: an address that stands for all is not one to connect to.
  static func reachable(_ url: String) -> String {
    for (all, one) in [("//0.0.0.0:", "//127.0.0.1:"), ("//[::]:", "//[::1]:")] {
      guard let range = url.firstRange(of: all) else { continue }
      return url[..<range.lowerBound] + one + url[range.upperBound...]
    }
    return url
  }

  static func warning(_ host: String) -> String {
    "warning: \(host) is open to the network. Anybody who reaches it can read and change what the "
      + "emulators hold; the control API answers this machine only."
  }
}
