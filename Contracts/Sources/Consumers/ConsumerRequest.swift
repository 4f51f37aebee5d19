import GhostlightContracts
import GhostlightCore
import HTTPTypes

/// A request of an SDK, as a contract's request and as part of a later request's provider state.
struct ConsumerRequest {
  private let reader: SceneReader
  private let index: Int
  private let known: [KnownText]
  /// The strings from earlier responses that the request sends back.
  private(set) var needs: [KnownText] = []
  /// The strings that the request sends back in places that a generator cannot fill.
  ///
  /// The provider state uses the contract's strings instead.
  private(set) var renamed: [KnownText] = []

  init(_ reader: SceneReader, _ index: Int) {
    self.reader = reader
    self.index = index
    known = reader.known(before: index)
  }

  private var entry: SceneExchange { reader.one.entries[index] }
  private var twin: SceneExchange { reader.other.entries[index] }

  /// Whether the request has a signature for its host and must be signed again before it is resent.
  var isSigned: Bool { Self.isSigned(entry.request) }

  private static func isSigned(_ request: Request) -> Bool {
    let field = request.headers.value(of: .authorization)?.lowercased() ?? ""
    return field.hasPrefix("mac ") || field.hasPrefix("oauth ")
  }

  /// Header fields about the transfer, which a contract does not mention.
  private static let unsaid: Set<String> = [
    "content-length", "host", "user-agent", "connection", "accept-encoding",
  ]

  private var fields: [(field: HTTPField, twin: String)] {
    zip(entry.request.headers, twin.request.headers).compactMap { field, other in
      Self.unsaid.contains(field.name.canonicalName) ? nil : (field, other.value)
    }
  }

  // MARK: The request in a contract

  /// Returns the request with generators for the strings that it sends back.
  ///
  /// All other parts that differ between the two plays get rules.
  mutating func pact() throws -> PactRequest {
    let target = entry.request.target
    var request = PactRequest(method: entry.request.method.rawValue, path: target.rawPath)
    if target.rawPath != twin.request.target.rawPath {
      request.rules[.path] = [PactRule(.root, [.type(min: nil, max: nil)])]
      if let text = expression(target.rawPath, twin.request.target.rawPath) {
        request.generators[.path] = [
          PactGenerated(.root, .providerState(expression: text, dataType: "STRING"))
        ]
      }
    }
    let twins = try query(twin.request.target)
    for (position, (name, values)) in try query(target).enumerated() {
      request.query.append(PactField(name, values))
      let other = twins.indices.contains(position) ? twins[position].name : name
      if name != other { rename(name, other) }
      let others = twins.first { $0.name == name }?.values ?? []
      add(name, values.first ?? "", others.first ?? "", .query, to: &request)
    }
    if isSigned {
      request.headers.append(PactField("Host", [entry.request.authority]))
    }
    for (field, other) in fields {
      let name = field.name.rawName
      guard !(isSigned && field.name == .authorization) else {
        request.headers.append(PactField(name, [#"MAC id="a",ts="1",nonce="n1",mac="m""#]))
        request.generators[.header].append(
          PactGenerated(
            PactPath([.member(name)]),
            .providerState(expression: "${authorization}", dataType: "STRING")))
        continue
      }
      request.headers.append(PactField(name, [field.value]))
      add(name, field.value, other, .header, to: &request)
    }
    try addBody(to: &request)
    return request
  }

  private mutating func add(
    _ name: String, _ one: String, _ other: String, _ part: PactPart,
    to request: inout PactRequest
  ) {
    guard one != other else { return }
    let place = PactPath([.member(name)])
    request.rules[part].append(PactRule(place, [.type(min: nil, max: nil)]))
    guard let text = expression(one, other) else { return }
    request.generators[part].append(
      PactGenerated(place, .providerState(expression: text, dataType: "STRING")))
  }

  private mutating func addBody(to request: inout PactRequest) throws {
    let (body, other) = (entry.request.body, twin.request.body)
    guard !body.isEmpty else { return }
    let type = entry.request.headers.value(of: .contentType)
    let media = type.map { MediaType($0) }
    if media?.isJSON == true, let json = try? JSON.parse(body), let twin = try? JSON.parse(other) {
      request.body = .json(json, contentType: type ?? "application/json")
      for leaf in JSONLeaves(json, twin).differing {
        request.rules[.body].append(PactRule(leaf.path, [.type(min: nil, max: nil)]))
        guard let text = expression(leaf.one.plain, leaf.other.plain) else { continue }
        request.generators[.body].append(
          PactGenerated(leaf.path, .providerState(expression: text, dataType: leaf.one.pactType)))
      }
      return
    }
    guard let text = String(validating: body, as: UTF8.self) else {
      request.body = .bytes(body, contentType: type)
      return
    }
    request.body = .text(text, contentType: type)
    guard media?.name == "application/x-www-form-urlencoded",
      let form = FormURLEncoding.parse(text),
      let twin = FormURLEncoding.parse(String(decoding: other, as: UTF8.self))
    else {
      if body != other, let media {
        request.rules[.body] = [PactRule(.root, [.contentType(media.name)])]
      }
      return
    }
    for (field, other) in zip(form, twin) where field.value != other.value {
      let place = PactPath([.member(field.name), .element(0)])
      request.rules[.body].append(PactRule(place, [.type(min: nil, max: nil)]))
      guard let text = expression(field.value, other.value) else { continue }
      request.generators[.body].append(
        PactGenerated(place, .providerState(expression: text, dataType: "STRING")))
    }
  }

  private func query(_ target: RequestTarget) throws -> [(name: String, values: [String])] {
    guard let items = target.queryItems else {
      throw ConsumerError("\(reader.scene) sends a malformed query: \(target.raw)")
    }
    var fields: [(name: String, values: [String])] = []
    for item in items {
      if let place = fields.firstIndex(where: { $0.name == item.name }) {
        fields[place].values.append(item.value ?? "")
      } else {
        fields.append((item.name, [item.value ?? ""]))
      }
    }
    return fields
  }

  private mutating func rename(_ one: String, _ other: String) {
    guard let template = Template(one, other, knowing: known) else { return }
    for need in template.needs where !renamed.contains(where: { $0.name == need.name }) {
      renamed.append(need)
      if !needs.contains(where: { $0.name == need.name }) { needs.append(need) }
    }
  }

  private mutating func expression(_ one: String, _ other: String) -> String? {
    guard one != other, let template = Template(one, other, knowing: known) else { return nil }
    for need in template.needs where !needs.contains(where: { $0.name == need.name }) {
      needs.append(need)
    }
    return template.expression
  }

  // MARK: The request in a provider state

  /// Returns the request as an element of a provider state, with its age in seconds at
  /// `milliseconds`.
  mutating func earlier(before milliseconds: Int64) -> JSONObject {
    var object = signed(target: said(entry.request.target.raw, twin.request.target.raw))
    let (body, other) = (entry.request.body, twin.request.body)
    if let text = String(validating: body, as: UTF8.self) {
      if !text.isEmpty {
        object["body"] = .string(said(text, String(decoding: other, as: UTF8.self)))
      }
    } else {
      let digits = Array("0123456789abcdef".utf8)
      object["hex"] = .string(
        String(
          decoding: body.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))
    }
    let ago = (milliseconds - entry.milliseconds) / 1000
    if ago != 0 { object["secondsAgo"] = .integer(ago) }
    return object
  }

  /// Returns the signed parts of the request as runners send it: sorted and fully percent-encoded.
  mutating func next() throws -> JSONObject {
    var pairs: [String] = []
    let others = try query(twin.request.target)
    let fields = try query(entry.request.target)
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (name, values) in fields {
      let twins = others.first { $0.name == name }?.values ?? []
      for (value, twin) in zip(values, twins) {
        let text = expression(value, twin) ?? PercentEncoding.encode(value)
        pairs.append("\(PercentEncoding.encode(name))=\(text)")
      }
    }
    let path = said(entry.request.target.rawPath, twin.request.target.rawPath)
    return signed(target: path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
  }

  private mutating func signed(target: String) -> JSONObject {
    var headers = JSONObject()
    if isSigned { headers["Host"] = .string(entry.request.authority) }
    for (field, other) in fields { headers[field.name.rawName] = .string(said(field.value, other)) }
    return [
      "method": .string(entry.request.method.rawValue), "target": .string(target),
      "headers": .object(headers),
    ]
  }

  /// Returns a string of the request, with expressions for the received strings that it contains.
  ///
  /// A signature differs in other parts too, and is created again.
  private mutating func said(_ one: String, _ other: String) -> String {
    guard one != other else { return one }
    if let text = expression(one, other) { return text }
    let named = known.first { one.contains($0.texts.one) && other.contains($0.texts.other) }
    guard let named else { return one }
    if !needs.contains(where: { $0.name == named.name }) { needs.append(named) }
    return one.replacing(named.texts.one, with: "${\(named.name)}")
  }
}

extension JSON {
  fileprivate var pactType: String {
    switch self {
    case .integer: "INTEGER"
    case .double, .decimal: "FLOAT"
    case .bool: "BOOLEAN"
    default: "STRING"
    }
  }
}
