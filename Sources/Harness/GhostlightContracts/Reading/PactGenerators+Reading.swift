import GhostlightCore

extension PactGenerators {
  init(reading node: PactNode) throws(PactProblem) {
    self.init()
    for (name, node) in try node.members() {
      guard let part = PactPart(rawValue: name) ?? (name == "headers" ? .header : nil) else {
        extras[name] = node.json
        continue
      }
      if part.isWhole {
        let whole = node["type"] == nil ? try node.members().first?.node : node
        if let whole { self[part] = [PactGenerated(.root, try PactGenerator(reading: whole))] }
        continue
      }
      for (place, node) in try node.members() {
        let path = try PactPath(place, in: part, at: node)
        self[part].append(PactGenerated(path, try PactGenerator(reading: node)))
      }
    }
  }
}

extension PactGenerator {
  init(reading node: PactNode) throws(PactProblem) {
    let object = try node.object()
    switch try node.required("type").string() {
    case "ProviderState":
      self = .providerState(
        expression: try node.required("expression").string(),
        dataType: try node["dataType"]?.string())
    case "RandomInt":
      let (low, high) = (
        try node["min"]?.integer(Self.range) ?? 0, try node["max"]?.integer(Self.range) ?? 10
      )
      guard low <= high else { throw node.problem("\"min\" is greater than \"max\"") }
      self = .randomInteger(min: low, max: high)
    case "RandomDecimal":
      self = .randomDecimal(digits: try node["digits"]?.integer(1...100) ?? 10)
    case "RandomHexadecimal":
      self = .randomHexadecimal(digits: try node["digits"]?.integer(1...1000) ?? 10)
    case "RandomString":
      self = .randomString(size: try node["size"]?.integer(0...100_000) ?? 20)
    case "RandomBoolean": self = .randomBoolean
    case "Uuid": self = .uuid(format: try node["format"]?.string())
    case "Date" where object["expression"] == nil:
      self = .date(format: try node["format"]?.string())
    case "Time" where object["expression"] == nil:
      self = .time(format: try node["format"]?.string())
    case "DateTime" where object["expression"] == nil:
      self = .timestamp(format: try node["format"]?.string())
    default: self = .other(object)
    }
  }

  private static let range: ClosedRange<Int64> = -2_147_483_648...2_147_483_647
}
