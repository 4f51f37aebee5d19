public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a test or an emulator puts in place of the world around an SDK.
public struct ClientSurroundings: Sendable {
  /// How requests reach a service, by the name of its emulator.
  public var transport: @Sendable (_ emulator: String) -> Transport
  /// A session whose requests reach a service, by the name of its emulator.
  public var urlSession: @Sendable (_ emulator: String) -> URLSession
  /// The time.
  public var now: @Sendable () -> Date
  /// What is waited by.
  public var clock: any Clock<Duration>

  /// Surroundings of these parts.
  public init(
    transport: @escaping @Sendable (_ emulator: String) -> Transport,
    urlSession: @escaping @Sendable (_ emulator: String) -> URLSession,
    now: @escaping @Sendable () -> Date, clock: any Clock<Duration>
  ) {
    self.transport = transport
    self.urlSession = urlSession
    self.now = now
    self.clock = clock
  }
}
