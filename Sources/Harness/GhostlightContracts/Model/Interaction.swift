public import GhostlightCore

/// One promise of a contract: in these provider states, this request gets this response.
///
/// Write interactions in Swift with
/// ``init(_:evidence:given:request:response:route:fault:absentFields:noExtraFields:absentHeaders:order:latency:isPending:)``,
/// or read them with a ``Pact`` file. A ``ContractRunner`` runs them against a backend, and a
/// ``ContractStub`` responds with their responses.
///
/// ```swift
/// import GhostlightContracts
/// import GhostlightCore
///
/// let created = Interaction(
///   "a note is created", given: [.state("schema exists", ["name": "note"])],
///   request: .post("/note", json: ["title": "Hello"]),
///   response: .status(201, json: ["title": "Hello", "createddate": .integer(1_371_040_000_000)]))
/// ```
public struct Interaction: Sendable, Hashable {
  /// A sentence that names the interaction; together with ``states``, it is unique in a contract
  /// file.
  public var description: String
  /// An identifier that other Pact tools may assign; Ghostlight only preserves it.
  public var key: String?
  /// The provider states that must be set up before the request, in order.
  public var states: [GivenState]
  /// The request that the consumer sends.
  public var request: PactRequest
  /// The response that the provider promises.
  public var response: PactResponse
  /// Whether a failure is reported without failing the run, for a promise that is not kept yet.
  public var isPending: Bool
  /// The requirements that Pact cannot express.
  public var notes: ContractNotes
  /// The comments of the contract file outside `ghostlight`, which are preserved.
  public var comments: JSONObject
  /// Members that the Pact Specification does not define, and settings of plugins; both are
  /// preserved.
  public var extras: JSONObject

  /// Creates an interaction from its parts.
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
  /// The reason why runners and stubs skip the interaction; `nil` if they support all of it.
  ///
  /// They skip an interaction with a matcher, a generator or a body that they cannot apply. They also
  /// skip an interaction that needs a Pact plugin.
  public var unsupported: String? {
    if extras["pluginConfiguration"] != nil { return "it needs a Pact plugin" }
    for rules in [request.rules, response.rules] {
      let matchers = rules.parts.values.joined().flatMap(\.matchers)
      if let refusal = matchers.lazy.compactMap(\.refusal).first { return refusal }
    }
    for generators in [request.generators, response.generators] {
      let all = generators.parts.values.joined()
      if let refusal = all.lazy.compactMap(\.generator.refusal).first { return refusal }
    }
    for body in [request.body, response.body] {
      if case .xml(nil)? = body?.form { return "its XML body is not well-formed" }
    }
    if case .multipart(nil)? = response.body?.form {
      return "its multipart body has no parts, or its type has no boundary"
    }
    return nil
  }

  init(reading node: PactNode, version: Int) throws(PactError) {
    // Only the plugin knows what its rules mean.
    let ofPlugin = node["pluginConfiguration"] != nil
    self.init(
      describedAs: try node.required("description").string(),
      request: try PactRequest(
        reading: try node.required("request"), version: version, ofPlugin: ofPlugin),
      response: try PactResponse(
        reading: try node.required("response"), version: version, ofPlugin: ofPlugin))
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

  /// Returns the provider states of versions 3 and 4, or the single state of older files.
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

/// A provider state that an interaction requires, such as an existing user.
///
/// The provider sets up the state before the request. Values of the state can then replace examples
/// in the request, with ``Example/fromState(_:_:)``. Each emulator has its own list of known
/// states.
public struct GivenState: Sendable, Hashable {
  /// The name in the provider's list of states: `user exists`.
  public var name: String
  /// The parameters of the state, such as a user name.
  public var parameters: JSONObject
  /// Members that the Pact Specification does not define, which are preserved.
  public var extras: JSONObject

  /// Creates a state with its parameters.
  public init(_ name: String, _ parameters: JSONObject = [:]) {
    self.name = name
    self.parameters = parameters
    extras = [:]
  }

  /// Returns a state with its parameters: `.state("user exists", ["username": "jack"])`.
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
  /// Creates a promise with its evidence.
  ///
  /// ```swift
  /// import GhostlightContracts
  /// import GhostlightCore
  ///
  /// let created = Interaction(
  ///   "creating an object answers 201 with defaults", evidence: .protocolReference("A7"),
  ///   given: [.state("schema exists", ["name": "todo"])],
  ///   request: .post("/todo", json: ["title": "x"]),
  ///   response: .status(201, json: ["title": "x", "createddate": .integer(1_371_040_000_000)]),
  ///   route: "Create", absentFields: ["$.sm_owner"])
  /// ```
  ///
  /// `route` is the title of the route that serves the request, and `fault` is the name of a
  /// refusal in the vendor's catalogue; coverage reports count both. The other parameters are
  /// requirements that Pact cannot express and that Ghostlight's runner checks. `absentFields` are
  /// paths that must not exist, and `noExtraFields` are paths of objects with only the members of
  /// the example. `absentHeaders` are names of header fields, `order` describes sorted arrays, and
  /// `latency` limits the time of the response.
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
