public import GhostlightCore

/// Finds what redaction left over in a HAR file, whoever wrote it.
///
/// It looks where ``Redactor`` looks, in the file's own places, and for texts that look random.
/// Those have 20 or more letters and digits in quick change; UUIDs, object ids, digests and other
/// hexadecimal never count, nor does anything under names such as `etag` or `date`.
public struct RedactionLint: Sendable {
  private let rules: RedactionRules

  /// Makes a lint; of the standard rules unless given others.
  public init(_ rules: RedactionRules = .standard) { self.rules = rules }

  /// The leftovers of a HAR document, in the order they stand in.
  public func findings(in document: JSON) -> [LintFinding] {
    var walk = LintWalk(rules)
    walk.value(document, LintPlace())
    return walk.findings
  }
}

/// Something in a recording that looks like a secret.
public struct LintFinding: Sendable, Hashable {
  /// What gives it away.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It stands under a secret name, or has the looks of a token.
    case secret
    /// It is a JSON web token.
    case token
    /// It is a private key.
    case key
    /// It looks random.
    case random
    /// It is a compressed body, in which nobody can look for secrets.
    case compressed
  }

  /// What gives it away.
  public var kind: Kind
  /// The number of the entry, from 0; `nil` outside entries.
  public var entry: Int?
  /// Where it stands in the file: `$.log.entries[2].request.headers[0].value`.
  public var path: String
  /// The name it stands under: `access_token`.
  public var name: String
  /// How the value begins, never more than a third of it.
  public var excerpt: String

  /// Makes a finding; of `value` only the beginning is kept.
  init(_ kind: Kind, entry: Int?, path: String, name: String, value: String) {
    self.kind = kind
    self.entry = entry
    self.path = path
    self.name = name
    excerpt = String(value.prefix(min(4, value.count / 3))) + "…"
  }
}

extension LintFinding: CustomStringConvertible {
  /// One line with place and remedy.
  public var description: String {
    switch kind {
    case .random:
      "\(path): \(excerpt) looks random: redact \"\(name)\", or allow the name"
    case .compressed:
      "\(path): is compressed, so nobody sees its secrets: record it without compression"
    default:
      "\(path): \(excerpt) is a secret (\(name)) that is not redacted"
    }
  }
}

/// One walk of a lint over a HAR document.
struct LintWalk {
  private(set) var findings: [LintFinding] = []
  private let rules: RedactionRules
  private var walker: SecretWalker<LintSink>

  init(_ rules: RedactionRules) {
    self.rules = rules
    walker = SecretWalker(rules, LintSink(allowed: rules.allowedValues))
  }

  mutating func value(_ value: JSON, _ place: LintPlace) {
    switch value {
    case .object(let object): members(of: object, place)
    case .array(let values):
      for (index, element) in values.enumerated() { self.value(element, place.element(index)) }
    case .string(let text): string(text, place)
    case .integer, .double, .decimal:
      guard rules.isSecret(name: place.name) else { return }
      report(SecretSighting(name: place.name, value: value.text(), isNumber: true), place)
    case .null, .bool: break
    }
  }

  private mutating func members(of object: JSONObject, _ place: LintPlace) {
    if let name = object["name"]?.string, let text = object["value"]?.string {
      pair(name, text, place)
      for member in object.members where member.key != "name" && member.key != "value" {
        value(member.value, place.member(member.key))
      }
    } else if let type = object["mimeType"]?.string, let text = object["text"]?.string {
      body(text, type: type, of: object, place.member("text"))
      for member in object.members where member.key != "text" {
        value(member.value, place.member(member.key))
      }
    } else {
      for member in object.members { value(member.value, place.member(member.key)) }
    }
  }

  /// A header field, a cookie, a parameter: a name with its value.
  private mutating func pair(_ name: String, _ text: String, _ place: LintPlace) {
    var place = place.member("value")
    place.name = name
    switch place.list {
    case "headers": _ = walker.header(name.lowercased(), text)
    case "cookies" where !rules.isException(name): _ = walker.cookie("\(name)=\(text)")
    case "queryString", "params":
      let query = PercentEncoding.encode(name) + "=" + PercentEncoding.encode(text)
      _ = walker.pairs(Array(query.utf8), depth: 0)
    default: return string(text, place)
    }
    if !collect(place) { random(text, place) }
  }

  private mutating func body(
    _ text: String, type: String, of object: JSONObject, _ place: LintPlace
  ) {
    let isEncoded = object["encoding"] == "base64" || object["_encoding"] == "base64"
    let bytes = isEncoded ? Base64Text.decode(text) ?? [] : Array(text.utf8)
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      let finding = LintFinding(
        .compressed, entry: place.entry, path: place.path, name: "text", value: "")
      return findings.append(finding)
    }
    _ = walker.body(bytes, type: type)
    if !collect(place), let text = String(validating: bytes, as: UTF8.self) { random(text, place) }
  }

  private mutating func string(_ text: String, _ place: LintPlace) {
    if rules.isSecret(name: place.name), !text.isEmpty {
      _ = walker.secret(text, named: place.name)
    } else if place.name == "url" {
      _ = url(text)
    } else {
      _ = walker.text(text, depth: 0)
    }
    if !collect(place) { random(text, place) }
  }

  private mutating func url(_ text: String) -> RequestTarget {
    let parts = text.split(separator: "?", maxSplits: 1)
    _ = walker.text(String(parts.first ?? ""), depth: 0)
    return walker.target(RequestTarget("/?" + (parts.count > 1 ? parts[1] : "")))
  }

  /// Whether the walker found anything.
  private mutating func collect(_ place: LintPlace) -> Bool {
    let found = walker.sink.take()
    for sighting in found { report(sighting, place) }
    return !found.isEmpty
  }

  private mutating func report(_ sighting: SecretSighting, _ place: LintPlace) {
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
        kind, entry: place.entry, path: place.path, name: sighting.name, value: sighting.value))
  }

  private mutating func random(_ text: String, _ place: LintPlace) {
    guard !Self.isHarmless(place.name) else { return }
    var rest = text
    for value in rules.allowedValues { rest = rest.replacing(value, with: "") }
    guard let run = RandomText.find(in: rest) else { return }
    findings.append(
      LintFinding(
        .random, entry: place.entry, path: place.path, name: place.name, value: run))
  }

  /// Names of what is as random as a secret, and none.
  private static func isHarmless(_ name: String) -> Bool {
    let name = SecretName(name).text
    return endings.contains { name.hasSuffix($0) }
  }

  private static let endings = [
    "etag", "match", "date", "time", "hash", "digest", "md5", "sha1", "sha256", "checksum", "rid",
    "continuation", "agent", "integrity", "nonce", "requestid", "traceid", "activityid",
    "traceparent", "boundary", "contenttype", "mimetype", "range", "websocketkey",
    "websocketaccept",
  ]
}

/// Collects what redaction would replace, and leaves it as it is.
struct LintSink: SecretSink {
  private let allowed: Set<String>
  private var found: [SecretSighting] = []

  init(allowed: Set<String>) { self.allowed = allowed }

  mutating func replacement(for sighting: SecretSighting) -> String {
    let value = sighting.value
    if !value.isEmpty, !allowed.contains(value), !Placeholder.isRedacted(value) {
      found.append(sighting)
    }
    return value
  }

  /// What was found since the last time.
  mutating func take() -> [SecretSighting] {
    defer { found = [] }
    return found
  }
}

/// Where a lint is in a HAR document.
struct LintPlace {
  /// The way from the root.
  var path = "$"
  /// The number of the entry, once inside one.
  var entry: Int?
  /// The nearest name.
  var name = ""
  /// The list that an element stands in: `headers`, `cookies`, `queryString`, `params`.
  var list = ""

  func member(_ key: String) -> LintPlace {
    var place = self
    let isPlain = !key.isEmpty && key.utf8.allSatisfy(TokenBytes.isWord) && !key.contains(".")
    place.path += isPlain ? "." + key : "[\"\(key)\"]"
    place.name = key
    return place
  }

  func element(_ index: Int) -> LintPlace {
    var place = self
    if path == "$.log.entries" { place.entry = index }
    place.path += "[\(index)]"
    place.list = name
    return place
  }
}
