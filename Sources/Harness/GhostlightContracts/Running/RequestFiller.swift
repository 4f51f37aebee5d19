import GhostlightCore
import HTTPTypes

/// Makes the request that an interaction sends, its generators filled in.
struct RequestFiller {
  let interaction: Interaction
  /// What the provider states answered; `nil` where that is not known, so that examples stand.
  let values: JSONObject?
  var source: GeneratorSource

  init(_ interaction: Interaction, values: JSONObject?, milliseconds: Int64) {
    self.interaction = interaction
    self.values = values
    source = GeneratorSource(
      milliseconds: milliseconds, seed: interaction.description + (interaction.key ?? ""))
  }

  /// - Throws: ``ContractExecutorProblem`` where a generator lacks its value or a name is none.
  mutating func request() throws(ContractExecutorProblem) -> Request {
    let wanted = interaction.request
    guard let method = HTTPRequest.Method(wanted.method) else {
      throw ContractExecutorProblem("\"\(wanted.method)\" is no method")
    }
    var path = wanted.path
    if let generated = wanted.generators[.path].first {
      path = try fill(generated.generator, .string(path)).plainText
    }
    var request = Request(method, RequestTarget(Self.escape(path) + (try query(wanted))))
    for field in wanted.headers { try add(field, to: &request) }
    request.body = try body(wanted)
    if request.headers[.contentType] == nil, let type = wanted.body?.contentType {
      request.headers[.contentType] = type
    }
    return request
  }

  private mutating func add(
    _ field: PactField, to request: inout Request
  ) throws(ContractExecutorProblem) {
    var values = field.values
    for generated in interaction.request.generators[.header]
    where generated.place.isAbout(field.name) {
      values = [try fill(generated.generator, .string(values.first ?? "")).plainText]
    }
    guard field.name.lowercased() != "host" else {
      request.authority = values.first ?? request.authority
      return
    }
    guard let name = HTTPField.Name(field.name) else {
      throw ContractExecutorProblem("\"\(field.name)\" is no name of a header field")
    }
    for value in values { request.headers.append(HTTPField(name: name, value: value)) }
  }

  /// The parameters by name, as the reference implementation sends them.
  private mutating func query(_ wanted: PactRequest) throws(ContractExecutorProblem) -> String {
    guard !wanted.query.isEmpty else { return "" }
    var pairs: [String] = []
    let fields = wanted.query.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for field in fields {
      let name = PercentEncoding.encode(field.name)
      var values = field.values
      for generated in wanted.generators[.query] where generated.place.isAbout(field.name) {
        let value = try fill(generated.generator, .string(values.first ?? "")).plainText
        values = values.map { _ in value }
      }
      if values.isEmpty { pairs.append(name) }
      pairs += values.map { "\(name)=\(PercentEncoding.encode($0))" }
    }
    return "?" + pairs.joined(separator: "&")
  }

  private mutating func body(_ wanted: PactRequest) throws(ContractExecutorProblem) -> [UInt8] {
    let generators = wanted.generators[.body]
    guard let body = wanted.body, !generators.isEmpty else { return wanted.body?.content ?? [] }
    switch body {
    case .empty: return []
    case .bytes(let bytes, _): return bytes
    case .json(var json, _):
      for generated in generators {
        for match in generated.place.matches(in: json) {
          json.replace(match.path.steps[...], with: try fill(generated.generator, match.value))
        }
      }
      return json.bytes
    case .text(let text, let type):
      guard let type, MediaType(type).name == "application/x-www-form-urlencoded",
        var fields = FormURLEncoding.parse(text)
      else { return body.content }
      for generated in generators {
        for index in fields.indices where generated.place.isAbout(fields[index].name) {
          fields[index].value = try fill(
            generated.generator, .string(fields[index].value)
          ).plainText
        }
      }
      return FormURLEncoding.encode(fields)
    }
  }

  private mutating func fill(
    _ generator: PactGenerator, _ example: JSON
  ) throws(ContractExecutorProblem) -> JSON {
    guard case .providerState(let expression, let type) = generator else {
      return source.value(generator) ?? example
    }
    guard let values else { return example }
    return try StateExpression(expression).value(values, type)
  }

  /// Escapes what may not stand in a path, and leaves escapes alone.
  private static func escape(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      let isForbidden =
        !scalar.isASCII || scalar.value <= 0x20 || scalar.value == 0x7F
        || "\"#<>?`{}^|\\".unicodeScalars.contains(scalar)
      text += isForbidden ? PercentEncoding.encode(String(scalar)) : String(scalar)
    }
    return text
  }
}

extension JSON {
  /// Puts a value in the place of the one at a concrete path.
  fileprivate mutating func replace(_ path: ArraySlice<PactPathStep>, with value: JSON) {
    guard let step = path.first else {
      self = value
      return
    }
    switch (step, self) {
    case (.member(let name), .object(var object)):
      guard var child = object[name] else { return }
      child.replace(path.dropFirst(), with: value)
      object[name] = child
      self = .object(object)
    case (.element(let index), .array(var array)) where array.indices.contains(index):
      array[index].replace(path.dropFirst(), with: value)
      self = .array(array)
    default: break
    }
  }
}
