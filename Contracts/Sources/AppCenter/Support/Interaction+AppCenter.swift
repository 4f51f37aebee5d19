import GhostlightContracts
import GhostlightCore

extension Interaction {
  /// Returns a token exchange whose response has exactly the entries `tokens` and no other members.
  static func exchange(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ tokens: Example..., route: String = "Exchange tokens"
  ) -> Interaction {
    var interaction = Interaction(
      description, given: states, request: request,
      response: .status(
        200, headers: ["Content-Type": "application/json"], json: ["tokens": .array(tokens)]),
      route: route, noExtraFields: ["$", "$.tokens[*]"], latency: .instant)
    interaction.notes.evidence = [.protocolReference("A3"), .protocolReference("A4")] + evidence
    return interaction
  }

  /// Returns an interaction with a refusal from the vendor's catalogue, including its whole body.
  static func refusal(
    _ description: String, _ evidence: [Evidence], _ request: PactRequest, _ status: Int,
    _ code: String, _ message: String, fault: String, route: String? = "Exchange tokens"
  ) -> Interaction {
    var interaction = Interaction(
      description, request: request,
      response: .status(
        status, headers: ["Content-Type": "application/json"],
        json: ["error": ["code": "\(code)", "message": "\(message)"]]),
      route: route, fault: fault, noExtraFields: ["$", "$.error"], latency: .instant)
    interaction.notes.evidence = [.protocolReference("A4")] + evidence
    return interaction
  }
}
