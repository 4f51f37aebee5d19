public import GhostlightCore

/// One request with the response it got, and when.
public struct RecordedExchange: Sendable, Hashable {
  /// What was asked, its body byte for byte.
  public var request: Request
  /// What was answered, its body byte for byte, without transfer and content coding.
  public var response: Response
  /// When the request began, in milliseconds since 1970.
  public var startedMilliseconds: Int64
  /// How long it took, in milliseconds; HAR allows fractions.
  public var durationMilliseconds: Double
  /// What else the entry of a HAR file says about the exchange: `comment`, and members with `_`.
  public var notes: JSONObject

  /// Makes an exchange.
  public init(
    _ request: Request, _ response: Response, startedMilliseconds: Int64 = 0,
    durationMilliseconds: Double = 0, notes: JSONObject = [:]
  ) {
    self.request = request
    self.response = response
    self.startedMilliseconds = startedMilliseconds
    self.durationMilliseconds = durationMilliseconds
    self.notes = notes
  }
}
