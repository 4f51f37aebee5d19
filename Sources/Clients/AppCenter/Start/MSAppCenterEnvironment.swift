public import Foundation
public import GhostlightClient
import GhostlightCore

/// What the SDK takes from outside: the way to the services, time, chance, and what outlives it.
///
/// Apps need none of it; the defaults talk to the real services. To let an app's own code run
/// against an emulator in process, a recording, or a server on this machine, make a
/// ``MSAppCenterContext`` of an environment with another transport.
public struct MSAppCenterEnvironment: Sendable {
  /// How requests reach the services.
  public var transport: Transport
  /// The time, by which tokens and documents expire.
  public var now: @Sendable () -> Date = { Date() }
  /// What waits before a request is sent again.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// A number from 0 up to but not 1, which shortens the wait.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  /// How long to wait before each repetition of a request; a wait is shortened by up to a half.
  public var retryIntervals: [Duration] = [.seconds(10), .seconds(300), .seconds(1200)]
  /// What knows whether there is a network.
  public var reachability: any MSReachabilitySource = MSAlwaysReachable()
  /// Where documents, tokens and settings are kept.
  public var storage = MSStorageLocation.standard
  /// The process's environment variables.
  public var variables = ProcessInfo.processInfo.environment

  /// An environment whose requests go through a transport.
  public init(transport: Transport) { self.transport = transport }

  /// An environment whose requests go over the network, without cookies and caches.
  public init() { self.init(transport: .urlSession(.ephemeral())) }
}

extension MSAppCenterEnvironment: ClientEnvironment {
  /// App Center's token exchange, and the Cosmos DB that it leads to.
  public static let emulators = ["appcenter", "cosmos"]

  /// An environment in these surroundings, whose files are forgotten with it.
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
  /// Cosmos has the paths that begin with `dbs`, the token exchange all others.
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
