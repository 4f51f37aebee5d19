import GhostlightContracts
import GhostlightCore

extension Interaction {
  /// Returns an interaction whose response must not have undeclared members in the objects at the
  /// paths `whole`.
  static func step(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ response: PactResponse, route: String? = nil, fault: String? = nil,
    whole: [String] = ["$"], absent: [String] = [], absentHeaders: [String] = [],
    order: [OrderRequirement] = []
  ) -> Interaction {
    var interaction = Interaction(
      description, given: states, request: request, response: response, route: route, fault: fault,
      absentFields: absent, noExtraFields: whole, absentHeaders: absentHeaders, order: order,
      latency: .instant)
    interaction.notes.evidence = evidence
    return interaction
  }

  /// Returns an interaction with a refusal by the CRUD service and its whole body (A13).
  ///
  /// The body of a 404 response must not have other members.
  static func refusal(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ status: Int, _ message: String, error: String? = nil,
    code: String? = nil, fault: String, route: String? = nil
  ) -> Interaction {
    var members: [Example.Member] = []
    if status != 404 {
      members = [
        .init("statusCode", .value(.integer(Int64(status)))),
        .init("error", "\(error ?? phrases[status] ?? "")"), .init("message", "\(message)"),
      ]
      if let code { members.append(.init("code", "\(code)")) }
    } else {
      members = [.init("error", "\(message)")]
    }
    return step(
      description, evidence, given: states, request,
      .status(status, headers: ["Content-Type": Sample.json], json: .object(members)),
      route: route, fault: fault)
  }

  /// Returns an interaction with the refusal for an object that is missing or hidden from the
  /// caller.
  static func missing(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, route: String? = nil
  ) -> Interaction {
    refusal(
      description, evidence, given: states, request, 404, "not found", fault: "not found",
      route: route)
  }

  /// Returns an interaction in which the request validator rejects the request.
  static func invalid(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ message: String, route: String
  ) -> Interaction {
    refusal(
      description, evidence, given: states, request, 400, message, code: "FST_ERR_VALIDATION",
      fault: "validation", route: route)
  }

  /// Returns an interaction with the refusal of an undefined body member or query parameter.
  static func unknown(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ name: String, at place: String, route: String
  ) -> Interaction {
    refusal(
      description, evidence, given: states, request, 400,
      "\(place) must NOT have additional properties. Property \"\(name)\" is not defined in "
        + "validation schema", fault: "unknown property", route: route)
  }

  /// Returns an interaction with a first-generation refusal and its whole body (B1, B10).
  static func refusedItem(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ status: Int64, _ message: String, fault: String,
    route: String? = nil
  ) -> Interaction {
    step(
      description, evidence, given: states, request,
      .status(
        Int(status), headers: ["Content-Type": "application/json"],
        json: [
          "statusCode": .value(.integer(status)), "status": .value(.integer(status)),
          "message": "\(message)",
        ]), route: route, fault: "baas: " + fault)
  }

  /// Returns a copy of the interaction whose request has the header field `name` set to `value`.
  func sending(_ name: String, _ value: String) -> Interaction {
    var copy = self
    copy.request = request.headers(
      KeyValuePairs(dictionaryLiteral: (name, .value(.string(value)))))
    return copy
  }

  private static let phrases = [
    400: "Bad Request", 401: "Unauthorized", 406: "Not Acceptable", 409: "Conflict",
    415: "Unsupported Media Type", 422: "Unprocessable Entity", 500: "Internal Server Error",
  ]
}
