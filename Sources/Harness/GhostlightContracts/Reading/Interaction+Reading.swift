import GhostlightCore

extension Interaction {
  init(reading node: PactNode, version: Int) throws(PactProblem) {
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
  private static func states(_ node: PactNode) throws(PactProblem) -> [GivenState] {
    guard let list = node["providerStates"] else {
      let single = node["providerState"] ?? node["provider_state"]
      return try single.map { state throws(PactProblem) in [GivenState(try state.string())] } ?? []
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
