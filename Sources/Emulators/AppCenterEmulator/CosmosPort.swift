import Synchronization

/// The port of the Cosmos emulator beside the token exchange.
///
/// No part of the exchange's state, which it would be wrong in after a restart: it is a fact about
/// the process, known only when the listener is open, and the same for all copies of a backend.
public final class CosmosPort: Sendable {
  private let number = Atomic(8081)

  /// The default port, until another one is noted.
  public init() {}

  /// The port.
  public var value: Int { number.load(ordering: .relaxed) }

  /// Notes where the listener is.
  public func note(_ port: Int) { number.store(port, ordering: .relaxed) }
}
