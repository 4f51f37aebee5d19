import GhostlightCore

extension PactResponse {
  init(reading node: PactNode, version: Int) throws(PactProblem) {
    self.init(status: try node["status"]?.integer(0...999) ?? 200)
    headers = try PactField.list(node["headers"])
    let type = headers.first { $0.name.lowercased() == "content-type" }?.values.first
    body = try PactBody(reading: node, fieldType: type, version: version)
    if let rules = node["matchingRules"] {
      self.rules = try PactRules(reading: rules, version: version)
    }
    if let generators = node["generators"] {
      self.generators = try PactGenerators(reading: generators)
    }
    extras = try node.rest(without: "status", "headers", "body", "matchingRules", "generators")
  }
}
