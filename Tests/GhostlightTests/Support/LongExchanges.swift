@testable import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// A stage with a ``SpendingBackend``, and functions to begin its exchanges by hand.
struct LongExchanges {
  let stage: Stage
  let work = QueuedWork()
  let hook = SpendingBackend.Hook()

  init(
    log: (any ChangeLog)? = nil, _ change: (inout StageConfiguration) -> Void = { _ in }
  ) {
    var configuration = StageConfiguration(services: [
      Service(name: "long", title: "Long", port: 1, seed: SpendingBackend(hook)),
      Service(name: "other", title: "Other", port: 2, seed: SpendingBackend()),
    ])
    configuration.clock = .frozen(at: Stage.opening)
    change(&configuration)
    stage = Stage(configuration, log: log)
  }

  /// An exchange that the test has sent, with its response after it is complete.
  final class Begun: Sendable {
    private let deferred: DeferredResponse?
    private let answer = Mutex<Response?>(nil)

    init(_ attempt: ResponseAttempt) {
      switch attempt {
      case .answered(let response):
        deferred = nil
        answer.withLock { $0 = response }
      case .deferred(let deferred): self.deferred = deferred
      }
    }

    var isDeferred: Bool { deferred != nil }
    var response: Response? { answer.withLock { $0 } }
    /// The status code and the body of the response, such as `201 {"id":…}`, or `none`.
    var text: String { response.map { "\($0.status.code) \($0.text)" } ?? "none" }
    var code: Int? { response?.status.code }

    func begin(_ work: any WorkExecutor) {
      deferred?.begin(work) { response in self.answer.withLock { $0 = response } }
    }

    func cancel() { deferred?.cancel() }
  }

  /// Sends a request, and begins the rest of its work unless `isBegun` is `false`.
  func send(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ text: String = "",
    isBegun: Bool = true, in name: String = Stage.defaultNamespace
  ) throws -> Begun {
    let request = Request(method, target, body: Array(text.utf8))
    let begun = Begun(try stage.namespace(name).attempt(request, emulator: 0))
    if isBegun { begun.begin(work) }
    return begun
  }

  /// Returns the values that the backend stores.
  func values(in name: String = Stage.defaultNamespace) throws -> [String] {
    let request = Request(.get, "/values")
    guard case .answered(let response) = try stage.namespace(name).attempt(request, emulator: 0)
    else { return ["deferred"] }
    return response.json?.array?.compactMap(\.string) ?? ["no list"]
  }

  /// Returns a string for each journal entry, such as `1 read /values`.
  func journal(of name: String = Stage.defaultNamespace) throws -> [String] {
    try stage.namespace(name).journal.map {
      "\($0.number) \($0.answer.effect) \($0.request.target.raw)"
    }
  }
}
