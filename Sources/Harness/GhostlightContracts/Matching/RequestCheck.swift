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
  private(set) var wanted: PactRequest
  private let rules: PactRules

  init(_ wanted: PactRequest) {
    self.wanted = wanted
    self.wanted.body = wanted.body?.decoded(wanted.headers)
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
  ///
  /// The body of the request must not have content codings.
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
    guard request.method.rawValue.uppercased() != wanted.method else { return [] }
    return [
      ContractFailure(at: "method", expected: wanted.method, actual: request.method.rawValue)
    ]
  }

  private func path(_ request: Request) -> [ContractFailure] {
    let actual = request.target.rawPath
    if let rule = rules[.path].first {
      // The path may match percent-encoded, as it was sent, or decoded, as authors of contracts
      // write it.
      let texts = [actual, request.target.path].compactMap(\.self)
      let failures = texts.map { rule.failure(example: wanted.path, text: $0, at: "path") }
      guard !failures.contains(nil), let failure = failures.first ?? nil else { return [] }
      return [ContractFailure(at: "path", expected: failure.expected, actual: actual)]
    }
    guard Self.segments(actual) != Self.segments(wanted.path) else { return [] }
    return [ContractFailure(at: "path", expected: wanted.path, actual: actual)]
  }

  /// Returns the decoded segments of a path; an escaped slash does not separate them.
  private static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map {
      PercentEncoding.decode(String($0)) ?? String($0)
    }
  }

  private func query(_ request: Request) -> [ContractFailure] {
    guard let items = request.target.spacedQueryItems else {
      return [
        ContractFailure(
          at: "query", expected: "valid percent escapes",
          actual: request.target.rawQuery ?? "nothing")
      ]
    }
    let expected = wanted.query.flatMap { field in
      (field.values.isEmpty ? [""] : field.values).map { FormField(field.name, $0) }
    }
    return FieldComparison.failures(
      expected, items.map { FormField($0.name, $0.value ?? "") }, rules[.query], as: "query")
  }

  private func headers(_ request: Request) -> [ContractFailure] {
    wanted.headers.flatMap { field -> [ContractFailure] in
      let place = "header \(field.name)"
      let missing = ContractFailure(at: place, of: field.values, [])
      // Clients send requests to the stub instead of the service, so the host name has no meaning.
      guard field.name.lowercased() != "host" else { return [] }
      guard let name = HTTPField.Name(field.name) else { return [missing] }
      let actual = request.headers[values: name]
      guard !actual.isEmpty else { return [missing] }
      return HeaderComparison.failures(field, actual, rules[.header], at: place)
    }
  }

  private func body(_ request: Request) -> [ContractFailure] {
    guard let body = wanted.body else { return [] }
    let type = request.headers[.contentType]
    let isRuled = rules[.header].contains { $0.place.isAbout("Content-Type") }
    if !isRuled, let failure = body.failure(ofType: type) { return [failure] }
    return BodyComparison(rules: rules[.body], admitsMore: false)
      .failures(of: request.body, body, type: type)
  }
}
