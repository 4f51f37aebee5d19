import GhostlightCore
import Synchronization

/// An upstream that waits until the test sends its response.
final class HeldUpstream: Sendable {
  private struct State {
    var requests: [Request] = []
    var uploads: [BodyStream?] = []
    var completions: [DeferredResponse.Completion] = []
    var cancellations = 0
  }

  private let state = Mutex(State())

  /// The requests that the upstream has received.
  var requests: [Request] { state.withLock { $0.requests } }
  /// The rest of each request's body, in the order of ``requests``.
  var uploads: [BodyStream?] { state.withLock { $0.uploads } }
  /// The number of cancelled requests.
  var cancellations: Int { state.withLock { $0.cancellations } }

  /// The upstream as a responder, which accepts streamed bodies.
  var responder: Responder {
    Responder(name: "held", streamsBodies: true) { [self] request, rest in
      state.withLock { state in
        state.requests.append(request)
        state.uploads.append(rest)
      }
      return .deferred(
        DeferredResponse(
          waits: true,
          begin: { [self] _, completion in state.withLock { $0.completions.append(completion) } },
          cancel: { [self] in state.withLock { $0.cancellations += 1 } }))
    }
  }

  /// Sends the response to all requests that wait for one.
  func send(_ response: Response) {
    let completions = state.withLock { state in
      defer { state.completions = [] }
      return state.completions
    }
    for completion in completions { completion(response) }
  }
}
