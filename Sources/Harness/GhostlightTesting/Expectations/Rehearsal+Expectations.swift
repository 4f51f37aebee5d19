import Ghostlight
public import GhostlightCore
import HTTPTypes
public import Testing

/// What a test expects to have been sent, and answers of its own.
extension Rehearsal {
  /// Answers requests in place of the emulators, until the test ends.
  ///
  /// The latest stub that means a request answers it. Emulators do not see such requests: neither
  /// their state nor their journal knows them, but ``requests`` and ``expect(_:times:sourceLocation:)``
  /// do.
  public func stub(_ pattern: RequestPattern, _ response: Response) {
    stubs.add(pattern, response)
  }

  /// What was sent to emulators and stubs since the beginning; of each in its order.
  public var requests: [Request] {
    ((try? namespace.journal) ?? []).map(\.request) + stubs.requests
  }

  /// Records an issue unless requests of a kind have been sent so often; it names the nearest ones.
  public func expect(
    _ pattern: RequestPattern, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let failure = failure(of: pattern, times: times) else { return }
    Issue.record("\(failure)", sourceLocation: sourceLocation)
  }

  /// Why an expectation fails; `nil` where it does not.
  package func failure(of pattern: RequestPattern, times: Int) -> String? {
    let sent = requests
    let count = sent.count { pattern.matches($0) }
    guard count != times else { return nil }
    let nearest = pattern.nearest(among: sent.filter { !pattern.matches($0) })
    return "\(pattern) was sent \(count) times, not \(times)"
      + (nearest.isEmpty
        ? "; nothing else was sent" : "; nearest: \(nearest.joined(separator: ", "))")
  }
}
