public import GhostlightCore

/// Takes the secrets out of recordings, and makes requests comparable with what is left.
///
/// The same secret becomes the same placeholder everywhere, so that a recording of login, use and
/// refresh still replays: the client gets placeholders, and gives them back.
public struct Redactor: Sendable {
  /// What counts as a secret.
  public var rules: RedactionRules

  /// Makes a redactor; of the standard rules unless given others.
  public init(_ rules: RedactionRules = .standard) { self.rules = rules }

  /// The recording without its secrets; redacting it again changes nothing.
  ///
  /// Secrets are found by the names they stand under and by what they look like, in URLs, header
  /// fields, cookies, forms, JSON, multipart bodies, plain text and what these hold in turn. Then
  /// their values are looked for everywhere else, raw, percent-encoded, escaped and in base64. A
  /// weak value, such as `1234`, is replaced under secret names only. `Content-Length` follows.
  public func redact(_ recording: Recording) -> Recording {
    guard rules.isOn else { return recording }
    return redacted(recording).recording
  }

  /// The redacted recording, and the secrets it had.
  func redacted(_ recording: Recording) -> (recording: Recording, ledger: SecretLedger) {
    var result = recording.withDecodedBodies
    var collector = SecretCollector(rules)
    for exchange in result.exchanges { collector.read(exchange) }
    if let comment = result.comment { collector.read(comment: comment) }
    var replacer = collector.replacer
    for position in result.exchanges.indices {
      result.exchanges[position] = replacer.redact(result.exchanges[position])
    }
    result.comment = result.comment.map { replacer.redact(comment: $0) }
    return (result, replacer.ledger)
  }
}

extension Redactor {
  /// Makes requests comparable: recorded ones, redacted or not, and those of a live client.
  ///
  /// What stands under a secret name is masked on both sides, so any password matches the recorded
  /// one, and so are signatures with their nonces and times. Only what the recorded server itself
  /// issued, such as tokens and session ids, stays apart: the client got it as a placeholder and
  /// gives that back.
  public func normaliser(for recording: Recording) -> @Sendable (Request) -> Request {
    guard rules.isOn else { return { request in request } }
    let (redacted, secrets) = redacted(recording)
    let issued = issued(in: redacted)
    let ledger = secrets.placeholders.merging(secrets.numbers) { text, _ in text }
    let known = secrets.index
    let rules = rules
    return { request in
      var walker = SecretWalker(rules, NormalisingSink(ledger: ledger, issued: issued))
      var request = walker.walk(request)
      if !known.isEmpty { request = SecretSweep(known).clean(request) }
      request = Self.mask(walker.sink.masked, in: request)
      return SecretSweep { Self.maskPlaceholders(in: $0, but: issued) }.clean(request)
    }
  }

  /// One request, masked with no recording to say what a server issued: placeholders stay.
  public func normalise(_ request: Request) -> Request {
    guard rules.isOn else { return request }
    var scan = PlaceholderScan()
    scan.read(request)
    var walker = SecretWalker(rules, NormalisingSink(ledger: [:], issued: scan.found))
    let masked = walker.walk(request)
    return Self.mask(walker.sink.masked, in: masked)
  }

  /// The placeholders that the client learns from responses.
  private func issued(in recording: Recording) -> Set<String> {
    var scan = PlaceholderScan()
    var walker = SecretWalker(rules, SightingMemory())
    for exchange in recording.exchanges {
      _ = walker.walk(exchange.request)
      scan.note(walker.sink.take(), isIssued: false)
      scan.read(exchange.request)
      _ = walker.walk(exchange.response)
      scan.note(walker.sink.take(), isIssued: true)
      scan.read(exchange.response)
    }
    return scan.issued
  }

  /// A request without the client's own secrets, also where no name gives them away.
  private static func mask(_ secrets: [String], in request: Request) -> Request {
    var index = SecretIndex()
    for secret in secrets { index.add(secret, replacement: Placeholder.anything) }
    return SecretSweep(index).clean(request)
  }

  private static func maskPlaceholders(in bytes: [UInt8], but issued: Set<String>) -> [UInt8]? {
    var edits = TextEdits()
    for range in Placeholder.ranges(in: bytes)
    where !issued.contains(String(decoding: bytes[range], as: UTF8.self)) {
      edits.replace(range, by: Placeholder.anything.utf8)
    }
    return edits.applied(to: bytes)
  }
}

/// Remembers the values under secret names, and leaves them as they are.
struct SightingMemory: SecretSink {
  private var values: [String] = []

  /// The values since the last time.
  mutating func take() -> [String] {
    defer { values = [] }
    return values
  }

  mutating func replacement(for sighting: SecretSighting) -> String {
    values.append(sighting.value)
    return sighting.value
  }
}

/// Masks what a client brings along, and keeps what it was given.
struct NormalisingSink: SecretSink {
  /// The placeholders of secrets that a recording had before it was redacted.
  let ledger: [String: String]
  /// The placeholders that responses brought.
  let issued: Set<String>
  /// The client's own secrets in this request.
  private(set) var masked: [String] = []

  init(ledger: [String: String], issued: Set<String>) {
    self.ledger = ledger
    self.issued = issued
  }

  mutating func replacement(for sighting: SecretSighting) -> String {
    if sighting.isVolatile { return Placeholder.anything }
    let value = ledger[sighting.value] ?? sighting.value
    let inside = Placeholder.all(in: Array(value.utf8)).last ?? value
    if issued.contains(inside) { return value }
    if !Placeholder.isRedacted(value) { masked.append(value) }
    return Placeholder.mask(isNumber: sighting.isNumber)
  }
}
