package import GhostlightCore
import HTTPTypes
import Synchronization

/// A server that records its requests and returns the given responses in order, then
/// repeats the last one.
package final class ScriptedServer: Sendable {
  private let state: Mutex<(requests: [Request], answers: [Response])>

  package init(_ answers: [Response]) { state = Mutex(([], answers)) }

  /// The requests that the server has received so far, in order.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// The requests as strings of the method, the decoded target and the body.
  package var lines: [String] { requests.map(\.line) }

  /// A responder that passes requests to this server, and never waits.
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
