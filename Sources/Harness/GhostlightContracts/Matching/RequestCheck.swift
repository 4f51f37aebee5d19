import GhostlightCore
import HTTPTypes

/// Holds a request against what an interaction asks, as a consumer's mock server does.
///
/// Unlike in responses, nothing more may be there: no further parameter, and no further member of a
/// body. Header fields that the contract does not name are the client's own. What a generator of
/// provider states fills in may be any value that its expression can have.
///
/// - Source: Pact Specification, version 4; details as the reference implementation in Rust.
struct RequestCheck {
  private let wanted: PactRequest
  private let rules: PactRules

  init(_ wanted: PactRequest) {
    self.wanted = wanted
    rules = Self.rules(of: wanted)
  }

  private init(_ wanted: PactRequest, rules: PactRules) {
    (self.wanted, self.rules) = (wanted, rules)
  }

  /// The same by the contract's own rules, as other stub servers compare: what a provider state
  /// fills in must be the example.
  var literal: RequestCheck { RequestCheck(wanted, rules: wanted.rules) }

  /// The same without rules: every deviation from the examples.
  var exact: RequestCheck { RequestCheck(wanted, rules: PactRules()) }

  /// The rules with those of the generators' expressions, which say more than the same kind.
  private static func rules(of wanted: PactRequest) -> PactRules {
    var rules = wanted.rules
    for (part, list) in wanted.generators.parts {
      for generated in list {
        guard case .providerState(let expression, let type) = generated.generator else { continue }
        let known = rules[part].firstIndex { $0.place == generated.place }
        let isPlain =
          known.map { index in
            rules[part][index].matchers.allSatisfy {
              if case .type = $0 { true } else { false }
            }
          } ?? true
        guard isPlain else { continue }
        let isText = part != .body || type == nil || type == "STRING"
        let pattern = StateExpression(expression).pattern(part == .path ? "[^/]+" : "[\\s\\S]*")
        let rule = PactRule(
          generated.place,
          isText ? [.equality, .regex(pattern)] : [.type(min: nil, max: nil)], .or)
        if let known { rules[part][known] = rule } else { rules[part].append(rule) }
      }
    }
    return rules
  }

  /// What keeps a request from being the wanted one; empty where nothing does.
  func failures(of request: Request) -> [ContractFailure] {
    method(request) + path(request) + query(request) + headers(request) + body(request)
  }

  /// How far a request that fits is from the examples: by all but header fields; by how many of them
  /// are named, since what has no credentials fits requests that have some; then by their values.
  func distance(of request: Request) -> (content: Int, unnamed: Int, fields: Int) {
    let content = method(request) + path(request) + query(request) + body(request)
    return (content.count, -wanted.headers.count, headers(request).count)
  }

  /// Whether method and path are the wanted ones; without them nothing else is worth a look.
  func isAbout(_ request: Request) -> Bool { method(request).isEmpty && path(request).isEmpty }

  private func method(_ request: Request) -> [ContractFailure] {
    guard request.method.rawValue != wanted.method else { return [] }
    return [
      ContractFailure(at: "method", expected: wanted.method, actual: request.method.rawValue)
    ]
  }

  private func path(_ request: Request) -> [ContractFailure] {
    let actual = request.target.rawPath
    let example = RequestFiller.escape(wanted.path)
    guard rules[.path].isEmpty else {
      // As it was sent, or decoded, as contracts are written by hand.
      let texts = [actual, request.target.path].compactMap(\.self)
      let attempts = texts.map { text in
        JSONComparison.failures(
          rules[.path], expected: .string(wanted.path), actual: .string(text))
      }
      guard !attempts.contains([]), let failure = attempts.first?.first else { return [] }
      return [ContractFailure(at: "path", expected: failure.expected, actual: actual)]
    }
    let isSame =
      actual == example
      || PercentEncoding.decode(actual).map { $0 == PercentEncoding.decode(example) } ?? false
    return isSame ? [] : [ContractFailure(at: "path", expected: wanted.path, actual: actual)]
  }

  private func query(_ request: Request) -> [ContractFailure] {
    guard let items = request.target.queryItems else {
      return [
        ContractFailure(
          at: "query", expected: "valid percent escapes",
          actual: request.target.rawQuery ?? "nothing")
      ]
    }
    let failures = wanted.query.flatMap { field -> [ContractFailure] in
      let place = "query \(field.name)"
      let values = items.filter { $0.name == field.name }.map { $0.value ?? "" }
      let expected = field.values.isEmpty ? [""] : field.values
      guard !values.isEmpty else {
        return [Self.failure(at: place, expected)]
      }
      return Self.compare(
        values, with: expected, by: rules[.query].filter { $0.place.isAbout(field.name) }, at: place
      )
    }
    let more = items.filter { item in !wanted.query.contains { $0.name == item.name } }
    return failures
      + more.map {
        ContractFailure(at: "query \($0.name)", expected: "nothing", actual: $0.value ?? "")
      }
  }

  /// Holds values of one name against their examples, each by the rules for it or for all.
  private static func compare(
    _ values: [String], with expected: [String], by rules: [PactRule], at place: String
  ) -> [ContractFailure] {
    if values.count != expected.count {
      let isFlexible = rules.contains { rule in
        rule.matchers.contains {
          if case .type(let min, let max) = $0 { min != nil || max != nil } else { false }
        }
      }
      guard isFlexible else {
        return [failure(at: place, expected, values)]
      }
    }
    return values.enumerated().compactMap { index, value in
      let example = expected.indices.contains(index) ? expected[index] : expected[0]
      let rule =
        rules.first { $0.place.steps.dropFirst().first == .element(index) }
        ?? rules.first { $0.place.steps.count == 1 || $0.place.steps[1] == .anyElement }
      guard let rule else {
        return value == example
          ? nil : ContractFailure(at: place, expected: example, actual: value)
      }
      return HeaderComparison.failure(rule, example: .string(example), text: value, at: place)
    }
  }

  private static func failure(
    at place: String, _ expected: [String], _ actual: [String] = ["nothing"]
  ) -> ContractFailure {
    ContractFailure(
      at: place, expected: expected.joined(separator: ", "),
      actual: actual.joined(separator: ", "))
  }

  private func headers(_ request: Request) -> [ContractFailure] {
    wanted.headers.flatMap { field -> [ContractFailure] in
      let place = "header \(field.name)"
      let missing = Self.failure(at: place, field.values)
      // Clients are sent to the stub in place of the service, so that its name says nothing.
      guard field.name.lowercased() != "host" else { return [] }
      guard let name = HTTPField.Name(field.name) else { return [missing] }
      let actual = request.headers[values: name]
      guard !actual.isEmpty else { return [missing] }
      if let rule = rules[.header].first(where: { $0.place.isAbout(field.name) }) {
        return HeaderComparison.failures(rule, field, actual, at: place)
      }
      guard !HeaderComparison.agree(field, actual) else { return [] }
      return [Self.failure(at: place, field.values, actual)]
    }
  }

  private func body(_ request: Request) -> [ContractFailure] {
    let rules = rules[.body]
    switch wanted.body {
    case nil: return []
    case .empty:
      guard !request.body.isEmpty else { return [] }
      return [ContractFailure(at: "body", expected: "nothing", actual: request.shortBody)]
    case .json(let expected, _):
      do throws(JSONError) {
        return JSONComparison.failures(
          rules, expected: expected, actual: try JSON.parse(request.body),
          admitsMoreMembers: false)
      } catch {
        return [ContractFailure(at: "body", expected: "JSON", actual: request.shortBody)]
      }
    case .text(let text, let type):
      guard let type, MediaType(type).name == "application/x-www-form-urlencoded",
        let expected = FormURLEncoding.parse(text)
      else { return compare(text, request, rules) }
      return compare(expected, request, rules)
    case .bytes(let bytes, _):
      for case .contentType(let type) in rules.flatMap(\.matchers) {
        guard !ContentSniffer.fits(request.body, MediaType(type)) else { return [] }
        return [
          ContractFailure(at: "body", expected: "content of \(type)", actual: request.shortBody)
        ]
      }
      guard bytes != request.body else { return [] }
      return [
        ContractFailure(
          at: "body", expected: "\(bytes.count) bytes",
          actual: "\(request.body.count) other bytes")
      ]
    }
  }

  private func compare(
    _ text: String, _ request: Request, _ rules: [PactRule]
  ) -> [ContractFailure] {
    let actual = String(decoding: request.body, as: UTF8.self)
    return JSONComparison.failures(rules, expected: .string(text), actual: .string(actual))
      .map { ContractFailure(at: "body", expected: $0.expected, actual: $0.actual) }
  }

  private func compare(
    _ expected: [FormField], _ request: Request, _ rules: [PactRule]
  ) -> [ContractFailure] {
    guard let fields = FormURLEncoding.parse(String(decoding: request.body, as: UTF8.self)) else {
      return [ContractFailure(at: "body", expected: "a form", actual: request.shortBody)]
    }
    var names: [String] = []
    for field in expected where !names.contains(field.name) { names.append(field.name) }
    let failures = names.flatMap { name -> [ContractFailure] in
      let place = "field \(name)"
      let values = fields.filter { $0.name == name }.map(\.value)
      let examples = expected.filter { $0.name == name }.map(\.value)
      guard !values.isEmpty else {
        return [Self.failure(at: place, examples)]
      }
      return Self.compare(
        values, with: examples, by: rules.filter { $0.place.isAbout(name) }, at: place)
    }
    return failures
      + fields.filter { !names.contains($0.name) }.map {
        ContractFailure(at: "field \($0.name)", expected: "nothing", actual: $0.value)
      }
  }
}

extension Request {
  fileprivate var shortBody: String {
    guard !body.isEmpty else { return "nothing" }
    let text = String(decoding: body.prefix(400), as: UTF8.self)
    return body.count <= 400 ? text : text + "…"
  }
}
