package import Foundation
package import GhostlightClient
package import GhostlightCore
import HTTPTypes
import Synchronization

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
  /// that says *later* (408, 429, from 500) is milliseconds for again after each of the intervals.
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
    if let text = response.headers[.msRetryAfter], let milliseconds = Int64(text),
      milliseconds >= 0
    {
      return .milliseconds(min(milliseconds, 86_400_000))
    }
    return interval / 2 + interval / 2 * min(max(environment.random(), 0), 1)
  }
}

extension HTTPField.Name {
  /// Milliseconds until a request should be repeated.
  static let msRetryAfter = known("x-ms-retry-after-ms")
}

/// Why a call got no response.
package enum MSCallFailure: Error, Hashable {
  /// The service was disabled meanwhile.
  case cancelled
  /// There was no way, or it broke.
  case transport(TransportError)

  /// The error as apps see it.
  package var error: NSError {
    switch self {
    case .cancelled:
      NSError(
        domain: kMSACErrorDomain, code: 2,
        userInfo: [NSLocalizedDescriptionKey: "The operation was canceled."])
    case .transport(let error): error.urlLoadingError()
    }
  }
}

/// The calls under way, so that all can be cancelled.
package final class MSCallRegistry: Sendable {
  private struct State {
    var count = 0
    var open: Set<Int> = []
    /// Calls that were cancelled, perhaps before their tasks were noted.
    var cancelled: Set<Int> = []
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Starts work on this thread as far as it goes without waiting, where the system can do so, and
  /// goes on with it on the executor.
  package func start(
    on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async -> Void
  ) {
    let number = state.withLock { state in
      state.count += 1
      state.open.insert(state.count)
      return state.count
    }
    let task = Task.begin(on: executor) {
      await work()
      self.end(number)
    }
    let isCancelled = state.withLock { state in
      guard state.open.contains(number) else { return false }
      state.tasks[number] = task
      return state.cancelled.contains(number)
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels all work under way.
  package func cancelAll() {
    let tasks = state.withLock { state in
      state.cancelled.formUnion(state.open)
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      state.open.remove(number)
      state.cancelled.remove(number)
      state.tasks[number] = nil
    }
  }
}
