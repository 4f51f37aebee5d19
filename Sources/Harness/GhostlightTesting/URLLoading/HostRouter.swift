import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import Synchronization

/// The URL sessions of an app whose requests a test intercepts.
///
/// Pass it to `.ghostlight(…, intercepting:)`. The app needs no change: each request goes to the
/// service that has its host, and a request for any other host fails with a reason and is an issue.
///
/// ```swift
/// import GhostlightTesting
/// import Testing
///
/// @Suite(.serialized, .ghostlight(.stackMob(), .cosmos(), intercepting: .shared))
/// struct UnchangedAppTests {}
/// ```
public enum InterceptedSessions: Sendable, Hashable {
  /// `URLSession.shared`; on Apple platforms also sessions that the app makes later from
  /// `URLSessionConfiguration.default`.
  ///
  /// On Linux, Foundation lets no test reach sessions from `.default`: their requests fail, and the
  /// issue names the configuration to use.
  case shared
}

/// Finds the service for each request of an intercepted session by its host.
final class HostRouter: Sendable {
  private let hosts: HostTable
  /// The responders by name: those of the emulators, and of traits that respond before them, which
  /// come later.
  private let layers: Mutex<[[String: Responder]]>
  private let clock: EmulatorClock
  /// The services by the port at which `ghostlight serve` listens for them.
  private let ports: [Int: String]
  /// The names of the test's services and their hosts, for messages.
  private let known: String
  private let strays = Mutex<[String]>([])

  /// The maximum number of reported requests.
  private static let mostStrays = 20

  init(_ configuration: StageConfiguration, _ context: TestContext) {
    hosts = configuration.hosts
    layers = Mutex([Self.byName(context.responders)])
    clock = context.clock
    ports = Dictionary(
      configuration.services.filter { $0.port > 0 }.map { ($0.port, $0.name) }
    ) { first, _ in first }
    let named = configuration.services.flatMap(\.hosts)
    known =
      named.isEmpty ? "no service has a host" : "the hosts are \(named.joined(separator: ", "))"
  }

  private static func byName(_ responders: [Responder]) -> [String: Responder] {
    Dictionary(responders.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Runs a test in which some responders respond before those of the same name.
  func putting<Value>(
    _ responders: [Responder], isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    layers.withLock { $0.append(Self.byName(responders)) }
    defer { layers.withLock { _ = $0.popLast() } }
    return try await body()
  }

  /// The findings about requests that reached no service.
  var findings: [Finding] { strays.withLock { $0 }.map { Finding($0) } }

  /// Returns the response of the service that has the request's host, or a failure.
  func load(_ request: Request) async -> URLLoading.Outcome {
    guard let name = service(for: request),
      let responder = layers.withLock({ $0.last { $0[name] != nil }?[name] })
    else {
      let reason =
        "\(request.shown): no service of the test has this host (\(known)); set "
        + "hosts of the service, or add a recording or a contract with hosts:"
      add(reason)
      return .failure(.cannotFindHost, reason: reason)
    }
    return .response(await responder.delayed(by: clock).respond(request), to: request)
  }

  /// Reports a request that reached no service.
  func add(_ reason: String) {
    strays.withLock { strays in
      guard strays.count < Self.mostStrays, !strays.contains(reason) else { return }
      strays.append(reason)
    }
  }

  /// Returns the name of the service for a request, by its host or by the address that `serve` uses.
  func service(for request: Request) -> String? {
    if let name = hosts.emulator(for: request) { return name }
    return request.isForLoopback ? ports[request.port] : nil
  }
}

extension Request {
  /// The method and the URL without its query, which may have secrets.
  var shown: String { "\(method.rawValue) \(scheme)://\(authority)\(target.rawPath)" }

  /// Whether the host is an address or a name of this machine.
  var isForLoopback: Bool {
    let host = self.host.lowercased()
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
      || host == "[::1]" || host == "::1"
  }
}
