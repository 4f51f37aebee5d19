public import GhostlightCore

/// What an interaction promises.
public struct PactResponse: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields that must be there.
  public var headers: [PactField]
  /// The body; `nil` where nothing is promised about it.
  public var body: PactBody?
  /// Where and how the answer may differ from the example.
  public var rules: PactRules
  /// Used by mock servers alone.
  public var generators: PactGenerators
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a response without fields and body.
  public init(status: Int) {
    self.status = status
    headers = []
    body = nil
    rules = PactRules()
    generators = PactGenerators()
    extras = [:]
  }
}

extension PactResponse {
  init(reading node: PactNode, version: Int) throws(PactError) {
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

extension PactResponse {
  /// A response with at least these fields, and a body like this one.
  ///
  /// Without `json` and `text` nothing is promised about the body. A field with a list such as
  /// `GET, POST` is kept element by element, as other verifiers want it.
  public static func status(
    _ status: Int, headers: KeyValuePairs<String, Example> = [:], json: Example? = nil,
    text: String? = nil
  ) -> PactResponse {
    var response = PactResponse(status: status)
    var rules = PactRules()
    var generators = PactGenerators()
    response.headers = PactField.lower(headers, .header, &rules, &generators).map { field in
      let isRuled = rules[.header].contains { $0.place.isAbout(field.name) }
      return isRuled
        ? field : PactField(field.name, HeaderValues.split(field.values, of: field.name))
    }
    if let json {
      let lowered = LoweredExample(json)
      response.body = .json(lowered.value, contentType: "application/json")
      rules[.body] = lowered.rules
    }
    if let text { response.body = .text(text, contentType: "text/plain") }
    response.rules = rules
    return response
  }

  /// A response whose body is empty.
  public static func empty(
    _ status: Int, headers: KeyValuePairs<String, Example> = [:]
  ) -> PactResponse {
    var response = Self.status(status, headers: headers)
    response.body = .empty
    return response
  }
}
