import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The provider state that every vendor has: what an app did before, done again in order.
///
/// A contract promises one answer; what led to it is folded into its states. Where that is more
/// than a vendor's own states say, the requests themselves are the state.
struct EarlierRequests {
  static let name = "earlier requests"

  static let summary = ProviderStateSummary(
    name: name,
    parameters: [
      ProviderStateSummary.Value(
        name: "states",
        meaning: "array of other states, set up before: name, params, values of name to result"),
      ProviderStateSummary.Value(name: "requests", meaning: requests),
      ProviderStateSummary.Value(
        name: "next",
        meaning: "the request that follows, as far as it is signed: method, target, headers"),
    ],
    results: [
      ProviderStateSummary.Value(name: "…", meaning: "each value by its name"),
      ProviderStateSummary.Value(
        name: "authorization", meaning: "the field that signs the request that follows"),
    ])

  private static let requests = """
    array, at most \(mostRequests), in order: method, target, headers, body as text or hex, secondsAgo, \
    values of name to the place of a value in the answer: a JSON pointer, header NAME, or outbox with \
    a pointer into the last message; ${name} stands for a value in target, headers and body
    """

  /// How many requests a state may hold.
  private static let mostRequests = 1000
  /// No request is earlier than so many milliseconds before 1970 and what its own time says.
  private static let earliest: Int64 = -1_000_000_000_000_000
  /// The vendor's host, where a request names none.
  private static let host = "localhost"

  private(set) var values: JSONObject = [:]

  /// Sets up the states that are named, with their values.
  mutating func setUp(
    _ states: JSON?, on backend: inout some Backend, at moment: inout Moment
  ) throws(ProviderStateError) {
    for (position, state) in try Self.objects(states, "states").enumerated() {
      let reader = StateParameters(state)
      let name = try reader.string("name")
      guard name != Self.name else {
        throw ProviderStateError("\"states\"[\(position)]: \"\(name)\" cannot hold itself")
      }
      let found = try backend.setUp(
        name, parameters: try reader.object("params", default: [:]), at: moment.part())
      guard let wanted = try reader.optionalObject("values") else {
        for value in found { values[value.key] = value.value }
        continue
      }
      for value in wanted { values[value.key] = found[value.value.string ?? ""] }
    }
  }

  /// Sends the requests, and takes the values out of their answers.
  mutating func send(
    _ requests: JSON?, to backend: inout some Backend, at moment: inout Moment
  ) throws(ProviderStateError) {
    let requests = try Self.objects(requests, "requests")
    guard requests.count <= Self.mostRequests else {
      throw ProviderStateError("\"requests\" holds more than \(Self.mostRequests)")
    }
    for (position, entry) in requests.enumerated() {
      do throws(ProviderStateError) {
        let reader = StateParameters(entry)
        var then = moment.part()
        let ago = try reader.integer("secondsAgo", -3_000_000_000...3_000_000_000, default: 0)
        then.milliseconds = max(then.milliseconds, Self.earliest) - ago * 1000
        var request = try request(reader)
        if let signed = backend.authorization(for: request, at: then) {
          request.headers[.authorization] = signed
        }
        let answer = backend.answer(request, at: then)
        guard answer.effect != .unmatched else {
          throw ProviderStateError("no route serves \(request.method) \(request.target.raw)")
        }
        for value in try reader.object("values", default: [:]) {
          values[value.key] = try Self.value(
            at: value.value.string ?? "", in: answer.response, backend.outbox)
        }
      } catch {
        throw ProviderStateError("\"requests\"[\(position)]: \(error.description)")
      }
    }
  }

  /// Signs the request that follows.
  mutating func sign(
    _ next: JSONObject, for backend: some Backend, at moment: Moment
  ) throws(ProviderStateError) {
    let reader = StateParameters(next)
    let request = try request(reader)
    values["authorization"] = .string(
      backend.authorization(for: request, at: moment)
        ?? request.headers.value(of: .authorization) ?? "")
  }

  private func request(_ reader: StateParameters) throws(ProviderStateError) -> Request {
    guard let method = HTTPRequest.Method(try reader.string("method")) else {
      throw ProviderStateError("\"method\" is no method")
    }
    var request = Request(method, RequestTarget(filled(try reader.string("target"))))
    request.authority = Self.host
    for field in try reader.object("headers", default: [:]) {
      let value = filled(field.value.spelled)
      guard field.key.lowercased() != "host" else {
        request.authority = value
        continue
      }
      guard let name = HTTPField.Name(field.key), HTTPField.isValidValue(value) else {
        throw ProviderStateError("\"\(field.key)\" is no header field")
      }
      request.headers.append(HTTPField(name: name, value: value))
    }
    if let text = try reader.optionalString("body") {
      request.body = Array(filled(text).utf8)
    } else if let text = try reader.optionalString("hex") {
      guard let bytes = Self.bytes(text) else { throw ProviderStateError("\"hex\" is no hex") }
      request.body = bytes
    }
    return request
  }

  /// A text with the values in the place of their names.
  private func filled(_ text: String) -> String {
    var text = text
    for value in values {
      text = text.replacing("${\(value.key)}", with: value.value.spelled)
    }
    return text
  }

  /// A value by its place: `header ETag`, `/access_token`, `outbox /temporary_password`.
  private static func value(
    at place: String, in response: Response, _ outbox: Outbox
  ) throws(ProviderStateError) -> JSON {
    if place.hasPrefix("header "), let name = HTTPField.Name(String(place.dropFirst(7))),
      let text = response.headers[name]
    {
      return .string(text)
    }
    let isOutbox = place.hasPrefix("outbox ")
    let source = isOutbox ? outbox.messages.last.map { .object($0.content) } : response.json
    guard let found = source?[pointer: String(place.dropFirst(isOutbox ? 7 : 0))] else {
      throw ProviderStateError(
        "nothing is at \"\(place)\" of the answer, which is \(response.status.code)")
    }
    return found
  }

  /// The bytes of hexadecimal digits.
  private static func bytes(_ hex: String) -> [UInt8]? {
    let digits = hex.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
    }
  }

  private static func objects(
    _ json: JSON?, _ name: String
  ) throws(ProviderStateError) -> [JSONObject] {
    guard let json else { return [] }
    let objects = json.array?.compactMap(\.object)
    guard let objects, objects.count == json.array?.count else {
      throw ProviderStateError("the parameter \"\(name)\" must be an array of objects")
    }
    return objects
  }
}

extension JSON {
  /// The value as it stands in a text.
  fileprivate var spelled: String { string ?? text() }

  /// What a JSON pointer leads to (RFC 6901).
  fileprivate subscript(pointer text: String) -> JSON? {
    var place = self
    for step in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
      switch place {
      case .object(let object):
        guard let member = object[name] else { return nil }
        place = member
      case .array(let array):
        guard let index = Int(String(name)), array.indices.contains(index) else { return nil }
        place = array[index]
      default: return nil
      }
    }
    return text.isEmpty || text.hasPrefix("/") ? place : nil
  }
}
