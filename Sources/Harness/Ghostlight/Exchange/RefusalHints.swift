package import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The sentences that a server adds to the reasons of refused requests, for all namespaces of a
/// stage.
///
/// A stage does not know the addresses of the listeners, so that a server sets the function after
/// it has opened them.
final class RefusalHints: Sendable {
  private let hint = Mutex<(@Sendable (Request, String) -> String?)?>(nil)

  /// Sets the function that returns the sentence for a request to a service, or `nil`.
  func set(_ hint: (@Sendable (Request, String) -> String?)?) {
    self.hint.withLock { $0 = hint }
  }

  /// Returns the sentence for a request to a service, or `nil`.
  func hint(for request: Request, to service: String) -> String? {
    hint.withLock { $0 }?(request, service)
  }
}

extension NamespaceSettings {
  /// Returns an answer with the sentence in its reason, if it refuses the request with a status of
  /// 400 or more.
  func explained(
    _ answer: consuming Answer, of request: Request, emulator position: Int
  ) -> Answer {
    guard answer.effect == .refused || answer.effect == .unmatched,
      answer.response.status.code >= 400,
      let hint = hints.hint(for: request, to: configuration.services[position].name)
    else { return answer }
    answer.response.addReason(hint)
    return answer
  }
}

extension Response {
  /// Adds a sentence to the reason in `X-Ghostlight-Reason`.
  package mutating func addReason(_ sentence: String) {
    var reason = headers.value(of: .ghostlightReason) ?? ""
    if let last = reason.last { reason += ".!?".contains(last) ? " " : ". " }
    headers[.ghostlightReason] = HeaderText.print(reason + sentence)
  }
}

extension Stage {
  /// Sets the function that returns a sentence for the reason of a request that a service refused
  /// with a status of 400 or more, or `nil`.
  ///
  /// It gets the request and the service's name, and is called while a namespace is locked.
  package func explainRefusals(_ hint: (@Sendable (Request, String) -> String?)?) {
    hints.set(hint)
  }
}
