import GhostlightContracts
import GhostlightCore

extension Interaction {
  /// Returns an interaction whose response has no other members in the objects at `whole`.
  ///
  /// The state of the caller is set up last, because it needs the request to create the
  /// authorization.
  static func step(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    by caller: Caller = .masterKey(), _ request: PactRequest, _ response: PactResponse,
    route: String, whole: [String] = ["$"], absent: [String] = [], absentHeaders: [String] = [],
    order: [OrderRequirement] = []
  ) -> Interaction {
    var interaction = Interaction(
      description, given: states + [caller.state(for: request)].compactMap(\.self),
      request: caller.authorize(request), response: response, route: route,
      absentFields: absent, noExtraFields: whole, absentHeaders: absentHeaders, order: order,
      latency: .instant)
    interaction.notes.evidence = evidence
    return interaction
  }

  /// Returns an interaction with a refusal from the vendor's catalogue, including its whole body
  /// and its substatus.
  static func refusal(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    by caller: Caller = .masterKey(), _ request: PactRequest, _ status: Int, _ code: String,
    _ message: Example, substatus: Int? = nil, fault: String, route: String? = nil
  ) -> Interaction {
    var interaction = Interaction(
      description, given: states + [caller.state(for: request)].compactMap(\.self),
      request: caller.authorize(request),
      response: substatus.map {
        .status(
          status, headers: ["Content-Type": "application/json", "x-ms-substatus": "\($0)"],
          json: ["code": "\(code)", "message": message])
      }
        ?? .status(
          status, headers: ["Content-Type": "application/json"],
          json: ["code": "\(code)", "message": message]),
      route: route, fault: fault, noExtraFields: ["$"],
      absentHeaders: substatus == nil ? ["x-ms-substatus"] : [], latency: .instant)
    interaction.notes.evidence = evidence
    return interaction
  }
}
