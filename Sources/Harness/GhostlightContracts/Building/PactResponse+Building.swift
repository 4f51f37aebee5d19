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
