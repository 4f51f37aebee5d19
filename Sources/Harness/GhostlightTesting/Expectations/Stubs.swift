import GhostlightCore
import Synchronization

/// Answers of a test's own in front of its emulators, and the requests that got them.
final class Stubs: Sendable {
  private struct State: Sendable {
    var stubs: [(pattern: RequestPattern, response: Response)] = []
    var requests: [Request] = []
  }

  private let state = Mutex(State())

  /// What the stubs have answered.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Answers what a pattern means from now on; the latest stub that means a request answers it.
  func add(_ pattern: RequestPattern, _ response: Response) {
    state.withLock { $0.stubs.append((pattern, response)) }
  }

  /// A stub's answer; `nil` where none means the request.
  func answer(_ request: Request) -> Response? {
    state.withLock { state in
      guard let stub = state.stubs.last(where: { $0.pattern.matches(request) }) else { return nil }
      state.requests.append(request)
      return stub.response
    }
  }
}

extension Responder {
  /// The responder behind stubs.
  func behind(_ stubs: Stubs) -> Responder {
    guard let respondNow else {
      let respond = respond
      return Responder(name: name) { request in
        if let answer = stubs.answer(request) { return answer }
        return await respond(request)
      }
    }
    return Responder(name: name) { request in stubs.answer(request) ?? respondNow(request) }
  }
}
