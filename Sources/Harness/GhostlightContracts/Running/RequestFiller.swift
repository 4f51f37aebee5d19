import GhostlightCore
import GhostlightPatterns
import HTTPTypes

/// Creates the request of an interaction, with its generators applied.
struct RequestFiller {
  let interaction: Interaction
  /// The values of the provider states; `nil` if they are unknown, so that examples are sent.
  let values: JSONObject?
  var source: GeneratorSource

  init(_ interaction: Interaction, values: JSONObject?, milliseconds: Int64) {
    self.interaction = interaction
    self.values = values
    source = GeneratorSource(
      milliseconds: milliseconds, seed: interaction.description + (interaction.key ?? ""))
  }

  /// Returns the interaction's request with all generators applied.
  ///
  /// - Throws: ``ContractExecutorError`` if a provider state did not return a value that a
  ///   generator needs, or if the method or the name of a header field is invalid.
  mutating func request() throws(ContractExecutorError) -> Request {
    let wanted = interaction.request
    guard let method = HTTPRequest.Method(wanted.method) else {
      throw ContractExecutorError("invalid method \"\(wanted.method)\": use one such as GET")
    }
    var path = wanted.path
    if let generated = wanted.generators[.path].first {
      path = try fill(generated.generator, .string(path)).plainText
    }
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw ContractExecutorError("the path \"\(path)\" does not begin with \"/\"")
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
  ) throws(ContractExecutorError) {
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
      throw ContractExecutorError(
        "invalid header field name \"\(field.name)\": use one such as Accept")
    }
    for value in values { request.headers.append(HTTPField(name: name, value: value)) }
  }

  /// Returns the query with parameters sorted by name, as in Pact's reference implementation.
  private mutating func query(_ wanted: PactRequest) throws(ContractExecutorError) -> String {
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

  private mutating func body(_ wanted: PactRequest) throws(ContractExecutorError) -> [UInt8] {
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
  ) throws(ContractExecutorError) -> JSON {
    guard case .providerState(let expression, let type) = generator else {
      return source.value(generator) ?? example
    }
    guard let values else { return example }
    return try StateExpression(expression).value(values, type)
  }

  /// Percent-encodes the characters that a path must not contain; existing escapes are unchanged.
  static func escape(_ path: String) -> String {
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
  /// Replaces the value at a path without wildcards.
  mutating func replace(_ path: ArraySlice<PactPathStep>, with value: JSON) {
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

/// The time and random numbers for generators; the random numbers are the same in each run.
struct GeneratorSource: Sendable {
  private let milliseconds: Int64
  private var state: UInt64

  init(milliseconds: Int64, seed: String) {
    self.milliseconds = milliseconds
    state = FNV1a.hash(of: seed)
  }

  /// Returns the generated value, or `nil` if the example must be sent unchanged.
  mutating func value(_ generator: PactGenerator) -> JSON? {
    switch generator {
    case .providerState, .other: nil
    case .randomInteger(let min, let max):
      .integer(Int64(min) + Int64(draw(UInt64(max - min) + 1)))
    case .randomDecimal(let digits):
      .double(Double("\(1 + draw(9)).\(text("0123456789", max(digits - 1, 1)))") ?? 1.5)
    case .randomHexadecimal(let digits): .string(text("0123456789ABCDEF", digits))
    case .randomString(let size):
      .string(text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", size))
    case .randomBoolean: .bool(draw(2) == 1)
    case .uuid(let format): .string(uuid(format))
    case .date(let format, let expression):
      .string(date(format ?? "yyyy-MM-dd", expression))
    case .time(let format, let expression): .string(date(format ?? "HH:mm:ss", expression))
    case .timestamp(let format, let expression):
      .string(date(format ?? "yyyy-MM-dd'T'HH:mm:ssXXX", expression))
    case .regex(let pattern):
      CompiledPattern.sample(of: pattern) { draw($0) }.map(JSON.string)
    }
  }

  private mutating func draw(_ bound: UInt64) -> UInt64 {
    // A linear congruential generator, whose high bits are sufficient for examples.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  private mutating func text(_ alphabet: String, _ count: Int) -> String {
    let letters = Array(alphabet.utf8)
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(letters[Int(draw(UInt64(letters.count)))]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func uuid(_ format: String?) -> String {
    var digits = Array(text("0123456789abcdef", 32))
    (digits[12], digits[16]) = ("4", "8")
    let plain = String(digits)
    var hyphenated = ""
    for (index, digit) in plain.enumerated() {
      if [8, 12, 16, 20].contains(index) { hyphenated.append("-") }
      hyphenated.append(digit)
    }
    return switch format {
    case "simple": plain
    case "upper-case-hyphenated": hyphenated.uppercased()
    case "URN": "urn:uuid:" + hyphenated
    default: hyphenated
    }
  }

  private func date(_ format: String, _ expression: String?) -> String {
    let time = expression.flatMap { DateExpression.milliseconds($0, from: milliseconds) }
    return DateFormat(format).text(milliseconds: time ?? milliseconds)
  }
}

/// An expression over the values of provider states, such as `/notes/${id}`.
struct StateExpression {
  private enum Piece {
    case text(String)
    case name(String)
  }

  private let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "${"),
      let close = rest[open.upperBound...].firstIndex(of: "}")
    {
      if open.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<open.lowerBound])))
      }
      pieces.append(.name(String(rest[open.upperBound..<close])))
      rest = rest[rest.index(after: close)...]
    }
    // An expression without `${…}` is the name of a single value.
    if pieces.isEmpty {
      pieces = [.name(text)]
    } else if !rest.isEmpty {
      pieces.append(.text(String(rest)))
    }
    self.pieces = pieces
  }

  /// Returns a regular expression for all values of this expression, with `wildcard` for each name.
  func pattern(_ wildcard: String) -> String {
    let parts = pieces.map { piece in
      switch piece {
      case .text(let text): Pattern.escaped(text)
      case .name: wildcard
      }
    }
    return "^" + parts.joined() + "$"
  }

  /// Returns the expression with the values of provider states inserted.
  ///
  /// - Throws: ``ContractExecutorError`` if no provider state returned a value for a name in the
  ///   expression.
  func value(_ values: JSONObject, _ type: String?) throws(ContractExecutorError) -> JSON {
    if pieces.count == 1, case .name(let name) = pieces[0] {
      return try value(of: name, values).converted(to: type)
    }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .name(let name): text += try value(of: name, values).plainText
      }
    }
    return JSON.string(text).converted(to: type)
  }

  private func value(
    of name: String, _ values: JSONObject
  ) throws(ContractExecutorError) -> JSON {
    guard let value = values[name] else {
      let known = values.keys.joined(separator: ", ")
      throw ContractExecutorError(
        "no provider state returned \"\(name)\"; they returned: \(known.isEmpty ? "nothing" : known)"
      )
    }
    return value
  }
}

extension JSON {
  /// Returns the value converted to a data type of Pact, or unchanged if it cannot be converted.
  fileprivate func converted(to type: String?) -> JSON {
    switch type {
    case "STRING": .string(plainText)
    case "INTEGER": Int64(plainText).map(JSON.integer) ?? self
    case "FLOAT", "DECIMAL": Double(plainText).map(JSON.double) ?? self
    case "BOOLEAN": plainText == "true" ? true : plainText == "false" ? false : self
    default: self
    }
  }
}
