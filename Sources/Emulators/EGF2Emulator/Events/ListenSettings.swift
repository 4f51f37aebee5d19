import GhostlightEmulation

/// What listening clients may do: the member `listen` of the configuration.
public struct ListenSettings: Sendable, Hashable {
  /// Seconds that a client may be silent; the clients' own pings come every 20.
  ///
  /// - Source: protocol reference A14.
  public var silenceSeconds = 35
  /// The subscriptions of one connection; more end it with 1008.
  ///
  /// - Source: assumption: the service had no limit of its own.
  public var subscriptions = 10_000

  /// The settings of the service.
  public init() {}

  /// Reads `{"silence_seconds": n, "subscriptions": n}`, both optional.
  init(_ reader: ConfigurationReader) throws(ConfigurationProblem) {
    try reader.allowOnly("silence_seconds", "subscriptions")
    if let seconds = reader["silence_seconds"] {
      silenceSeconds = Int(try seconds.integer(1...86_400))
    }
    if let number = reader["subscriptions"] {
      subscriptions = Int(try number.integer(1...10_000_000))
    }
  }
}
