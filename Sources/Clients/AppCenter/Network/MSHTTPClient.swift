import GhostlightClient
package import GhostlightCore
import HTTPTypes

/// Sends requests, some of them again.
///
/// - Source: protocol reference C9.
package struct MSHTTPClient: Sendable {
  private let environment: MSAppCenterEnvironment
  private let reachability: MSNetworkReachability

  init(_ environment: MSAppCenterEnvironment, _ reachability: MSNetworkReachability) {
    self.environment = environment
    self.reachability = reachability
  }

  /// Sends a request and waits for its response.
  ///
  /// A request that found no network waits for it and starts anew. With `isRetrying`, a response
  /// that says *later* (408, 429, from 500) is asked for again after each of the intervals.
  ///
  /// - Throws: ``MSCallFailure/cancelled`` where the task was cancelled.
  package func send(
    _ request: Request, isRetrying: Bool
  ) async throws(MSCallFailure) -> Response {
    var intervals = environment.retryIntervals[...]
    while true {
      guard let response = try await attempt(request) else {
        intervals = environment.retryIntervals[...]
        continue
      }
      guard isRetrying, Self.saysLater(response), let interval = intervals.popFirst() else {
        return response
      }
      do {
        try await environment.clock.sleep(for: wait(interval, response))
      } catch {
        throw .cancelled
      }
    }
  }

  /// One attempt; `nil` where there was no network, once there is.
  private func attempt(_ request: Request) async throws(MSCallFailure) -> Response? {
    guard !Task.isCancelled else { throw .cancelled }
    let response: Response
    do throws(TransportError) {
      response = try await environment.transport.exchange(request)
    } catch {
      if Task.isCancelled || error == .cancelled { throw .cancelled }
      if reachability.isReachable || Self.isFinal(error) { throw .transport(error) }
      guard await reachability.untilReachable() else { throw .cancelled }
      return nil
    }
    guard !Task.isCancelled else { throw .cancelled }
    return response
  }

  /// Whether an error is the request's or the response's own, whatever the network.
  private static func isFinal(_ error: TransportError) -> Bool {
    switch error {
    case .malformedRequest, .malformedResponse: true
    default: false
    }
  }

  private static func saysLater(_ response: Response) -> Bool {
    response.status.code >= 500 || [408, 429].contains(response.status.code)
  }

  /// Half of the interval and a random part of the other half, or what the response asks for.
  private func wait(_ interval: Duration, _ response: Response) -> Duration {
    if let text = response.headers[.msRetryAfter], let asked = Int64(text), asked >= 0 {
      return .milliseconds(min(asked, 86_400_000))
    }
    return interval / 2 + interval / 2 * min(max(environment.random(), 0), 1)
  }
}
