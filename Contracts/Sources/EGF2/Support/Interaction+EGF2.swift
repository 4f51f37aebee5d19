import GhostlightContracts
import GhostlightCore

extension Interaction {
  /// Returns an interaction whose response must not have undeclared members in the objects at the
  /// paths `whole`.
  static func step(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ response: PactResponse, route: String? = nil, fault: String? = nil,
    whole: [String] = ["$"], absent: [String] = []
  ) -> Interaction {
    var interaction = Interaction(
      description, given: states, request: request, response: response, route: route, fault: fault,
      absentFields: absent, noExtraFields: whole, latency: .instant)
    interaction.notes.evidence = evidence
    return interaction
  }

  /// Returns an interaction that promises status 200 with a JSON body.
  static func answers(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ body: Example, route: String, whole: [String] = ["$"]
  ) -> Interaction {
    step(
      description, evidence, given: states, request,
      .status(200, headers: Sample.json, json: body), route: route, whole: whole)
  }

  /// Returns an interaction that promises status 200 with an empty body.
  static func done(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, route: String
  ) -> Interaction {
    step(description, evidence, given: states, request, .empty(200), route: route, whole: [])
  }

  /// Returns an interaction with a refusal and its whole body (A2).
  ///
  /// `what` selects the entry of the vendor's catalogue if several have the same code.
  static func refusal(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ status: Int, _ code: String, _ message: String,
    what: String? = nil, route: String? = nil
  ) -> Interaction {
    step(
      description, evidence, given: states, request,
      .status(
        status, headers: Sample.json, json: ["code": "\(code)", "message": "\(message)"]),
      route: route, fault: "egf2: " + code + (what.map { ": " + $0 } ?? ""))
  }

  /// Returns an interaction with the refusal of a caller who does not satisfy an access rule (A6).
  static func forbidden(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, route: String
  ) -> Interaction {
    refusal(
      description, evidence, given: states, request, 403, "AccessForbidden", "Access forbidden",
      route: route)
  }

  /// Returns an interaction with the refusal for an object that does not exist.
  static func missing(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, object id: String, route: String
  ) -> Interaction {
    refusal(
      description, evidence, given: states, request, 404, "ObjectNotExists",
      "Object '\(id)' doesn't exist", what: "object", route: route)
  }
}
