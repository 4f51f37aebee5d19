import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A source of nearly valid requests, which are the same for the same seed.
struct RequestMutator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// Returns a request for a route of the backend or one of `known`, with up to five random
  /// mutations.
  mutating func next(_ routes: [RouteSummary], known: [Request]) -> Request {
    var request =
      below(2) == 0 ? pick(known) ?? plain(routes, like: nil) : plain(routes, like: pick(known))
    for _ in 0..<below(6) { mutate(&request) }
    return request
  }

  private mutating func plain(_ routes: [RouteSummary], like model: Request?) -> Request {
    let route = pick(routes)
    var path = ""
    for segment in (route?.pattern ?? "/x/y").split(separator: "/") {
      path += "/" + (segment.first == "{" ? pick(Self.segments) ?? "" : String(segment))
    }
    if below(2) == 0 { path += "?" + query() }
    var request = Request(
      HTTPRequest.Method(rawValue: route?.method ?? "GET") ?? .get, RequestTarget(path))
    request.body = Array((pick(Self.bodies) ?? "").utf8)
    request.headers = model?.headers ?? [:]
    for _ in 0..<below(3) { addField(&request) }
    return request
  }

  private mutating func query() -> String {
    (0..<1 + below(3)).map { _ in (pick(Self.names) ?? "") + (pick(Self.values) ?? "") }
      .joined(separator: "&")
  }

  private mutating func mutate(_ request: inout Request) {
    switch below(8) {
    case 0: request.method = pick(Self.methods).flatMap { .init(rawValue: $0) } ?? .get
    case 1: request.target = RequestTarget(scrambled(request.target.raw))
    case 2: request.target = RequestTarget(request.target.raw + "&" + query())
    case 3: request.body = scrambled(request.body)
    case 4: request.body = Array((pick(Self.bodies) ?? "").utf8)
    case 5: addField(&request)
    case 6: scrambleField(&request)
    default: request.authority = pick(Self.authorities) ?? ""
    }
  }

  private mutating func addField(_ request: inout Request) {
    guard let name = pick(Self.fields).flatMap({ HTTPField.Name($0) }) else { return }
    request.headers[name] = pick(Self.fieldValues)
  }

  private mutating func scrambleField(_ request: inout Request) {
    guard let field = pick(Array(request.headers)) else { return }
    request.headers[field.name] = scrambled(field.value)
  }

  private mutating func scrambled(_ text: String) -> String {
    String(decoding: scrambled(Array(text.utf8)), as: UTF8.self)
  }

  /// Returns the bytes with some of them replaced, removed, repeated or inserted.
  private mutating func scrambled(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<1 + below(4) {
      let position = below(bytes.count + 1)
      switch below(5) {
      case 0 where position < bytes.count: bytes[position] = UInt8(below(256))
      case 1 where position < bytes.count: bytes.remove(at: position)
      case 2: bytes.insert(contentsOf: Array((pick(Self.pieces) ?? "").utf8), at: position)
      case 3: bytes.removeSubrange(position...)
      default:
        let end = min(bytes.count, position + below(40))
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      }
    }
    return bytes
  }

  private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }
}
