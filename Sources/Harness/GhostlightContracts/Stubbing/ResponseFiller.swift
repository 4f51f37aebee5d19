import GhostlightCore
import HTTPTypes

/// Creates the promised response of an interaction, with its generators applied.
struct ResponseFiller {
  private let promise: PactResponse
  /// The base URL of the stub: `http://127.0.0.1:4480`.
  private let base: String
  /// The parameters of the provider states, which generators can use as their values.
  private let values: JSONObject
  private var source: GeneratorSource

  init(_ interaction: Interaction, base: String, source: GeneratorSource) {
    (promise, values) = (interaction.response, interaction.stateParameters)
    (self.base, self.source) = (base, source)
  }

  /// Header fields that the server sets itself and that must not be copied.
  private static let ofServer: Set<String> = ["content-length", "connection", "transfer-encoding"]

  mutating func response() -> Response {
    var response = Response(HTTPResponse.Status(code: status))
    for field in promise.headers where !Self.ofServer.contains(field.name.lowercased()) {
      guard let name = HTTPField.Name(field.name) else { continue }
      var values = field.values
      for generated in promise.generators[.header] where generated.place.isAbout(field.name) {
        values = values.map { fill(generated.generator, .string($0)).plainText }
      }
      for value in values { response.headers.append(HTTPField(name: name, value: value)) }
    }
    response.body = body
    if response.headers[.contentType] == nil, let type = promise.body?.contentType {
      response.headers[.contentType] = type
    }
    return response
  }

  private var status: Int {
    mutating get {
      guard let generated = promise.generators[.status].first else { return promise.status }
      let code = fill(generated.generator, JSON(count: promise.status)).integer ?? 0
      return (100...999).contains(code) ? Int(code) : promise.status
    }
  }

  private var body: [UInt8] {
    mutating get {
      let generators = promise.generators[.body]
      guard let body = promise.body, !generators.isEmpty else { return promise.body?.content ?? [] }
      switch body {
      case .empty, .bytes: return body.content
      case .text(let text, _):
        if case .form(var fields) = body.form {
          for generated in generators {
            for index in fields.indices where generated.place.isAbout(fields[index].name) {
              fields[index].value =
                fill(generated.generator, .string(fields[index].value)).plainText
            }
          }
          return FormURLEncoding.encode(fields)
        }
        let whole = generators.first { $0.place == .root }
        return Array((whole.map { fill($0.generator, .string(text)).plainText } ?? text).utf8)
      case .json(var json, _):
        for generated in generators {
          for match in generated.place.matches(in: json) {
            json.replace(match.path.steps[...], with: fill(generated.generator, match.value))
          }
        }
        return json.bytes
      }
    }
  }

  /// Returns a generated value, or the example if none can be generated.
  private mutating func fill(_ generator: PactGenerator, _ example: JSON) -> JSON {
    switch generator {
    case .other(let object): ownURL(object) ?? example
    case .providerState(let expression, let type):
      (try? StateExpression(expression).value(values, type)) ?? example
    default: source.value(generator) ?? example
    }
  }

  /// Returns the example URL with the stub's base URL in place of its scheme and host.
  private func ownURL(_ object: JSONObject) -> JSON? {
    guard object["type"] == "MockServerURL", let example = object["example"]?.string,
      let text = object["regex"]?.string,
      let path = Pattern.firstGroup(of: text, in: example)
    else { return nil }
    return .string(base + path)
  }
}

extension Interaction {
  /// The parameters of all provider states; those of later states replace those of earlier ones.
  fileprivate var stateParameters: JSONObject {
    states.reduce(into: [:]) { all, state in
      for parameter in state.parameters { all[parameter.key] = parameter.value }
    }
  }

  /// One line for each generator of the response for which a stub has no value.
  fileprivate var exampleNotes: [String] {
    response.generators.parts.values.joined().compactMap { generated in
      guard case .providerState(let expression, let type) = generated.generator,
        (try? StateExpression(expression).value(stateParameters, type)) == nil
      else { return nil }
      return "\"\(description)\": the example is sent for \"\(expression)\", because no parameter "
        + "of its provider states has this name"
    }
  }
}

extension Pact {
  /// The remarks, and one line for each interaction that a stub skips, or sends with examples in
  /// place of generated values.
  package var stubRemarks: [String] {
    remarks
      + interactions.flatMap { interaction in
        interaction.unsupported.map { ["\"\(interaction.description)\" is skipped: \($0)"] }
          ?? interaction.exampleNotes
      }
  }
}
