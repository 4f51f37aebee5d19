import GhostlightCore

extension PactRequest {
  init(reading node: PactNode, version: Int) throws(PactProblem) {
    self.init(
      method: (try node["method"]?.string() ?? "GET").uppercased(),
      path: try node["path"]?.string() ?? "/")
    query = try Self.query(node["query"])
    headers = try PactField.list(node["headers"])
    let type = headers.first { $0.name.lowercased() == "content-type" }?.values.first
    body = try PactBody(reading: node, fieldType: type, version: version)
    if let rules = node["matchingRules"] {
      self.rules = try PactRules(reading: rules, version: version)
    }
    if let generators = node["generators"] {
      self.generators = try PactGenerators(reading: generators)
    }
    extras = try node.rest(
      without: "method", "path", "query", "headers", "body", "matchingRules", "generators")
  }

  /// The parameters of version 3 and 4, or the text that older files hold.
  private static func query(_ node: PactNode?) throws(PactProblem) -> [PactField] {
    guard let text = node?.json.string else { return try PactField.list(node) }
    guard let items = RequestTarget("/?" + text).queryItems else {
      throw PactProblem("has a malformed percent escape", at: node?.place ?? "")
    }
    var fields: [PactField] = []
    for item in items {
      if let known = fields.firstIndex(where: { $0.name == item.name }) {
        fields[known].values.append(item.value ?? "")
      } else {
        fields.append(PactField(item.name, [item.value ?? ""]))
      }
    }
    return fields
  }
}

extension PactField {
  /// An object of texts or of arrays of texts.
  static func list(_ node: PactNode?) throws(PactProblem) -> [PactField] {
    var fields: [PactField] = []
    for (name, node) in try node?.members() ?? [] {
      if case .array = node.json {
        fields.append(
          PactField(
            name, try node.elements().map { value throws(PactProblem) in try value.scalar() }))
      } else {
        fields.append(PactField(name, [try node.scalar()]))
      }
    }
    return fields
  }
}

extension PactNode {
  /// A text, or a number or truth value as text.
  fileprivate func scalar() throws(PactProblem) -> String {
    switch json {
    case .integer, .double, .decimal, .bool: json.text()
    case .null: ""
    case .string, .array, .object: try string()
    }
  }
}
