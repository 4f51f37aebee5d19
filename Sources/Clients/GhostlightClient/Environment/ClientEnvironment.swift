public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of an SDK: the transport to its services, a clock, and storage.
///
/// The environments of all SDKs conform to it, so that a test can create each of them in the same
/// way: `TestContext.environment()` calls ``init(_:)`` with the test's emulators and clock. Conform
/// the environment of your own SDK to this protocol to use it in tests.
public protocol ClientEnvironment: Sendable {
  /// The names of the emulators that provide the SDK's services, such as `mia`.
  static var emulators: [String] { get }

  /// Creates an environment for a test, which stores all data in memory.
  init(_ surroundings: ClientDefaults)
}

/// The values that a test passes to the environment of an SDK.
///
/// A test context creates them with its own emulators and its virtual clock. An SDK copies the
/// values that it needs. A `ClientDefaults` is a value and can be used from any thread.
///
/// ```swift
/// import Foundation
/// import GhostlightClient
///
/// struct WeatherEnvironment: ClientEnvironment {
///   static let emulators = ["mia"]
///   var transport: Transport
///   var now: @Sendable () -> Date
///   init(_ surroundings: ClientDefaults) {
///     transport = surroundings.transport("mia")
///     now = surroundings.now
///   }
/// }
/// ```
public struct ClientDefaults: Sendable {
  /// Returns a transport to the emulator with this name.
  public var transport: @Sendable (_ emulator: String) -> Transport
  /// Returns a URL session whose requests reach the emulator with this name.
  public var urlSession: @Sendable (_ emulator: String) -> URLSession
  /// Returns the current time of the test's virtual clock.
  public var now: @Sendable () -> Date
  /// The clock for timeouts and delays.
  public var clock: any Clock<Duration>
  /// The keys that clients must send to the emulators.
  ///
  /// The dictionary's keys are the environment variables in which `ghostlight exec` passes them to
  /// a process, such as `MIA_SECRET`.
  public var keys: [String: String]

  /// Creates the values that an environment needs.
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

/// The keys that clients of an SDK's emulators send.
package struct EmulatorKeys: Sendable {
  private let known: [String: String]

  /// Creates the keys of a test's emulators.
  ///
  /// For a key that is missing in `known`, ``key(_:published:variables:)`` uses the process
  /// environment.
  package init(_ known: [String: String] = [:]) { self.known = known }

  /// Returns the key with the name of an environment variable.
  ///
  /// It is the test's key, otherwise the variable's value, otherwise the published default key.
  package func key(
    _ variable: String, published: String,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    known[variable] ?? variables[variable] ?? published
  }
}

/// The base URL of an emulator and its parts.
package struct EmulatorAddress: Sendable {
  /// The base URL without a slash at the end.
  package let text: String
  /// The URL's scheme, `http` or `https`.
  package let scheme: String
  /// The URL's host and port.
  package let authority: String

  /// Finds the URL of an emulator.
  ///
  /// It is `url`, otherwise the URL that `ghostlight exec` has set in the environment variables,
  /// otherwise the emulator's default port on this machine. A URL with a scheme other than `http`
  /// and `https` is ignored.
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

/// The parts of an HTTP URL: scheme, authority, and everything after the authority.
package struct Endpoint: Sendable, Equatable {
  /// The scheme, `http` or `https`.
  package let scheme: String
  package let authority: String
  /// The path, query and fragment, exactly as in the URL.
  ///
  /// It can be empty.
  package var target: String

  /// Parses an absolute URL.
  ///
  /// Returns `nil` if the scheme is not `http` or `https`, or if a character should have been
  /// escaped.
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
