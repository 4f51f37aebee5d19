import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The provider state `earlier requests`, which every vendor has: it sends requests to the backend
/// in order.
///
/// An interaction of a contract has only one request and response, so everything before them must
/// be a provider state. Use `earlier requests` if the vendor's own states cannot produce the needed
/// state.
struct EarlierRequests {
  static let name = "earlier requests"

  static let summary = ProviderStateSummary(
    name: name,
    parameters: [
      ProviderStateSummary.Value(
        name: "states",
        meaning: "array of states to set up before the requests: each has name, params, and values "
          + "(the name of a variable to the name of a result, or to a JSON pointer into the results)"
      ),
      ProviderStateSummary.Value(name: "requests", meaning: requests),
      ProviderStateSummary.Value(
        name: "renamed",
        meaning: "object of name to a text of the same length, which replaces the value "
          + "wherever it is stored"),
      ProviderStateSummary.Value(
        name: "next",
        meaning: "the signed parts of the next request: method, target, headers"),
    ],
    results: [
      ProviderStateSummary.Value(name: "…", meaning: "each value by its name"),
      ProviderStateSummary.Value(
        name: "authorization", meaning: "the field that signs the next request"),
    ])

  private static let requests = """
    array of at most \(most) requests, sent in this order: each has method, target, headers, body as text \
    or hex, secondsAgo, and values (the name of a variable to the place of its value in the response). A \
    place is a JSON pointer, or header NAME, or outbox with a pointer into the last message; path before \
    it, or query NAME before it, takes that part of the URL at this place. ${name} in target, headers and \
    body is replaced by the variable
    """

  /// The maximum number of states, and also of requests, in the parameters.
  private static let most = 1000
  /// The maximum length in bytes of a target, header field or body after values were inserted.
  private static let mostBytes = 4 << 20
  /// The minimum length in bytes of a renamed value; a shorter string could also occur elsewhere by
  /// chance.
  private static let fewestRenamed = 16
  private static let mostRenamed = 100
  /// The earliest time of a request, in milliseconds since 1970, before `secondsAgo` is subtracted.
  private static let earliest: Int64 = -1_000_000_000_000_000
  /// The host of requests without a `Host` header field.
  private static let host = "localhost"

  private(set) var values: JSONObject = [:]
  /// The work limit for all requests together, including inserting and extracting values.
  private let budget: WorkBudget

  init(within budget: WorkBudget) { self.budget = budget }

  /// Sets up the provider states in the parameter `states` and stores their results.
  mutating func setUp(
    _ states: JSON?, on backend: inout some Backend, at moment: inout Moment
  ) throws(ProviderStateError) {
    for (position, state) in try Self.objects(states, "states").enumerated() {
      try spend { budget throws(Fault) in try budget.spend(walking: state) }
      let reader = StateParameters(state)
      let name = try reader.string("name")
      guard name != Self.name else {
        throw ProviderStateError("\"states\"[\(position)]: \"\(name)\" cannot contain itself")
      }
      let found = try backend.setUp(
        name, parameters: try reader.object("params", default: [:]), at: moment.part())
      guard let wanted = try reader.optionalObject("values") else {
        for value in found { try store(value.value, as: value.key) }
        continue
      }
      for value in wanted {
        let place = value.value.string ?? ""
        let result = place.hasPrefix("/") ? JSON.object(found)[pointer: place] : found[place]
        guard let result else {
          throw ProviderStateError(
            "\"states\"[\(position)]: \"\(name)\" has no result \"\(place)\"")
        }
        try store(result, as: value.key)
      }
    }
  }

  /// Sends the requests in the parameter `requests` and stores values from their responses.
  mutating func send(
    _ requests: JSON?, to backend: inout some Backend, at moment: inout Moment
  ) throws(ProviderStateError) {
    for (position, entry) in try Self.objects(requests, "requests").enumerated() {
      do throws(ProviderStateError) {
        let reader = StateParameters(entry)
        var then = moment.part()
        let ago = try reader.integer("secondsAgo", -3_000_000_000...3_000_000_000, default: 0)
        then.milliseconds = max(then.milliseconds, Self.earliest) - ago * 1000
        var request = try request(reader)
        if let signed = backend.authorization(for: request, at: then) {
          request.headers[.authorization] = signed
        }
        let answer = backend.answer(request, at: then, within: budget)
        try spend { budget throws(Fault) in try budget.check() }
        guard answer.effect != .unmatched else {
          throw ProviderStateError("no route serves \(request.method) \(request.target.raw)")
        }
        for value in try reader.object("values", default: [:]) {
          let found = try Self.value(
            at: value.value.string ?? "", in: answer.response, backend.outbox)
          try store(found, as: value.key)
        }
      } catch {
        throw ProviderStateError("\"requests\"[\(position)]: \(error.description)")
      }
    }
  }

  /// Replaces generated values, wherever the backend stores them, with the strings that a contract
  /// expects.
  mutating func rename(
    _ names: JSONObject, in backend: inout some Backend
  ) throws(ProviderStateError) {
    guard names.count <= Self.mostRenamed else {
      throw ProviderStateError("\"renamed\" has more than \(Self.mostRenamed) members")
    }
    var texts: [(old: String, new: String)] = []
    for name in names {
      guard let old = values[name.key]?.string, old.utf8.count >= Self.fewestRenamed else {
        throw ProviderStateError(
          "\"renamed\": \"\(name.key)\" is not a value of \(Self.fewestRenamed) bytes or more")
      }
      guard let new = name.value.string, new.utf8.count == old.utf8.count else {
        throw ProviderStateError("\"renamed\": \"\(name.key)\" needs a text as long as its value")
      }
      texts.append((old, new))
      values[name.key] = .string(new)
    }
    guard !texts.isEmpty else { return }
    let snapshot = backend.snapshot
    for _ in texts { try spend { budget throws(Fault) in try budget.spend(walking: snapshot) } }
    let stored = snapshot.mappingTexts { text in
      texts.reduce(text) { $0.replacing($1.old, with: $1.new) }
    }
    do throws(SnapshotError) {
      try backend.restore(stored)
    } catch {
      throw ProviderStateError("\"renamed\": \(error)")
    }
  }

  /// Stores the `Authorization` value that signs the contract's own request, which follows this
  /// provider state.
  mutating func sign(
    _ next: JSONObject, for backend: some Backend, at moment: Moment
  ) throws(ProviderStateError) {
    let reader = StateParameters(next)
    let request = try request(reader)
    values["authorization"] = .string(
      backend.authorization(for: request, at: moment)
        ?? request.value(of: .authorization) ?? "")
  }

  private func request(_ reader: StateParameters) throws(ProviderStateError) -> Request {
    guard let method = HTTPRequest.Method(try reader.string("method")) else {
      throw ProviderStateError("\"method\" is not a valid method")
    }
    var request = Request(method, RequestTarget(try filled(reader.string("target"))))
    request.authority = Self.host
    for field in try reader.object("headers", default: [:]) {
      let value = try filled(field.value.spelled)
      guard field.key.lowercased() != "host" else {
        request.authority = value
        continue
      }
      guard let name = HTTPField.Name(field.key), HTTPField.isValidValue(value) else {
        throw ProviderStateError("\"\(field.key)\" is not a header field")
      }
      request.headers.append(HTTPField(name: name, value: value))
    }
    if let text = try reader.optionalString("body") {
      request.body = Array(try filled(text).utf8)
    } else if let text = try reader.optionalString("hex") {
      guard let bytes = Self.bytes(text) else {
        throw ProviderStateError("\"hex\" is not hexadecimal")
      }
      request.body = bytes
    }
    return request
  }

  /// Returns a string with each `${name}` replaced by the stored value of that name.
  private func filled(_ text: String) throws(ProviderStateError) -> String {
    var (filled, rest) = ("", Substring(text))
    while let start = rest.firstRange(of: "${") {
      filled += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      if let end = rest.firstIndex(of: "}"), let value = values[String(rest[..<end])] {
        filled += value.spelled
        rest = rest[rest.index(after: end)...]
      } else {
        filled += "${"
      }
      guard filled.utf8.count <= Self.mostBytes else {
        throw ProviderStateError("with its values, a text has more than \(Self.mostBytes) bytes")
      }
    }
    filled += rest
    let bytes = filled.utf8.count
    try spend { budget throws(Fault) in try budget.spend(bytes: bytes) }
    return filled
  }

  private mutating func store(_ value: JSON, as name: String) throws(ProviderStateError) {
    try spend { budget throws(Fault) in try budget.spend(walking: value) }
    values[name] = value
  }

  private func spend(
    _ work: (WorkBudget) throws(Fault) -> Void
  ) throws(ProviderStateError) {
    do throws(Fault) {
      try work(budget)
    } catch {
      throw ProviderStateError(
        "the state needs more work than \(budget.limit) units; make it smaller, or raise the limit "
          + "with \"maxWork\" in ghostlight.json")
    }
  }

  /// Returns the value at a place in a response or its outbox message.
  ///
  /// Examples of a place are `header ETag`, `/access_token` and `outbox /temporary_password`. A
  /// place can also be a part of a URL: `path /upload_url` or `query signature /upload_url`.
  private static func value(
    at place: String, in response: Response, _ outbox: Outbox
  ) throws(ProviderStateError) -> JSON {
    let words = place.split(separator: " ", maxSplits: 2).map(String.init)
    let isPart = ["path", "query"].contains(words.first)
    // In a place such as `query signature /upload_url`, the parameter's name comes before the place
    // of the URL.
    let item = isPart && words[0] == "query" && words.count == 3 ? words[1] : nil
    let whole = isPart ? words.dropFirst(item == nil ? 1 : 2).joined(separator: " ") : place
    guard let found = self.whole(at: whole, in: response, outbox) else {
      throw ProviderStateError(
        "the response has no value at \"\(whole)\"; its status is \(response.status.code)")
    }
    guard isPart else { return found }
    let pieces = found.spelled.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard pieces.count == 4, pieces[0].hasSuffix(":"), pieces[1].isEmpty else {
      throw ProviderStateError("the value at \"\(whole)\" is not a URL with a path")
    }
    let target = RequestTarget("/" + pieces[3])
    guard let item else { return .string(target.rawPath) }
    guard let value = target.queryItems?.first(where: { $0.name == item })?.value else {
      throw ProviderStateError(
        "the URL at \"\(whole)\" has no query parameter \"\(item)\" with a value")
    }
    return .string(value)
  }

  /// Returns the value of a header field, or the value at a JSON pointer in the response body or
  /// the latest outbox message.
  private static func whole(at place: String, in response: Response, _ outbox: Outbox) -> JSON? {
    if place.hasPrefix("header ") {
      return HTTPField.Name(String(place.dropFirst(7))).flatMap { response.headers[$0] }
        .map(JSON.string)
    }
    let isOutbox = place.hasPrefix("outbox ")
    let source = isOutbox ? outbox.messages.last.map { .object($0.content) } : response.json
    return source?[pointer: String(place.dropFirst(isOutbox ? 7 : 0))]
  }

  /// Decodes pairs of hexadecimal digits; returns `nil` if the string is not valid.
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
    guard objects.count <= most else {
      throw ProviderStateError("\"\(name)\" has more than \(most) elements")
    }
    return objects
  }
}

extension JSON {
  /// The value as it is inserted in a string: a string without quotes, any other value as JSON.
  fileprivate var spelled: String { string ?? text() }

  /// Returns this value with `map` applied to all strings and object keys in it.
  fileprivate func mappingTexts(_ map: (String) -> String) -> JSON {
    switch self {
    case .string(let text): .string(map(text))
    case .array(let elements): .array(elements.map { $0.mappingTexts(map) })
    case .object(let object):
      .object(
        object.reduce(into: JSONObject()) { $0[map($1.key)] = $1.value.mappingTexts(map) })
    default: self
    }
  }

  /// The value at a JSON pointer (RFC 6901), or `nil` if there is none.
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
