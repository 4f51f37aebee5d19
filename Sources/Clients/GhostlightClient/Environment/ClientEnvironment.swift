public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of an SDK: the transport to its services, a clock, and storage.
///
/// Every SDK's environment conforms to it, so that a test can create any of them in the same way:
/// `TestContext.environment()` calls ``init(_:)`` with the test's emulators and clock. Conform the
/// environment of your own SDK to use it there.
public protocol ClientEnvironment: Sendable {
  /// The names of the emulators of the SDK's services, such as `mia`.
  static var emulators: [String] { get }

  /// Creates an environment for a test, which stores everything in memory.
  init(_ surroundings: ClientDefaults)
}

/// The values that a test passes to the environment of an SDK.
///
/// A test context creates it with its own emulators and its virtual clock. An SDK takes from it
/// what it needs. It is a value and can be used from any thread.
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
  /// Called with the name of an emulator for the transport to it.
  public var transport: @Sendable (_ emulator: String) -> Transport
  /// Called with the name of an emulator for a URL session whose requests reach it.
  public var urlSession: @Sendable (_ emulator: String) -> URLSession
  /// Called for the current time.
  public var now: @Sendable () -> Date
  /// The clock for waits.
  public var clock: any Clock<Duration>
  /// The keys that clients of the emulators send, by the names of the environment variables with
  /// which `ghostlight exec` passes them, such as `MIA_SECRET`.
  public var keys: [String: String]

  /// Creates the values from their parts.
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

  /// Creates the keys of a test's emulators.
  ///
  /// Without keys, those of the process's environment are used.
  package init(_ known: [String: String] = [:]) { self.known = known }

  /// Returns the key with the name of a variable: that of the test, otherwise that of the process's
  /// environment, otherwise the published default of the emulator.
  package func key(
    _ variable: String, published: String,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    known[variable] ?? variables[variable] ?? published
  }
}

/// The address of an emulator.
package struct EmulatorAddress: Sendable {
  /// The address without a slash at its end.
  package let text: String
  /// `http` or `https`.
  package let scheme: String
  /// Host and port.
  package let authority: String

  /// Finds the address: the given one, otherwise that which `ghostlight exec` has set in the
  /// environment, otherwise the emulator's default port on this machine.
  ///
  /// An address that is not for HTTP is ignored.
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

/// The parts of a URL for HTTP: scheme, `host:port`, and the rest.
package struct Endpoint: Sendable, Equatable {
  /// `http` or `https`.
  package let scheme: String
  package let authority: String
  /// Path, query and fragment as they were written.
  ///
  /// It can be empty.
  package var target: String

  /// Parses an absolute URL.
  ///
  /// Returns `nil` if it is not for HTTP or has characters that must be escaped.
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
