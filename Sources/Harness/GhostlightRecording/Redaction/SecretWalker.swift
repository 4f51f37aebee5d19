import GhostlightCore
import HTTPTypes

/// Walks over all places of an exchange where secrets may stand, and puts there what a sink says.
///
/// What is not replaced keeps its bytes: white space, order and spelling of escapes.
struct SecretWalker<Sink: SecretSink> {
  let rules: RedactionRules
  var sink: Sink

  init(_ rules: RedactionRules, _ sink: Sink) {
    self.rules = rules
    self.sink = sink
  }

  /// How deep values are looked into: a URL in a JSON text in a token is three.
  static var deepest: Int { 6 }

  mutating func walk(_ request: Request) -> Request {
    var request = request
    request.authority = authority(request.authority)
    request.target = target(request.target)
    request.headers = headers(request.headers)
    let length = request.body.count
    request.body = body(request.body, type: request.headers[.contentType])
    request.headers.correctLength(from: length, to: request.body.count)
    return request
  }

  mutating func walk(_ response: Response) -> Response {
    var response = response
    response.headers = headers(response.headers)
    let length = response.body.count
    response.body = body(response.body, type: response.headers[.contentType])
    response.headers.correctLength(from: length, to: response.body.count)
    return response
  }

  mutating func walk(_ exchange: RecordedExchange) -> RecordedExchange {
    var exchange = exchange
    exchange.request = walk(exchange.request)
    exchange.response = walk(exchange.response)
    exchange.notes = notes(exchange.notes)
    return exchange
  }

  /// A secret of one name, replaced.
  mutating func secret(_ value: String, named name: String) -> String {
    sink.replacement(for: SecretSighting(name: name, value: value))
  }

  /// Something that no two requests have in common, replaced.
  mutating func volatile(_ value: String, named name: String) -> String {
    sink.replacement(for: SecretSighting(name: name, value: value, isVolatile: true))
  }

  private mutating func notes(_ notes: JSONObject) -> JSONObject {
    guard !notes.isEmpty, let changed = json(JSON.object(notes).bytes, depth: 0) else {
      return notes
    }
    do throws(JSONError) {
      return try JSON.parse(changed).object ?? [:]
    } catch {
      return [:]
    }
  }
}

extension HTTPFields {
  /// Keeps a `Content-Length` that was right right.
  mutating func correctLength(from old: Int, to new: Int) {
    guard old != new, self[.contentLength] == String(old) else { return }
    self[.contentLength] = String(new)
  }
}
