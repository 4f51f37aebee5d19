import GhostlightCore

/// Compares a body with the body of a request or response in a contract.
struct BodyComparison {
  let rules: [PactRule]
  /// Whether there may be more than the example has: in responses, not in requests.
  let admitsMore: Bool

  /// Returns the differences of a body; `type` is its media type, as its message states it.
  func failures(of body: [UInt8], _ wanted: PactBody, type: String?) -> [ContractFailure] {
    for case .contentType(let type) in rules.filter({ $0.place == .root }).flatMap(\.matchers) {
      guard !ContentSniffer.fits(body, MediaType(type)) else { return [] }
      return [ContractFailure(expected: "content of \(type)", body: body)]
    }
    switch wanted.form {
    case .empty: return body.isEmpty ? [] : [ContractFailure(expected: "nothing", body: body)]
    case .json(let expected):
      guard let actual = JSON.parsed(body) else {
        return [ContractFailure(expected: "JSON", body: body)]
      }
      return JSONComparison.failures(
        rules, expected: expected, actual: actual, admitsMoreMembers: admitsMore)
    case .xml(let expected):
      guard let expected, let actual = XMLElement(document: body) else {
        return [ContractFailure(expected: "XML", body: body)]
      }
      var comparison = XMLComparison(rules, admitsMore: admitsMore)
      comparison.compare(expected, actual)
      return comparison.failures
    case .form(let expected):
      guard let actual = FormURLEncoding.parse(body) else {
        return [ContractFailure(expected: "a form", body: body)]
      }
      return FieldComparison.failures(expected, actual, rules, as: "field")
    case .multipart(let expected):
      guard let expected else {
        // A request may be damaged on purpose, so that the provider refuses it.
        return body == wanted.content
          ? [] : [ContractFailure(expected: "the same bytes", body: body)]
      }
      guard let actual = BodyPart.parts(of: body, type: type ?? wanted.contentType) else {
        return [ContractFailure(expected: "a multipart body", body: body)]
      }
      return MultipartComparison(rules: rules, admitsMore: admitsMore).failures(expected, actual)
    case .text(let expected):
      guard let rule = rules.first(where: { $0.place == .root }) else {
        return body.elementsEqual(expected.utf8)
          ? [] : [ContractFailure(expected: expected, body: body)]
      }
      let text = String(decoding: body, as: UTF8.self)
      return rule.failure(example: expected, text: text, at: "body").map { [$0] } ?? []
    case .bytes(let bytes):
      guard !(rules.first { $0.place == .root }?.admits(body, example: bytes) ?? (body == bytes))
      else { return [] }
      return [
        ContractFailure(
          at: "body", expected: "\(bytes.count) bytes", actual: "\(body.count) other bytes")
      ]
    }
  }
}

extension PactBody {
  /// The way in which a body is compared.
  enum Form {
    case empty
    case json(JSON)
    /// XML; `nil` if the example is not well-formed.
    case xml(XMLElement?)
    case form([FormField])
    /// The parts of a multipart body; `nil` if the example has no boundary or no parts.
    case multipart([BodyPart]?)
    case text(String)
    case bytes([UInt8])
  }

  /// The way in which the body is compared, by its media type.
  var form: Form {
    let type = contentType.map(MediaType.init)
    switch self {
    case .empty: return .empty
    case .json(let json, _): return .json(json)
    case _ where type?.isMultipart == true:
      return .multipart(BodyPart.parts(of: content, type: contentType))
    case .bytes(let bytes, _):
      guard let type, type.isText, let text = String(validating: bytes, as: UTF8.self) else {
        return .bytes(bytes)
      }
      if type.isJSON, let json = JSON.parsed(bytes) { return .json(json) }
      return Self.form(of: text, type)
    case .text(let text, _): return Self.form(of: text, type)
    }
  }

  private static func form(of text: String, _ type: MediaType?) -> Form {
    let isXML = type?.isXML ?? (text.first { !$0.isWhitespace } == "<")
    if isXML {
      let element = XMLElement(document: Array(text.utf8))
      if element != nil || type != nil { return .xml(element) }
    }
    if type?.name == "application/x-www-form-urlencoded",
      let fields = FormURLEncoding.parse(text)
    {
      return .form(fields)
    }
    return .text(text)
  }

  /// Returns a failure if the media type of an actual body differs from the promised one.
  ///
  /// Such a body cannot be compared. An unknown type is not a failure.
  func failure(ofType field: String?) -> ContractFailure? {
    guard let expected = contentType.map(MediaType.init), let field else { return nil }
    let actual = MediaType(field)
    guard actual.name != expected.name, !(actual.isJSON && expected.isJSON),
      !(actual.isXML && expected.isXML)
    else { return nil }
    return ContractFailure(at: "header Content-Type", expected: expected.name, actual: field)
  }
}

/// Values by their names, in the order of the first value of each name.
struct Grouped<Value> {
  private var names: [String] = []
  private var values: [String: [Value]] = [:]

  init(_ all: [Value], by name: (Value) -> String) {
    for value in all {
      let name = name(value)
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(value)
    }
  }

  subscript(name: String) -> [Value] { values[name] ?? [] }

  /// Returns the names, and then those that only `other` has.
  func names(with other: Grouped) -> [String] {
    names + other.names.filter { values[$0] == nil }
  }
}

/// Compares query parameters and form fields, which a contract lists completely.
enum FieldComparison {
  /// Returns the differences; fields may come in any order, but the values of one name may not.
  static func failures(
    _ expected: [FormField], _ actual: [FormField], _ rules: [PactRule], as kind: String
  ) -> [ContractFailure] {
    let (wanted, found) = (Grouped(expected, by: \.name), Grouped(actual, by: \.name))
    return wanted.names(with: found).flatMap { name in
      let examples = wanted[name].map(\.value)
      let values = found[name].map(\.value)
      guard !examples.isEmpty, !values.isEmpty else {
        return [ContractFailure(at: "\(kind) \(name)", of: examples, values)]
      }
      return compare(values, with: examples, by: rules, name, at: "\(kind) \(name)")
    }
  }

  /// Compares the values of one name; under a rule for the name, there may be any number of them.
  private static func compare(
    _ values: [String], with examples: [String], by rules: [PactRule], _ name: String,
    at place: String
  ) -> [ContractFailure] {
    let path = PactPath([.member(name)])
    let whole = rules.best(path)
    if whole == nil, values.count != examples.count {
      return [ContractFailure(at: place, of: examples, values)]
    }
    for matcher in whole.map({ $0.place.steps.isEmpty ? [] : $0.matchers }) ?? [] {
      switch matcher {
      case .type(let min, let max) where values.count < min ?? 0 || values.count > max ?? .max:
        return [ContractFailure(at: place, of: examples, values)]
      case .arrayContains(let variants):
        return variants.compactMap { missing($0, of: examples, in: values, at: place) }
      default: break
      }
    }
    return values.enumerated().compactMap { index, value in
      let example = examples.indices.contains(index) ? examples[index] : examples[0]
      let rule = rules.best(path.appending(.element(index)))
      guard let rule = rule?.place.steps.count == 2 ? rule : whole?.ofValues else {
        return value == example
          ? nil : ContractFailure(at: place, expected: example, actual: value)
      }
      return rule.failure(example: example, text: value, at: place)
    }
  }

  /// Returns a failure if no value matches a variant of `arrayContains`.
  private static func missing(
    _ variant: PactVariant, of examples: [String], in values: [String], at place: String
  ) -> ContractFailure? {
    guard examples.indices.contains(variant.index) else { return nil }
    let rule = variant.rules.best(.root) ?? PactRule(.root, [.equality])
    let failures = values.map {
      rule.failure(example: examples[variant.index], text: $0, at: place)
    }
    return failures.contains(nil) ? nil : failures.first ?? nil
  }
}

extension PactRule {
  /// The rule for each value of a list under this rule: the rules of `eachValue`, or the same rule.
  var ofValues: PactRule {
    let inner = matchers.flatMap { matcher -> [PactMatcher] in
      if case .eachValue(let matchers) = matcher { matchers } else { [] }
    }
    return inner.isEmpty ? self : PactRule(place, inner)
  }

  /// Returns whether a binary body matches under this rule.
  fileprivate func admits(_ body: [UInt8], example: [UInt8]) -> Bool {
    let text = String(validating: body, as: UTF8.self)
    let results = matchers.map { matcher in
      switch matcher {
      case .type: true
      case .equality: body == example
      case .notEmpty: !body.isEmpty
      case .contentType(let type): ContentSniffer.fits(body, MediaType(type))
      case .regex, .include: text.map { matcher.admits(.string($0)) } ?? false
      default: false
      }
    }
    return combination == .or ? results.contains(true) : !results.contains(false)
  }

  /// Returns the failure of a text under this rule; `nil` if the text matches.
  func failure(example: String, text: String, at place: String) -> ContractFailure? {
    let results = matchers.map { matcher in
      matcher == .equality ? example == text : matcher.admits(.string(text), isText: true)
    }
    let holds = combination == .or ? results.contains(true) : !results.contains(false)
    guard !holds else { return nil }
    let words = matchers.map { $0.words(for: .string(example)) }
    let glue = combination == .or ? ", or " : ", and "
    return ContractFailure(at: place, expected: words.joined(separator: glue), actual: text)
  }
}

extension ContractFailure {
  /// Creates a failure of a field with several values; no values mean that the field is missing.
  init(at place: String, of expected: [String], _ actual: [String]) {
    func words(_ values: [String]) -> String {
      values.isEmpty ? "nothing" : values.joined(separator: ", ")
    }
    self.init(at: place, expected: words(expected), actual: words(actual))
  }
}

extension JSON {
  /// Returns the value of a JSON text, or `nil` if it is invalid.
  static func parsed(_ bytes: [UInt8]) -> JSON? {
    do throws(JSONError) { return try parse(bytes) } catch { return nil }
  }
}
