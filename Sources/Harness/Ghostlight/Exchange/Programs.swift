package import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The way in which the namespaces of a stage call programs of the user's.
///
/// A stage opens no sockets, so a server or a test sets the responder that sends the requests.
final class Programs: Sendable {
  private let caller = Mutex<ProgramCaller?>(nil)

  func set(_ caller: ProgramCaller) { self.caller.withLock { $0 = caller } }

  /// Returns the responder that calls a program for an emulator's namespace.
  ///
  /// It responds with `refusal` and a reason if the program does not respond.
  func responder(
    for call: ProgramCall, refusal: Response, emulator: String, namespace: String
  ) -> Responder {
    var refusal = refusal
    refusal.program = nil
    guard let caller = caller.withLock({ $0 }) else {
      let response = refusal.refusing(
        because: "this process does not call programs such as \(call.request.place): use "
          + "ghostlight serve")
      return Responder(name: "program", immediate: { _ in response })
    }
    var call = call
    let folder = namespace == Stage.defaultNamespace ? "" : NamespaceAddress.folder + namespace
    call.request.headers[.ghostlightURL] = caller.emulatorURL(emulator).map { $0 + folder }
    return Responder(name: "program") { [call, refusal] _, _ in
      let exchange = ProgramExchange(call, refusal, caller)
      return .deferred(
        DeferredResponse(
          waits: true, begin: { _, completion in exchange.begin(completion) },
          cancel: { exchange.cancel() }))
    }
  }
}

/// The means by which a stage calls programs.
package struct ProgramCaller: Sendable {
  /// Sends a request to the server that its URL names.
  package var responder: Responder
  /// Returns the base URL at which a program reaches an emulator of the stage, or `nil` if the
  /// emulator has no listener.
  package var emulatorURL: @Sendable (String) -> String?
  /// The clock of the time limits.
  package var clock: any Clock<Duration> = ContinuousClock()
  /// The maximum number of bytes of a program's response.
  package var bodyBytes = Responder.bodyBytes

  /// Creates a caller whose time limits are in real time.
  package init(
    _ responder: Responder, emulatorURL: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.responder = responder
    self.emulatorURL = emulatorURL
  }
}

extension Stage {
  /// Sets the means by which the stage calls the programs that emulators forward requests to.
  package func callPrograms(by caller: ProgramCaller) { programs.set(caller) }
}

/// A call of a program, which ends with its response, at the time limit or when it is cancelled.
private final class ProgramExchange: Sendable {
  private struct State {
    var completion: DeferredResponse.Completion?
    var tasks: [Task<Void, Never>] = []
    var isCancelled = false
  }

  private let call: ProgramCall
  private let refusal: Response
  private let caller: ProgramCaller
  private let state = Mutex(State())

  init(_ call: ProgramCall, _ refusal: Response, _ caller: ProgramCaller) {
    self.call = call
    self.refusal = refusal
    self.caller = caller
  }

  func begin(_ completion: @escaping DeferredResponse.Completion) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.completion = completion }
      return state.isCancelled
    }
    guard !isCancelled else { return completion(refusal) }
    start { [self] in finish(await response()) }
    start { [self] in
      do { try await caller.clock.sleep(for: .seconds(call.timeoutSeconds)) } catch { return }
      finish(
        refusal.refusing(
          because: "\(subject) did not respond within \(call.timeoutSeconds) s: make it faster, or "
            + "raise \"timeoutSeconds\""))
    }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    finish(refusal)
  }

  /// Runs a task, which is cancelled as soon as the call has ended.
  private func start(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    let isOver = state.withLock { state in
      state.tasks.append(task)
      return state.completion == nil
    }
    if isOver { task.cancel() }
  }

  private func finish(_ response: Response) {
    let (completion, tasks) = state.withLock { ($0.completion.take(), $0.tasks) }
    for task in tasks { task.cancel() }
    completion?(response)
  }

  private var subject: String { "the program at \(call.request.place)" }

  private func response() async -> Response {
    var response: Response
    switch caller.responder.ask(call.request, nil) {
    case .answered(let now): response = now
    case .deferred(let rest): response = await rest.response()
    }
    if let reason = response.upstreamFailure { return refusal.refusing(because: reason) }
    do throws(BodyInterruption) {
      response = try await response.reading(bodyBytes: caller.bodyBytes)
    } catch {
      return refusal.refusing(because: "\(subject) sent no complete response: \(error.reason)")
    }
    guard response.body.count <= caller.bodyBytes else {
      return refusal.refusing(
        because: "\(subject) sent more than \(caller.bodyBytes) bytes: make its response shorter")
    }
    return refusal.replaced(by: response)
  }
}

extension Response {
  /// Returns this refusal with the reason why a program did not respond.
  fileprivate func refusing(because reason: String) -> Response {
    var response = self
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }

  /// Returns a program's response with the header fields that the emulator adds to every response,
  /// such as the time.
  fileprivate func replaced(by program: Response) -> Response {
    var response = program
    response.headers[.contentLength] = nil
    for field in headers where field.name != .contentType && field.name != .ghostlightReason {
      response.headers[field.name] = field.value
    }
    return response
  }
}
