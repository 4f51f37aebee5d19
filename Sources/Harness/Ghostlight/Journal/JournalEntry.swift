public import GhostlightCore
public import GhostlightEmulation

/// One exchange that a namespace has seen.
public struct JournalEntry: Sendable {
  /// The number of the exchange in its namespace, from 1.
  public let number: Int
  /// The emulator that answered.
  public let emulator: String
  /// The namespace's time, in milliseconds since 1970.
  public let milliseconds: Int64
  /// What came.
  public let request: Request
  /// What went, with the route and its effect.
  public let answer: Answer
  /// The number of the fault plan that struck.
  public var fault: Int?

  /// How many bytes count against the journal's limit.
  var byteCount: Int {
    request.body.count + answer.response.body.count + request.target.raw.utf8.count
  }
}
