package import GhostlightCore
import HTTPTypes
import Synchronization

/// A service that records its requests and sends the given responses in turn; it repeats the last
/// one.
package final class Service: Sendable {
  private let state: Mutex<(requests: [Request], answers: [Response])>

  package init(_ answers: [Response]) { state = Mutex(([], answers)) }

  /// The requests so far, in order.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// The decoded request lines with their bodies.
  package var lines: [String] { requests.map(\.line) }

  /// A responder for this service, which never waits.
  package var responder: Responder { Responder(name: "service", immediate: { self.answer($0) }) }

  /// Records a request and returns the next response.
  package func answer(_ request: Request) -> Response {
    state.withLock { state in
      state.requests.append(request)
      guard state.answers.count > 1 else { return state.answers.first ?? .json(.ok, [:]) }
      return state.answers.removeFirst()
    }
  }
}
