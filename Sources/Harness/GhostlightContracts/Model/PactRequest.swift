public import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The request of an interaction.
///
/// Create it with ``get(_:query:headers:)``, ``post(_:query:headers:json:form:)`` and similar
/// functions. A runner replaces examples by their generators and sends the request. A stub matches
/// incoming requests by the examples and rules.
///
/// ```swift
/// import GhostlightContracts
///
/// let request = PactRequest.post(
///   "/note", headers: ["Authorization": .fromState("${authorization}", "MAC id=\"abc\"")],
///   json: ["title": "Hello"])
/// ```
public struct PactRequest: Sendable, Hashable {
  /// The HTTP method, such as `POST`.
  public var method: String
  /// The path, decoded and without the query.
  public var path: String
  /// The query parameters, each with its values.
  public var query: [PactField]
  /// The header fields; `Host` is the authority that the client used.
  public var headers: [PactField]
  /// The body; `nil` if the request has none.
  public var body: PactBody?
  /// The rules by which a stub matches requests; a runner does not use them.
  public var rules: PactRules
  /// The generators, which replace examples before a runner sends the request.
  public var generators: PactGenerators
  /// Members that the Pact Specification does not define, which are preserved.
  public var extras: JSONObject

  /// Creates a request without query, header fields and body.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
    query = []
    headers = []
    body = nil
    rules = PactRules()
    generators = PactGenerators()
    extras = [:]
  }
}

/// A header field or query parameter with its values.
///
/// A field that occurs several times in a message is one field with several values. The case of a
/// header field's name does not matter in comparisons.
public struct PactField: Sendable, Hashable {
  /// The name of the field, in its original case.
  public var name: String
  /// The values in order; empty for a query parameter without `=`.
  public var values: [String]

  /// Creates a field from its name and values.
  public init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}

extension PactRequest {
  init(reading node: PactNode, version: Int, ofPlugin: Bool = false) throws(PactError) {
    self.init(
      method: (try node["method"]?.string() ?? "GET").uppercased(),
      path: try Self.path(node["path"]))
    query = try Self.query(node["query"])
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
    extras = try node.rest(
      without: "method", "path", "query", "headers", "body", "matchingRules", "generators")
  }

  /// Reads a path.
  ///
  /// A path without a leading slash could extend the name of the host that the request is sent to.
  private static func path(_ node: PactNode?) throws(PactError) -> String {
    guard let node else { return "/" }
    let path = try node.string()
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw node.error("must begin with \"/\"; give the path alone, without scheme and host")
    }
    return path
  }

  /// Reads the parameters of versions 3 and 4, or the query string of older files.
  private static func query(_ node: PactNode?) throws(PactError) -> [PactField] {
    guard let text = node?.json.string else { return try PactField.list(node) }
    guard let items = RequestTarget("/?" + text).spacedQueryItems else {
      throw PactError("has a malformed percent escape", at: node?.place ?? "")
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

extension RequestTarget {
  /// The parameters of the query; a `+` is a space, as in the reference implementation.
  var spacedQueryItems: [QueryItem]? {
    guard let rawQuery, rawQuery.contains("+") else { return queryItems }
    let parts = rawQuery.split(separator: "+", omittingEmptySubsequences: false)
    return RequestTarget("/?" + parts.joined(separator: "%20")).queryItems
  }
}

extension PactField {
  /// Reads an object that has a string or an array of strings for each name.
  static func list(_ node: PactNode?) throws(PactError) -> [PactField] {
    var fields: [PactField] = []
    for (name, node) in try node?.members() ?? [] {
      if case .array = node.json {
        fields.append(
          PactField(
            name, try node.elements().map { value throws(PactError) in try value.scalar() }))
      } else {
        fields.append(PactField(name, [try node.scalar()]))
      }
    }
    return fields
  }
}

extension PactNode {
  /// Returns the value as a string; numbers and Booleans are printed.
  fileprivate func scalar() throws(PactError) -> String {
    switch json {
    case .integer, .double, .decimal, .bool: json.text()
    case .null: ""
    case .string, .array, .object: try string()
    }
  }
}

extension PactRequest {
  var json: JSON {
    var object = extras
    object["method"] = .string(method)
    object["path"] = .string(path)
    object["query"] = query.json
    object["headers"] = headers.json
    object["body"] = body?.json
    object["matchingRules"] = rules.json
    object["generators"] = generators.json
    return .object(object)
  }
}

extension PactResponse {
  var json: JSON {
    var object = extras
    object["status"] = .integer(Int64(status))
    object["headers"] = headers.json
    object["body"] = body?.json
    object["matchingRules"] = rules.json
    object["generators"] = generators.json
    return .object(object)
  }
}

extension PactBody {
  fileprivate var json: JSON {
    switch self {
    case .empty: .null
    // An empty string without an encoding is an empty body.
    case .json("", let type): Self.json("\"\"", type, encoded: "json")
    case .json(let value, let type): Self.json(value, type, encoded: false)
    case .text(let text, let type): Self.json(.string(text), type, encoded: false)
    case .bytes(let bytes, let type):
      Self.json(.string(Data(bytes).base64EncodedString()), type, encoded: "base64")
    }
  }

  private static func json(_ content: JSON, _ type: String?, encoded: JSON) -> JSON {
    var object: JSONObject = ["content": content, "encoded": encoded]
    object["contentType"] = type.map(JSON.string)
    return .object(object)
  }
}

extension [PactField] {
  /// The fields as an object with an array of values for each name, or `nil` if there are no
  /// fields.
  fileprivate var json: JSON? {
    guard !isEmpty else { return nil }
    var object = JSONObject()
    for field in self {
      let known = object[field.name]?.array ?? []
      object[field.name] = .array(known + field.values.map(JSON.string))
    }
    return .object(object)
  }
}

extension PactRequest {
  /// Returns a request with any method; at most one of `json`, `form` and `text` may be set.
  ///
  /// Query parameters are sent sorted by name, with all bytes percent-encoded except letters,
  /// digits and `-._~`. A body adds its `Content-Type`, unless `headers` has one.
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

  /// Returns a `GET` request.
  public static func get(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:]
  ) -> PactRequest { request("GET", path, query: query, headers: headers) }

  /// Returns a `DELETE` request.
  public static func delete(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:]
  ) -> PactRequest { request("DELETE", path, query: query, headers: headers) }

  /// Returns a `POST` request with a JSON body, a form, or no body.
  public static func post(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], json: Example? = nil,
    form: KeyValuePairs<String, Example>? = nil
  ) -> PactRequest {
    request("POST", path, query: query, headers: headers, json: json, form: form)
  }

  /// Returns a `PUT` request with a JSON body, or no body.
  public static func put(
    _ path: Example, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], json: Example? = nil
  ) -> PactRequest { request("PUT", path, query: query, headers: headers, json: json) }

  /// Returns the request with additional header fields, which replace fields with the same names.
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

  /// Returns the media type in the header fields, or adds `fallback` as `Content-Type` and returns
  /// it.
  private mutating func contentType(_ fallback: String) -> String {
    if let field = headers.first(where: { $0.name.lowercased() == "content-type" }) {
      return field.values.first ?? fallback
    }
    headers.append(PactField("Content-Type", [fallback]))
    return fallback
  }
}

extension PactField {
  /// Splits the examples of header fields or query parameters into values, rules and generators.
  static func lower(
    _ fields: KeyValuePairs<String, Example>, _ part: PactPart, _ rules: inout PactRules,
    _ generators: inout PactGenerators
  ) -> [PactField] {
    fields.map { name, example in
      let place = PactPath([.member(name)])
      let lowered = LoweredExample(example, at: place)
      rules[part] += lowered.rules
      generators[part] += lowered.generators
      if case .array(let values) = lowered.value {
        return PactField(name, values.map(\.plainText))
      }
      return PactField(name, lowered.value.isNull ? [] : [lowered.value.plainText])
    }
  }
}
