import GhostlightCore
import HTTPTypes
import Synchronization

/// Watches a responder while it is compared: how far it is, and whether anybody answers.
final class DiffWatch: Sendable {
  private struct State {
    var done = 0
    var failed = 0
    var failure: String?
  }

  private let state = Mutex(State())
  private let progress: CountProgress
  private let total: Int

  init(total: Int) {
    self.total = total
    progress = CountProgress("comparing", of: total)
  }

  /// Whether none of the requests got through.
  var isUnreachable: Bool { state.withLock { $0.failed > 0 && $0.failed == $0.done } }

  /// Why the first request that failed did.
  var failure: String? { state.withLock { $0.failure } }

  func end() { progress.end() }

  /// The responder, each of whose answers is counted.
  func watching(_ responder: Responder) -> Responder {
    Responder(name: responder.name) { [self] request in
      let response = await responder.respond(request)
      note(response)
      return response
    }
  }

  private func note(_ response: Response) {
    let done = state.withLock { state in
      state.done += 1
      if response.status == .badGateway, let name = HTTPField.Name("X-Ghostlight-Reason"),
        let reason = response.headers[name]
      {
        state.failed += 1
        state.failure = state.failure ?? reason
      }
      return state.done
    }
    progress.show(done)
  }
}
