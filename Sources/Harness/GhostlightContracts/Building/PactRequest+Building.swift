import GhostlightCore

extension PactRequest {
  /// A request of any method; of `json`, `form` and `text` at most one is given.
  ///
  /// Query parameters are sent by the order of their names, with every byte but letters, digits and
  /// `-._~` escaped. A body names its `Content-Type` unless `headers` do.
  public static func request(
    _ method: String, _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], json: Example? = nil,
    form: KeyValuePairs<String, Example>? = nil, text: String? = nil
  ) -> PactRequest {
    let lowered = LoweredExample(path)
    var request = PactRequest(method: method, path: lowered.value.plainText)
    request.rules[.path] = lowered.rules
    request.generators[.path] = lowered.generators
    request.query = PactField.lower(query, .query, &request.rules, &request.generators)
    request.headers = PactField.lower(headers, .header, &request.rules, &request.generators)
    if let json { request.set(json: json) }
    if let form { request.set(form: form) }
    if let text { request.body = .text(text, contentType: request.contentType("text/plain")) }
    return request
  }

  /// `GET`.
  public static func get(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:]
  ) -> PactRequest { request("GET", path, query: query, headers: headers) }

  /// `DELETE`.
  public static func delete(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:]
  ) -> PactRequest { request("DELETE", path, query: query, headers: headers) }

  /// `POST` with a body of JSON, a form, or none.
  public static func post(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], json: Example? = nil,
    form: KeyValuePairs<String, Example>? = nil
  ) -> PactRequest {
    request("POST", path, query: query, headers: headers, json: json, form: form)
  }

  /// `PUT` with a body of JSON, or none.
  public static func put(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], json: Example? = nil
  ) -> PactRequest { request("PUT", path, query: query, headers: headers, json: json) }

  /// The same request with further header fields, in place of fields of the same names.
  public func headers(_ fields: KeyValuePairs<String, Example>) -> PactRequest {
    var copy = self
    for (name, _) in fields {
      copy.headers.removeAll { $0.name.lowercased() == name.lowercased() }
      copy.rules[.header].removeAll { $0.place == PactPath([.member(name)]) }
      copy.generators[.header].removeAll { $0.place == PactPath([.member(name)]) }
    }
    copy.headers += PactField.lower(fields, .header, &copy.rules, &copy.generators)
    return copy
  }

  private mutating func set(json: Example) {
    let lowered = LoweredExample(json)
    body = .json(lowered.value, contentType: contentType("application/json"))
    rules[.body] = lowered.rules
    generators[.body] = lowered.generators
  }

  private mutating func set(form: KeyValuePairs<String, Example>) {
    var fields: [FormField] = []
    for (name, example) in form {
      let lowered = LoweredExample(example, at: PactPath([.member(name), .element(0)]))
      rules[.body] += lowered.rules
      generators[.body] += lowered.generators
      fields.append(FormField(name, lowered.value.plainText))
    }
    let text = String(decoding: FormURLEncoding.encode(fields), as: UTF8.self)
    body = .text(text, contentType: contentType("application/x-www-form-urlencoded"))
  }

  /// The type that the fields name; else `fallback`, which then becomes a field.
  private mutating func contentType(_ fallback: String) -> String {
    if let field = headers.first(where: { $0.name.lowercased() == "content-type" }) {
      return field.values.first ?? fallback
    }
    headers.append(PactField("Content-Type", [fallback]))
    return fallback
  }
}
