package import Foundation
package import GhostlightClient
package import GhostlightCore
import HTTPTypes
import Synchronization

/// Sends HTTP requests, and sends them again after some failures.
///
/// - Source: protocol reference C9.
package struct MSHTTPClient: Sendable {
  private let environment: MSAppCenterEnvironment
  private let reachability: MSNetworkReachability

  init(_ environment: MSAppCenterEnvironment, _ reachability: MSNetworkReachability) {
    self.environment = environment
    self.reachability = reachability
  }

  /// Sends a request and returns its response.
  ///
  /// If there is no network, the method waits for the network and then sends the request. With
  /// `isRetrying`, it also sends the request again after the statuses 408, 429 and those of 500 or
  /// more, once after each of the environment's intervals.
  ///
  /// - Throws: ``MSCallFailure/cancelled`` if the task was cancelled,
  ///   ``MSCallFailure/transport(_:)`` if the request failed although there is a network.
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

  /// Sends the request once, and returns the response.
  ///
  /// If there is no network, waits for the network and returns `nil`.
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

  /// Returns whether the request or the response is invalid, so that sending the request again
  /// cannot help.
  private static func isFinal(_ error: TransportError) -> Bool {
    switch error {
    case .malformedRequest, .malformedResponse: true
    default: false
    }
  }

  private static func saysLater(_ response: Response) -> Bool {
    response.status.code >= 500 || [408, 429].contains(response.status.code)
  }

  /// Returns the wait before the request is sent again.
  ///
  /// It is the time that the response's header field requests. Without that field, it is half of
  /// the interval plus a random part of the other half.
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
  /// The number of milliseconds that the client should wait before it sends the request again.
  static let msRetryAfter = known("x-ms-retry-after-ms")
}

/// The reason why a call has no response.
package enum MSCallFailure: Error, Hashable {
  /// The call was cancelled, because its service was disabled.
  case cancelled
  /// The transport reported that the request could not be sent or got no valid response.
  case transport(TransportError)

  /// The `NSError` that the app gets.
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

/// The registry of the calls in progress, which can cancel all of them.
package final class MSCallRegistry: Sendable {
  private struct State {
    var count = 0
    var open: Set<Int> = []
    /// The numbers of calls that were cancelled, possibly before their tasks were stored.
    var cancelled: Set<Int> = []
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Starts a call and stores its task until the call ends.
  ///
  /// The work starts on the calling thread if the system supports that. After its first wait, it
  /// continues on `executor`.
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
