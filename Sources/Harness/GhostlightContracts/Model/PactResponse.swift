public import GhostlightCore

/// The promised response of an interaction.
///
/// Create it with ``status(_:headers:json:text:)`` or ``empty(_:headers:)``. A backend may send
/// more header fields, and more members of objects, than the promise has.
///
/// ```swift
/// import GhostlightContracts
///
/// let response = PactResponse.status(
///   200, headers: ["Content-Type": "application/json"],
///   json: ["title": .like("Hello"), "votes": .integer(3)])
/// ```
public struct PactResponse: Sendable, Hashable {
  /// The status code that the response must have.
  public var status: Int
  /// The header fields that the response must have.
  public var headers: [PactField]
  /// The body; `nil` if any body is accepted.
  public var body: PactBody?
  /// The rules for how far the response may differ from the example.
  public var rules: PactRules
  /// The generators that replace examples; only stub servers apply them.
  public var generators: PactGenerators
  /// Members that the Pact Specification does not define, which are preserved.
  public var extras: JSONObject

  /// Creates a response without header fields and body.
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
  init(reading node: PactNode, version: Int, ofPlugin: Bool = false) throws(PactError) {
    self.init(status: try node["status"]?.integer(0...999) ?? 200)
    headers = try PactField.list(node["headers"])
    let type = headers.first { $0.name.lowercased() == "content-type" }?.values.first
    body = try PactBody(reading: node, fieldType: type, version: version)
    if ofPlugin {
      rules.extras = try node["matchingRules"]?.object() ?? [:]
      generators.extras = try node["generators"]?.object() ?? [:]
    } else {
      rules = try PactRules(reading: node["matchingRules"], version: version)
      generators = try PactGenerators(reading: node["generators"])
    }
    extras = try node.rest(without: "status", "headers", "body", "matchingRules", "generators")
  }
}

extension PactResponse {
  /// Returns a response with a status code, header fields, and a JSON or text body.
  ///
  /// Without `json` and `text`, any body is accepted. A backend may send further header fields. A
  /// header field with a list, such as `GET, POST`, is stored element by element, as other
  /// verifiers need it.
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
      generators[.body] = lowered.generators
    }
    if let text { response.body = .text(text, contentType: "text/plain") }
    (response.rules, response.generators) = (rules, generators)
    return response
  }

  /// Returns a response that must have an empty body.
  public static func empty(
    _ status: Int, headers: KeyValuePairs<String, Example> = [:]
  ) -> PactResponse {
    var response = Self.status(status, headers: headers)
    response.body = .empty
    return response
  }
}
