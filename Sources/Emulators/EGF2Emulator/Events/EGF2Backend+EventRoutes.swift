import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The notifications of the pusher (A14).
extension EGF2Backend {
  static let eventRoutes: [Route<EGF2State>] = [
    .get("v1/listen", "Listen", listen)
  ]

  /// Becomes a WebSocket, for whoever has a valid token; the refusal has a form of its own.
  static func listen(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    do throws(Fault) {
      _ = try Visitor(call.request, state, moment).user()
    } catch {
      let body = JSON.object(["error": .string(error.message)])
      return .json(.unauthorized, body, headers: [.contentType: "application/json"])
    }
    var response = Response(.switchingProtocols)
    response.conversation = ConversationOpening(Listening(state.configuration.listen))
    return response
  }
}
