/// Why a contract file cannot be used.
public struct PactProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it is wrong: `interactions[3].request.method`, or a line and column.
  public let place: String
  /// What is wrong, and what to do.
  public let reason: String

  /// Says what is wrong, where, and what to do.
  public init(_ reason: String, at place: String) {
    self.reason = reason
    self.place = place
  }

  /// One line with place and remedy.
  public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
