import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// A responder that responds to a request instead of the backend.
struct Forwarding: Sendable {
  /// The emulator's upstream, or a program of the user's.
  let responder: Responder
  /// The title of the route that a program belongs to; `nil` for an upstream.
  var route: String?
}

/// The rest of an exchange to which the upstream of the emulator, or a program, responds instead of
/// the backend.
///
/// The responder is called without the namespace's lock. The number, the moment and the fault plan
/// are those of the admission. The response is recorded like that of a backend, but it changes no
/// state. After a reset in the meantime, the client still gets the response, and the new journal
/// does not contain the exchange.
final class ForwardedExchange: Sendable {
  private struct State {
    var isCancelled = false
    /// Cancels the work in progress.
    var cancel: (@Sendable () -> Void)?
  }

  private let namespace: Namespace
  private let admission: Admission
  private let forwarding: Forwarding
  private let state = Mutex(State())

  init(_ namespace: Namespace, _ admission: Admission, _ forwarding: Forwarding) {
    self.namespace = namespace
    self.admission = admission
    self.forwarding = forwarding
  }

  /// The exchange in the form that the caller runs.
  var response: DeferredResponse {
    DeferredResponse(
      waits: true, begin: { executor, completion in self.begin(on: executor, completion) },
      cancel: { self.cancel() })
  }

  func begin(
    on executor: any WorkExecutor, _ completion: @escaping DeferredResponse.Completion
  ) {
    guard !state.withLock({ $0.isCancelled }) else { return completion(Self.cancelled) }
    switch forwarding.responder.ask(Self.outgoing(admission.request), admission.rest) {
    case .answered(let response): record(response, completion)
    case .deferred(let rest):
      let isCancelled = state.withLock { state in
        state.cancel = rest.cancel
        return state.isCancelled
      }
      if isCancelled { rest.cancel() }
      rest.begin(executor) { [self] response in
        state.withLock { $0.cancel = nil }
        record(response, completion)
      }
    }
  }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }

  private func record(
    _ response: Response, _ completion: @escaping DeferredResponse.Completion
  ) {
    // A request that its client cancelled has a response that no server sent.
    guard !state.withLock({ $0.isCancelled }) else { return completion(Self.cancelled) }
    let outcome = namespace.state.withLock { state in
      let answer = Answer(response, route: forwarding.route, effect: .forwarded)
      return state.record(answer, of: admission, namespace.settings)
    }
    namespace.complete(outcome, emulator: admission.emulator, completion)
  }

  private static let cancelled = NamespaceError.response("the client cancelled the request")

  /// Returns the request without the header fields that only Ghostlight reads.
  private static func outgoing(_ request: Request) -> Request {
    var request = request
    for field in request.headers where field.name.canonicalName.hasPrefix("x-ghostlight-") {
      request.headers[field.name] = nil
    }
    return request
  }
}
