public import Foundation
public import GhostlightClient
import GhostlightCore

/// The dependencies of the SDK: the transport to the services, a clock, random numbers and storage.
///
/// Apps need not create one, because the defaults use the real services. Create an environment with
/// another transport to run an app's code against an emulator in the same process, a recording, or
/// a server on this machine. An environment is a value: change its properties before the
/// ``MSAppCenterContext`` is created.
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
  /// The transport of all requests.
  public var transport: Transport
  /// Called for the current time, which decides when tokens and documents expire.
  public var now: @Sendable () -> Date = { Date() }
  /// The clock for the wait before a request is repeated.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Called for a random number, at least 0 and less than 1.
  ///
  /// It shortens the wait before a repetition.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  /// The wait before each repetition of a request.
  ///
  /// It is shortened by up to a half at random.
  public var retryIntervals: [Duration] = [.seconds(10), .seconds(300), .seconds(1200)]
  /// The monitor of the network.
  public var reachability: any MSReachabilitySource = MSAlwaysReachable()
  /// The place for documents, tokens and settings.
  public var storage = MSStorageLocation.standard
  /// The environment variables of the process.
  public var variables = ProcessInfo.processInfo.environment

  /// Creates an environment with a transport.
  public init(transport: Transport) { self.transport = transport }

  /// Creates an environment that uses the network without stored cookies and responses.
  public init() { self.init(transport: .urlSession(.ephemeral())) }
}

extension MSAppCenterEnvironment: ClientEnvironment {
  /// The names of the emulators that the environment can use: the token exchange and Cosmos DB.
  public static let emulators = ["appcenter", "cosmos"]

  /// Creates an environment for a test, with storage in memory.
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
  /// Creates a transport that sends paths with the prefix `/dbs` to Cosmos DB and all others to the
  /// exchange.
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
