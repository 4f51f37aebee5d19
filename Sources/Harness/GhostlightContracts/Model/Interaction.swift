public import GhostlightCore

/// One step of a contract: in these states, this request is answered like this.
public struct Interaction: Sendable, Hashable {
  /// One sentence that names it; with the states it is unique in a file.
  public var description: String
  /// The key that tools give it; may be missing.
  public var key: String?
  /// What must hold before, in order.
  public var states: [GivenState]
  /// What is asked.
  public var request: PactRequest
  /// What is promised.
  public var response: PactResponse
  /// Whether a failure is reported and forgiven.
  public var isPending: Bool
  /// What Pact cannot say.
  public var notes: ContractNotes
  /// The other comments.
  public var comments: JSONObject
  /// Members that the specification does not know, and settings of plugins.
  public var extras: JSONObject

  /// Makes an interaction of its parts.
  public init(describedAs description: String, request: PactRequest, response: PactResponse) {
    self.description = description
    self.request = request
    self.response = response
    key = nil
    states = []
    isPending = false
    notes = ContractNotes()
    comments = [:]
    extras = [:]
  }
}

extension Interaction {
  init(reading node: PactNode, version: Int) throws(PactError) {
    self.init(
      describedAs: try node.required("description").string(),
      request: try PactRequest(reading: try node.required("request"), version: version),
      response: try PactResponse(reading: try node.required("response"), version: version))
    key = try node["key"]?.string()
    isPending = try node["pending"]?.bool() ?? false
    states = try Self.states(node)
    comments = try node["comments"]?.object() ?? [:]
    if let notes = node["comments"]?["ghostlight"] {
      self.notes = try ContractNotes(reading: notes)
      comments["ghostlight"] = nil
    }
    extras = try node.rest(
      without: "type", "description", "key", "pending", "providerStates", "providerState",
      "comments", "request", "response")
  }

  /// The states of version 3 and 4, or the single one that older files name.
  private static func states(_ node: PactNode) throws(PactError) -> [GivenState] {
    guard let list = node["providerStates"] else {
      let single = node["providerState"] ?? node["provider_state"]
      return try single.map { state throws(PactError) in [GivenState(try state.string())] } ?? []
    }
    if let single = list.json.string { return [GivenState(single)] }
    var states: [GivenState] = []
    for node in try list.elements() {
      var state = GivenState(
        try node.required("name").string(), try node["params"]?.object() ?? [:])
      state.extras = try node.rest(without: "name", "params")
      states.append(state)
    }
    return states
  }
}

/// A provider state that an interaction asks for.
public struct GivenState: Sendable, Hashable {
  /// The name, one of the provider's list: `user exists`.
  public var name: String
  /// What the state is given.
  public var parameters: JSONObject
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a state with its parameters.
  public init(_ name: String, _ parameters: JSONObject = [:]) {
    self.name = name
    self.parameters = parameters
    extras = [:]
  }

  /// A state with its parameters: `.state("user exists", ["username": "jack"])`.
  public static func state(_ name: String, _ parameters: JSONObject = [:]) -> GivenState {
    GivenState(name, parameters)
  }
}

extension Interaction {
  var json: JSON {
    var object = extras
    object["type"] = "Synchronous/HTTP"
    object["description"] = .string(description)
    object["key"] = key.map(JSON.string)
    object["pending"] = .bool(isPending)
    if !states.isEmpty { object["providerStates"] = .array(states.map(\.json)) }
    var comments = comments
    comments["ghostlight"] = notes.json
    if !comments.isEmpty { object["comments"] = .object(comments) }
    object["request"] = request.json
    object["response"] = response.json
    return .object(object)
  }
}

extension GivenState {
  fileprivate var json: JSON {
    var object = extras
    object["name"] = .string(name)
    if !parameters.isEmpty { object["params"] = .object(parameters) }
    return .object(object)
  }
}

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
    order: [OrderRequirement] = [], latency: LatencyClass? = nil, isPending: Bool = false
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
