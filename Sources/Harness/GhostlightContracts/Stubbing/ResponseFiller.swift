import GhostlightCore
import HTTPTypes

/// Creates the promised response of an interaction, with its generators applied.
struct ResponseFiller {
  private let promise: PactResponse
  /// The base URL of the stub: `http://127.0.0.1:4480`.
  private let base: String
  private var source: GeneratorSource

  init(_ promise: PactResponse, base: String, source: GeneratorSource) {
    (self.promise, self.base, self.source) = (promise, base, source)
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
  ///
  /// Values of provider states are unknown to a stub.
  private mutating func fill(_ generator: PactGenerator, _ example: JSON) -> JSON {
    guard case .other(let object) = generator else { return source.value(generator) ?? example }
    return ownURL(object) ?? example
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
