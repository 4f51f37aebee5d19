import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The rest of an exchange that needs more work than is allowed while the namespace is locked.
///
/// A request that only reads works on a copy of the backend from the time of admission. A request
/// that changes state waits for its turn as a ``Writer``.
final class DeferredExchange: Sendable {
  private typealias ExchangeWriter = Writer<(answer: Answer, admission: Admission)>

  private struct State: Sendable {
    var isCancelled = false
    var budget: WorkBudget?
    var writer: ExchangeWriter?
    /// The rest of the exchange after the backend did not serve the request.
    var forwarded: ForwardedExchange?
    /// The copy of the backend for a request that only reads; `nil` after processing has started.
    var backend: (any Backend)?
  }

  private let namespace: Namespace
  private let admission: Admission
  private let changes: Bool
  private let state: Mutex<State>

  init(_ namespace: Namespace, _ admission: Admission, changes: Bool, backend: any Backend) {
    self.namespace = namespace
    self.admission = admission
    self.changes = changes
    state = Mutex(State(backend: changes ? nil : backend))
  }

  /// The rest of the exchange in the form that the caller runs.
  var response: DeferredResponse {
    DeferredResponse(
      waits: namespace.settings.configuration.services[admission.emulator].upstream != nil,
      begin: { executor, completion in self.begin(on: executor, completion) },
      cancel: { self.cancel() })
  }

  private func begin(
    on executor: any WorkExecutor, _ completion: @escaping DeferredResponse.Completion
  ) {
    guard !changes else { return write(on: executor, completion) }
    let isTaken = executor.execute(for: namespace.name) { self.read(on: executor, completion) }
    if !isTaken { completion(Self.refusal(.busy)) }
  }

  private func cancel() {
    let (budget, writer, forwarded) = state.withLock { state in
      state.isCancelled = true
      return (state.budget, state.writer, state.forwarded)
    }
    budget?.cancel()
    writer?.cancel()
    forwarded?.cancel()
  }

  private func read(
    on executor: any WorkExecutor, _ completion: @escaping DeferredResponse.Completion
  ) {
    let budget = WorkBudget(namespace.settings.configuration.maxWork)
    let backend = state.withLock { state -> (any Backend)? in
      state.budget = budget
      defer { state.backend = nil }
      return state.isCancelled ? nil : state.backend
    }
    guard var backend else { return completion(Self.refusal(.cancelled)) }
    var answer = backend.answer(admission.request, at: admission.moment, within: budget)
    if answer.effect != .changed,
      let forwarding = namespace.settings.forwarding(answer, of: admission.emulator)
    {
      let forwarded = ForwardedExchange(namespace, admission, forwarding)
      return begin(forwarded, on: executor, completion)
    }
    // A fault plan may damage any part of the body, so it needs the complete body.
    if admission.fault != nil { answer.response = answer.response.collected() }
    // A request that its client cancelled is not recorded in the journal as a refusal.
    guard !budget.isCancelled else { return completion(Self.refusal(.cancelled)) }
    guard answer.effect != .changed else { return write(on: executor, completion) }
    let outcome = namespace.state.withLock { state in
      state.record(answer, of: admission, namespace.settings)
    }
    namespace.complete(outcome, emulator: admission.emulator, completion)
  }

  private func write(
    on executor: any WorkExecutor, _ completion: @escaping DeferredResponse.Completion
  ) {
    let settings = namespace.settings
    let writer = ExchangeWriter(
      namespace, emulator: admission.emulator, admission,
      limit: settings.configuration.maxWork, on: executor,
      work: { [admission] backend, current, budget in
        let current = current ?? admission
        return (
          backend.answer(current.request, at: current.moment, within: budget), current
        )
      },
      isChange: { $0.answer.effect == .changed },
      commit: { state, done, _ in
        let emulator = done.admission.emulator
        guard settings.forwarding(done.answer, of: emulator) == nil else {
          let admission = state.write(done.answer, of: done.admission, settings)
          return Outcome(response: done.answer.response, change: admission.change)
        }
        return state.record(done.answer, of: done.admission, settings)
      },
      finish: { [weak self, namespace, admission] result in
        // This breaks a reference cycle: the writer holds the completion, which may hold the owner
        // of this exchange.
        self?.state.withLock { $0.writer = nil }
        switch result {
        case .failure(let failure): completion(Self.refusal(failure))
        case .success((let done, let outcome)):
          guard let forwarding = settings.forwarding(done.answer, of: admission.emulator) else {
            return namespace.complete(outcome, emulator: admission.emulator, completion)
          }
          var admission = done.admission
          admission.change = outcome.change
          let forwarded = ForwardedExchange(namespace, admission, forwarding)
          // Without an owner, nothing can cancel the exchange any more.
          guard let self else { return forwarded.begin(on: executor, completion) }
          self.begin(forwarded, on: executor, completion)
        }
      })
    let isCancelled = state.withLock { state in
      state.writer = writer
      return state.isCancelled
    }
    if isCancelled { writer.cancel() }
    writer.enqueue()
  }

  /// Begins the rest of the exchange at the upstream; cancelling this exchange then cancels it.
  private func begin(
    _ forwarded: ForwardedExchange, on executor: any WorkExecutor,
    _ completion: @escaping DeferredResponse.Completion
  ) {
    let isCancelled = state.withLock { state in
      state.forwarded = forwarded
      return state.isCancelled
    }
    if isCancelled { forwarded.cancel() }
    forwarded.begin(on: executor, completion)
  }

  private static func refusal(_ failure: ExchangeWriter.Failure) -> Response {
    switch failure {
    case .busy:
      NamespaceError.response(
        "too many long requests are waiting; send the request again later", .serviceUnavailable)
    case .gone: NamespaceError.response("the namespace was dropped or replaced in the meantime")
    case .cancelled: NamespaceError.response("the client cancelled the request")
    }
  }
}
