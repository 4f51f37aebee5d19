public import Foundation
public import GhostlightClient
import GhostlightCore

/// The dependencies of the SDK: the transport to the services, a clock, random numbers and storage.
///
/// Apps do not need to create one, because the defaults use the real services. Create an
/// environment with a different transport to run an app's code against an emulator in the same
/// process, a recording, or a server on this machine. An environment is a value: change its
/// properties before you create the ``MSAppCenterContext``.
///
/// ```swift
/// import AppCenter
///
/// var environment = MSAppCenterEnvironment()
/// environment.storage = .memory
/// environment.retryIntervals = [.milliseconds(10)]
/// let context = MSAppCenterContext(environment: environment)
/// print(context.authTokenContext.accountId ?? "signed out")
/// ```
public struct MSAppCenterEnvironment: Sendable {
  /// The transport that sends all requests.
  public var transport: Transport
  /// Returns the current time, which decides whether tokens and documents have expired.
  public var now: @Sendable () -> Date = { Date() }
  /// The clock that measures the wait before a request is sent again.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns a random number from 0 up to but not including 1.
  ///
  /// It decides by how much the wait before a retry is shortened.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  /// The waits before the retries of a request, in order; their number is that of the retries.
  ///
  /// Each wait is shortened by a random part, up to a half.
  public var retryIntervals: [Duration] = [.seconds(10), .seconds(300), .seconds(1200)]
  /// The monitor that reports whether there is a network.
  public var reachability: any MSReachabilitySource = MSAlwaysReachable()
  /// The location in which documents, tokens and settings are stored.
  public var storage = MSStorageLocation.standard
  /// The environment variables, which can contain URLs and the storage folder; by default the
  /// process's own.
  public var variables = ProcessInfo.processInfo.environment

  /// Creates an environment with a transport.
  public init(transport: Transport) { self.transport = transport }

  /// Creates an environment that uses the network without stored cookies and responses.
  public init() { self.init(transport: .urlSession(.ephemeral())) }
}

extension MSAppCenterEnvironment: ClientEnvironment {
  /// The names of the emulators that an environment for tests uses: token exchange and Cosmos DB.
  public static let emulators = ["appcenter", "cosmos"]

  /// Creates an environment for a test, which keeps everything in memory.
  public init(_ surroundings: ClientDefaults) {
    let exchange = surroundings.transport("appcenter")
    let cosmos = surroundings.transport("cosmos")
    self.init(transport: .dividing(exchange, cosmos))
    now = surroundings.now
    clock = surroundings.clock
    storage = .memory
  }
}

extension Transport {
  /// Creates a transport that sends requests with a path below `/dbs` to Cosmos DB, and all others
  /// to the token exchange.
  fileprivate static func dividing(_ exchange: Transport, _ cosmos: Transport) -> Transport {
    @Sendable func way(of request: Request) -> Transport {
      request.target.rawPath.hasPrefix("/dbs") ? cosmos : exchange
    }
    var transport = Transport { request throws(TransportError) in
      try await way(of: request).exchange(request)
    }
    if exchange.attempt != nil, cosmos.attempt != nil {
      transport.attempt = { request throws(TransportError) in
        let transport = way(of: request)
        guard let attempt = transport.attempt else {
          return .waiting { () async throws(TransportError) in try await transport.send(request) }
        }
        return try attempt(request)
      }
    }
    transport.needsValidURLs = exchange.needsValidURLs || cosmos.needsValidURLs
    return transport
  }
}
