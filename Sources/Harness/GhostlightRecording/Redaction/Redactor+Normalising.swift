public import GhostlightCore

extension Redactor {
  /// Makes requests comparable: recorded ones, redacted or not, and those of a live client.
  ///
  /// What stands under a secret name is masked on both sides, so any password matches the recorded
  /// one, and so are signatures with their nonces and times. Only what the recorded server itself
  /// issued, such as tokens and session ids, stays apart: the client got it as a placeholder and
  /// gives that back.
  public func normaliser(for recording: Recording) -> @Sendable (Request) -> Request {
    guard rules.isOn else { return { request in request } }
    let (redacted, secrets) = learn(recording)
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
