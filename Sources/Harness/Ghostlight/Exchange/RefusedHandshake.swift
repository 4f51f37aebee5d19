import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

extension HTTPRequest.Method {
  /// The method of a journal entry for a TLS handshake, which has no request.
  static let tlsHandshake = HTTPRequest.Method("TLS") ?? .connect
}

extension Stage {
  /// Adds a TLS handshake that a listener of a service without TLS refused to the journal of the
  /// default namespace.
  ///
  /// The entry stands for the request that the client could not send, so that the list of unmatched
  /// requests has the `reason`. Nothing else changes: the entry has no moment, so that the
  /// identifiers of later exchanges are the same as without it. Other listeners have no journal.
  package func recordHandshake(with service: String, at authority: String, reason: String) {
    guard let position = configuration.services.firstIndex(where: { $0.name == service }),
      let namespace = try? namespace()
    else { return }
    var request = Request(.tlsHandshake, "/")
    (request.scheme, request.authority) = ("https", authority)
    let response = Response(
      .badRequest, headers: [.ghostlightReason: HeaderText.print(reason)])
    namespace.state.withLock { state in
      let number = state.journal.reserve()
      let entry = JournalEntry(
        number: number, emulator: configuration.services[position].name,
        milliseconds: state.clock.now(system: SystemTime.milliseconds()), request: request,
        answer: Answer(response, effect: .unmatched), fault: nil, nanoseconds: 0)
      state.append(entry, namespace.settings)
    }
  }
}
