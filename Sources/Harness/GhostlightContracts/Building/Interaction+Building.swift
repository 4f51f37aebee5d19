extension Interaction {
  /// A promise with its evidence.
  ///
  /// ```swift
  /// Interaction(
  ///   "creating an object answers 201 with defaults", evidence: .protocolReference("A7"),
  ///   given: [.state("schema exists", ["name": "todo"])],
  ///   request: .post("/todo", json: ["title": "x"]),
  ///   response: .status(201, json: ["title": "x", "createddate": .integer(1_371_040_000_000)]),
  ///   route: "Create", absentFields: ["$.sm_owner"])
  /// ```
  ///
  /// `route` is the title of the route that answers and `fault` the catalogue's row of a refusal;
  /// the coverage counts both. What follows is what Pact cannot say and our runner checks:
  /// `absentFields` are paths that must not be there, `noExtraFields` paths of objects with no
  /// members but the example's, `absentHeaders` names, `order` sorted arrays, `latency` the longest
  /// that it may take.
  public init(
    _ description: String, evidence: Evidence..., given states: [GivenState] = [],
    request: PactRequest, response: PactResponse, route: String? = nil, fault: String? = nil,
    absentFields: [String] = [], noExtraFields: [String] = [], absentHeaders: [String] = [],
    order: [OrderPromise] = [], latency: LatencyClass? = nil, isPending: Bool = false
  ) {
    self.init(describedAs: description, request: request, response: response)
    self.states = states
    self.isPending = isPending
    notes.evidence = evidence
    notes.route = route
    notes.fault = fault
    notes.absentFields = absentFields
    notes.noExtraFields = noExtraFields
    notes.absentHeaders = absentHeaders
    notes.order = order
    notes.latency = latency
  }
}
