import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// The network, without a memory for cookies: the session travels in the requests themselves.
  static let ofCRUD: Transport = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return .urlSession(URLSession(configuration: configuration))
  }()

  /// Sends a request and blocks this thread until the response is there.
  ///
  /// Any thread may be blocked, the main one and those of tasks too: the work that it waits for runs
  /// on threads of its own.
  func sendAndWait(_ request: Request) throws(TransportError) -> Response {
    if let sendNow { return try sendNow(request) }
    let (arrival, executor, send) = (Arrival(), WaitingExecutor(), send)
    Task.detached(executorPreference: executor) {
      do throws(TransportError) { arrival.settle(.success(try await send(request))) } catch {
        arrival.settle(.failure(error))
      }
    }
    return try withExtendedLifetime(executor) { arrival.wait() }.get()
  }
}
