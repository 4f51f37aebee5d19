import GhostlightCore

/// One pass of a ``RedactionLint`` through a HAR document.
struct LintWalk {
  /// A step of a path, from a JSON value to a value inside it.
  private enum Step: Equatable {
    case member(String)
    case element(Int)
  }

  private(set) var findings: [LintFinding] = []
  private var steps: [Step] = []
  /// The index of the current entry; `nil` outside of the entries.
  private var entry: Int?
  /// The `Content-Encoding` of the current message; empty if it has none.
  private var coding = ""
  /// The current entry's note `_undecoded`: the reasons, by message (`request` or `response`).
  private var undecoded: JSONObject = [:]
  private static let entries: [Step] = [.member("log"), .member("entries")]
  private let rules: RedactionRules
  private var walker: SecretWalker<LintSink>

  init(_ rules: RedactionRules) {
    self.rules = rules
    walker = SecretWalker(rules, LintSink(allowed: rules.allowedValues))
  }

  /// Checks the entry at `index` in the file.
  mutating func entry(_ value: JSON, _ index: Int) {
    steps = [.member("log"), .member("entries"), .element(index)]
    entry = index
    self.value(value, LintContext())
  }

  mutating func value(_ value: JSON, _ place: LintContext) {
    switch value {
    case .object(let object): members(of: object, place)
    case .array(let values):
      let isOfEntries = steps == Self.entries
      for (index, element) in values.enumerated() {
        if isOfEntries { entry = index }
        steps.append(.element(index))
        self.value(element, place.element)
        steps.removeLast()
      }
      if isOfEntries { entry = nil }
    case .string(let text): string(text, place)
    case .integer, .double, .decimal:
      guard rules.isSecret(value.text(), under: place.name), rules.isSecret(name: place.name) else {
        return
      }
      report(SecretOccurrence(name: place.name, value: value.text(), isNumber: true), place)
    case .null, .bool: break
    }
  }

  private mutating func members(of object: JSONObject, _ place: LintContext) {
    let (outer, outerNote) = (coding, undecoded)
    defer { (coding, undecoded) = (outer, outerNote) }
    if let note = object["_undecoded"]?.object { undecoded = note }
    if let headers = object["headers"]?.array { coding = Self.coding(headers) }
    if let name = object["name"]?.string, let text = object["value"]?.string {
      step("value") { $0.pair(name, text, place) }
      each(of: object, place) { $0 != "name" && $0 != "value" }
    } else if let type = object["mimeType"]?.string, let text = object["text"]?.string {
      step("text") { $0.body(text, type: type, of: object) }
      each(of: object, place) { $0 != "text" }
    } else {
      each(of: object, place) { _ in true }
    }
  }

  private mutating func each(
    of object: JSONObject, _ place: LintContext, where isWanted: (String) -> Bool
  ) {
    for member in object.members where isWanted(member.key) {
      step(member.key) { $0.value(member.value, place.member(member.key)) }
    }
  }

  private mutating func step(_ key: String, _ walk: (inout LintWalk) -> Void) {
    steps.append(.member(key))
    walk(&self)
    steps.removeLast()
  }

  private static func coding(_ headers: [JSON]) -> String {
    headers.filter { $0["name"]?.string?.lowercased() == "content-encoding" }
      .compactMap { $0["value"]?.string }.joined(separator: ",")
  }

  /// Checks a header field, cookie or parameter.
  private mutating func pair(_ name: String, _ text: String, _ place: LintContext) {
    var place = place
    place.name = name
    switch place.list {
    case "headers": _ = walker.header(name.lowercased(), text)
    case "cookies": _ = walker.cookie("\(name)=\(text)")
    case "queryString", "params":
      let query = PercentEncoding.encode(name) + "=" + PercentEncoding.encode(text)
      _ = walker.pairs(Array(query.utf8), depth: 0)
    default: return string(text, place)
    }
    if !collect(place) { random(text, place) }
  }

  private mutating func body(_ text: String, type: String, of object: JSONObject) {
    let place = LintContext(name: "text")
    let isEncoded = object["encoding"] == "base64" || object["_encoding"] == "base64"
    guard let saved = isEncoded ? HARBody.decode(text) : Array(text.utf8) else {
      return unreadable("is not valid base64")
    }
    let wasDecoded = object["compression"].flatMap(HARNumber.read) ?? 0 != 0
    var layers = BodyLayers(
      saved, coding: wasDecoded ? "" : coding, type: type, isSurelyCoded: isUndecoded)
    while let layer = layers.next() {
      switch layer {
      case .failure(let error): unreadable(error.reason)
      case .success(let bytes):
        _ = walker.body(bytes, type: type)
        let isFound = collect(place)
        let text = String(validating: bytes, as: UTF8.self)
        if BinaryNames.areLikely(bytes, isText: text != nil, type: type) {
          names(in: bytes, place)
        }
        guard !isFound else { continue }
        if let text { random(inBody: bytes, text, place) } else { tokens(in: bytes, place) }
      }
    }
  }

  /// Reports secret names in a binary body.
  ///
  /// Their values cannot be replaced, because that would make the stored lengths wrong.
  private mutating func names(in bytes: [UInt8], _ place: LintContext) {
    var names = BinaryNames(bytes, rules)
    while let (name, value) = names.next() {
      guard !rules.allowedValues.contains(value), !Placeholder.isRedacted(value) else { continue }
      findings.append(LintFinding(.binary, entry: entry, path: path, name: name, value: value))
    }
  }

  /// Reports random-looking strings in a body.
  ///
  /// In JSON, values under identifier names and parts of public keys are skipped.
  private mutating func random(inBody bytes: [UInt8], _ text: String, _ place: LintContext) {
    guard JSONScalarScanner.isLikely(bytes) else { return random(text, place) }
    var scanner = JSONScalarScanner(bytes, rules)
    let isKeySet = text.contains("\"kty\"")
    for scalar in scanner.scan() where !scalar.isNumber && scalar.content.count >= 20 {
      guard scalar.name?.strength != .harmless,
        !isKeySet || !Self.isOfPublicKey(bytes[..<scalar.range.lowerBound])
      else { continue }
      random(scalar.value(in: bytes), place)
    }
  }

  /// Returns whether the last member name in `before` is a public member of a JSON Web Key.
  ///
  /// - Source: RFC 7518, section 6.
  private static func isOfPublicKey(_ before: ArraySlice<UInt8>) -> Bool {
    let name = before.suffix(8).filter { !TokenBytes.isSpace($0) }.suffix(4)
    return ["\"n\":", "\"x\":", "\"y\":"].contains { name.elementsEqual($0.utf8) }
  }

  /// Whether the entry's note `_undecoded` marks the body of the current message as still coded.
  private var isUndecoded: Bool {
    undecoded.contains { side in steps.contains(.member(side.key)) }
  }

  /// Reports secrets with a known form in a binary body.
  private mutating func tokens(in bytes: [UInt8], _ place: LintContext) {
    var scanner = RunningText(bytes, rules)
    while let (range, name) = scanner.nextToken() {
      _ = walker.secret(String(decoding: bytes[range], as: UTF8.self), named: name)
    }
    _ = collect(place)
  }

  private mutating func unreadable(_ reason: String) {
    findings.append(LintFinding(.compressed, entry: entry, path: path, name: "text", value: reason))
  }

  private mutating func string(_ text: String, _ place: LintContext) {
    if place.name == "url" {
      _ = url(text)
    } else if walker.value(text, under: place.name) == nil {
      _ = walker.text(text, depth: 0)
    }
    if !collect(place) { random(text, place) }
  }

  private mutating func url(_ text: String) -> RequestTarget {
    let parts = text.split(separator: "?", maxSplits: 1)
    _ = walker.text(String(parts.first ?? ""), depth: 0)
    return walker.target(RequestTarget("/?" + (parts.count > 1 ? parts[1] : "")))
  }

  /// Reports all secrets that the walker has found; returns whether there were any.
  private mutating func collect(_ place: LintContext) -> Bool {
    let found = walker.sink.drain()
    for sighting in found { report(sighting, place) }
    return !found.isEmpty
  }

  private mutating func report(_ sighting: SecretOccurrence, _ place: LintContext) {
    guard !rules.allowedValues.contains(sighting.value), !Placeholder.isRedacted(sighting.value)
    else { return }
    let kind: LintFinding.Kind =
      switch sighting.name {
      case "private_key": .key
      case _ where JSONWebToken(sighting.value) != nil: .token
      default: .secret
      }
    findings.append(
      LintFinding(
        kind, entry: entry, path: path, name: sighting.name, value: sighting.value))
  }

  private mutating func random(_ text: String, _ place: LintContext) {
    guard rules.strength(of: place.name) != .harmless else { return }
    let allowed = rules.allowedValues.filter { Self.holds($0, text) }
    var rest = text
    for value in allowed { rest = rest.replacing(value, with: "") }
    guard let run = RandomText.find(in: rest) else { return }
    findings.append(
      LintFinding(
        .random, entry: entry, path: path, name: place.name, value: run))
  }

  /// Returns whether a string contains a value.
  ///
  /// Compares bytes, because that is faster and hardly any string contains the value.
  private static func holds(_ value: String, _ text: String) -> Bool {
    guard text.utf8.count >= value.utf8.count, let first = value.utf8.first else { return false }
    return text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.indices.dropLast(value.utf8.count - 1).contains { index in
        bytes[index] == first && bytes[index...].starts(with: value.utf8)
      }
    } ?? text.contains(value)
  }
}

/// Collects the values that redaction would replace, but leaves them unchanged.
struct LintSink: SecretSink {
  private let allowed: Set<String>
  private var found: [SecretOccurrence] = []

  init(allowed: Set<String>) { self.allowed = allowed }

  mutating func replacement(for sighting: SecretOccurrence) -> String {
    let value = sighting.value
    if !value.isEmpty, !allowed.contains(value), !Placeholder.isRedacted(value) {
      found.append(sighting)
    }
    return value
  }

  /// Removes and returns the secrets that were collected since the last call.
  mutating func drain() -> [SecretOccurrence] {
    defer { found = [] }
    return found
  }
}

/// The context of a value in a HAR document.
struct LintContext {
  /// The nearest member name.
  var name = ""
  /// The name of the list that contains the value, such as `headers` or `cookies`; empty if none.
  var list = ""

  func member(_ key: String) -> LintContext { LintContext(name: key, list: list) }

  var element: LintContext { LintContext(name: name, list: name) }
}

extension LintWalk {
  /// The path of the current value: `$.log.entries[2].request.headers[0].value`.
  private var path: String {
    steps.reduce(into: "$") { path, step in
      switch step {
      case .element(let index): path += "[\(index)]"
      case .member(let key):
        let isPlain = !key.isEmpty && key.utf8.allSatisfy(TokenBytes.isWord) && !key.contains(".")
        path += isPlain ? "." + key : "[\"\(key)\"]"
      }
    }
  }
}
