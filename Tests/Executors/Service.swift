package import GhostlightCore
import HTTPTypes
import Synchronization

/// A service that keeps what it is sent, and answers in turn what it was outcome, the last for good.
package final class Service: Sendable {
  private let state: Mutex<(requests: [Request], answers: [Response])>

  package init(_ answers: [Response]) { state = Mutex(([], answers)) }

  /// What was sent, in order.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// The request lines of what was sent, decoded, with their bodies.
  package var lines: [String] { requests.map(\.line) }

  /// The way to this service, never waiting.
  package var responder: Responder { Responder(name: "service", immediate: { self.answer($0) }) }

  /// Keeps a request, and answers it.
  package func answer(_ request: Request) -> Response {
    state.withLock { state in
      state.requests.append(request)
      guard state.answers.count > 1 else { return state.answers.first ?? .json(.ok, [:]) }
      return state.answers.removeFirst()
    }
  }
}
