import GhostlightCore
import HTTPTypes

/// Compares a request with the request of an interaction, as a consumer's mock server does.
///
/// Unlike in responses, additional query parameters and additional members of a body are failures.
/// Header fields that the contract does not name are allowed, because they belong to the client. A
/// value that a provider state generates may be any string that matches its expression.
///
/// - Source: Pact Specification, version 4; details as in the reference implementation in Rust.
struct RequestCheck {
  let wanted: PactRequest
  private let rules: PactRules

  init(_ wanted: PactRequest) {
    self.wanted = wanted
    rules = Self.rules(of: wanted)
  }

  private init(_ wanted: PactRequest, rules: PactRules) {
    (self.wanted, self.rules) = (wanted, rules)
  }

  /// A check that uses only the contract's own rules, as other stub servers do.
  ///
  /// A value that a provider state generates must then equal its example.
  var literal: RequestCheck { RequestCheck(wanted, rules: wanted.rules) }

  /// A check without rules: every deviation from the examples is a failure.
  var exact: RequestCheck { RequestCheck(wanted, rules: PactRules()) }

  /// Returns the contract's rules, with patterns for the values that provider states generate.
  ///
  /// Each pattern replaces a rule that requires only the same JSON type.
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

  /// Returns the differences between a request and the wanted request; empty if the request
  /// matches.
  func failures(of request: Request) -> [ContractFailure] {
    method(request) + path(request) + query(request) + headers(request) + body(request)
  }

  /// Returns how far a matching request is from the examples, to rank interactions.
  ///
  /// The tuple has the number of differences outside header fields, the negated number of header
  /// fields that the contract names, and the number of differences in header fields. An interaction
  /// without credentials also matches requests that have some. An interaction that names more
  /// header fields is therefore nearer.
  func distance(of request: Request) -> (content: Int, unnamed: Int, fields: Int) {
    let content = method(request) + path(request) + query(request) + body(request)
    return (content.count, -wanted.headers.count, headers(request).count)
  }

  /// Returns whether method and path match; if not, no further comparison is needed.
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
      // The path may match percent-encoded, as it was sent, or decoded, as authors of contracts
      // write it.
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

  /// Compares the values of one parameter with their examples, by the rules that apply to them.
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
      // Clients send requests to the stub instead of the service, so the host name has no meaning.
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
      return [ContractFailure(expected: "nothing", body: request.body)]
    case .json(let expected, _):
      do throws(JSONError) {
        return JSONComparison.failures(
          rules, expected: expected, actual: try JSON.parse(request.body),
          admitsMoreMembers: false)
      } catch {
        return [ContractFailure(expected: "JSON", body: request.body)]
      }
    case .text(let text, let type):
      guard let type, MediaType(type).name == "application/x-www-form-urlencoded",
        let expected = FormURLEncoding.parse(text)
      else { return compare(text, request, rules) }
      return compare(expected, request, rules)
    case .bytes(let bytes, _): return ContractFailure.failures(request.body, bytes, rules)
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
      return [ContractFailure(expected: "a form", body: request.body)]
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
