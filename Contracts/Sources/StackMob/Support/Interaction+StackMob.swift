import GhostlightContracts

extension Interaction {
  /// Returns an interaction whose response must not have undeclared members in the objects at the
  /// paths `whole`.
  static func step(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ response: PactResponse, route: String, fault: String? = nil,
    whole: [String] = ["$"],
    absent: [String] = [], absentHeaders: [String] = [], order: [OrderRequirement] = []
  ) -> Interaction {
    var interaction = Interaction(
      description, given: states, request: request, response: response, route: route, fault: fault,
      absentFields: absent, noExtraFields: whole, absentHeaders: absentHeaders, order: order,
      latency: .instant)
    interaction.notes.evidence = evidence
    return interaction
  }

  /// Returns an interaction with a refusal from the vendor's catalogue, including its whole body.
  static func refusal(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ status: Int, _ message: String,
    details: KeyValuePairs<String, Example> = [:], fault: String, route: String? = nil
  ) -> Interaction {
    let members =
      [Example.Member("error", "\(message)")]
      + details.map { Example.Member($0.key, $0.value) }
    var interaction = Interaction(
      description, given: states, request: request,
      response: .status(
        status, headers: ["Content-Type": "application/json; charset=utf-8"],
        json: .object(members)),
      route: route, fault: fault, noExtraFields: ["$"], latency: .instant)
    interaction.notes.evidence = evidence
    return interaction
  }
}
