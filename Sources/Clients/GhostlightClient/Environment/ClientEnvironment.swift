public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What an SDK takes from outside: the way to its services, time, waiting, and what outlives it.
///
/// Each SDK's environment is one, so that a test sets up any of them alike, without knowing them.
public protocol ClientEnvironment: Sendable {
  /// The names of the emulators that stand in for the SDK's services.
  static var emulators: [String] { get }

  /// An environment in these surroundings, which keeps everything in memory.
  init(_ surroundings: ClientDefaults)
}

/// What a test or an emulator puts in place of the world around an SDK.
public struct ClientDefaults: Sendable {
  /// How requests reach a service, by the name of its emulator.
  public var transport: @Sendable (_ emulator: String) -> Transport
  /// A session whose requests reach a service, by the name of its emulator.
  public var urlSession: @Sendable (_ emulator: String) -> URLSession
  /// The time.
  public var now: @Sendable () -> Date
  /// What is waited by.
  public var clock: any Clock<Duration>
  /// The keys that the emulators' clients send, by the names of the environment variables in which
  /// `ghostlight exec` passes them, such as `MIA_SECRET`.
  public var keys: [String: String]

  /// Surroundings of these parts.
  public init(
    transport: @escaping @Sendable (_ emulator: String) -> Transport,
    urlSession: @escaping @Sendable (_ emulator: String) -> URLSession,
    now: @escaping @Sendable () -> Date, clock: any Clock<Duration>, keys: [String: String] = [:]
  ) {
    self.transport = transport
    self.urlSession = urlSession
    self.now = now
    self.clock = clock
    self.keys = keys
  }
}

/// The keys of an SDK's emulators.
package struct EmulatorKeys: Sendable {
  private let known: [String: String]

  /// Creates the keys of a test's emulators, or none, which leaves the process's environment to ask.
  package init(_ known: [String: String] = [:]) { self.known = known }

  /// Returns the key in a variable: the test's, otherwise that of the process's environment, otherwise
  /// the published key, which an emulator has by default.
  package func key(
    _ variable: String, published: String,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    known[variable] ?? variables[variable] ?? published
  }
}

/// Where an emulator listens.
package struct EmulatorAddress: Sendable {
  /// The address without a slash at its end.
  package let text: String
  /// `http` or `https`.
  package let scheme: String
  /// Host and port.
  package let authority: String

  /// The given address, else what `ghostlight exec` has put into the environment, else the port of
  /// this machine that the emulator has unless told otherwise.
  ///
  /// An address that is none of http counts as not given.
  package init(
    _ url: URL?, of emulator: String, port: Int,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let candidates = [url?.absoluteString, variables["GHOSTLIGHT_\(emulator.uppercased())_URL"]]
    let known = candidates.compactMap { $0.flatMap { Endpoint($0) } }.first
    scheme = known?.scheme ?? "http"
    authority = known?.authority ?? "127.0.0.1:\(port)"
    let path = known?.target ?? ""
    text = "\(scheme)://\(authority)" + (path.hasSuffix("/") ? String(path.dropLast()) : path)
  }
}

/// Where something is on the web: `https`, `host:port`, and what follows.
package struct Endpoint: Sendable, Equatable {
  /// `http` or `https`.
  package let scheme: String
  package let authority: String
  /// Path, query and fragment, as they are written; perhaps empty.
  package var target: String

  /// Reads an absolute URL; `nil` where it is none of http.
  package init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
    guard ["http", "https"].contains(scheme), isPlain, !authority.isEmpty,
      authority.allSatisfy({ $0.isLetter || $0.isNumber || "-._:[]".contains($0) })
    else { return nil }
    self.scheme = scheme
    self.authority = String(authority)
    target = String(rest.dropFirst(authority.count))
  }
}
