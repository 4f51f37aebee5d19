public import GhostlightCore

/// Where the time of an exchange went, in milliseconds; -1 where a phase does not apply.
///
/// - Source: HAR 1.2 specification, "timings".
public struct HARTimings: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as timings.
  public init(json: JSONObject) { self.json = json }

  /// Makes timings of waiting alone.
  public init(wait: Double) {
    json = ["send": 0, "wait": HARNumber.print(wait), "receive": 0]
  }

  /// Waiting for a connection of the pool.
  public var blocked: Double? { self[number: "blocked"] }

  /// Looking up the host's address.
  public var dns: Double? { self[number: "dns"] }

  /// Making the connection, TLS included.
  public var connect: Double? { self[number: "connect"] }

  /// Sending the request.
  public var send: Double? { self[number: "send"] }

  /// Waiting for the response.
  public var wait: Double? { self[number: "wait"] }

  /// Receiving the response.
  public var receive: Double? { self[number: "receive"] }

  /// The part of ``connect`` that TLS took.
  public var ssl: Double? { self[number: "ssl"] }

  static let members: [HARMember] = []
}
