public import GhostlightCore

/// Takes the secrets out of recordings, and makes requests comparable with what is left.
///
/// The same secret becomes the same placeholder everywhere, and two secrets never share one. So a
/// recording of login, use and refresh still replays: the client gets placeholders, and sends them
/// back.
public struct Redactor: Sendable {
  /// What counts as a secret.
  public var rules: RedactionRules

  /// Makes a redactor; of the standard rules unless given others.
  public init(_ rules: RedactionRules = .standard) { self.rules = rules }

  /// The recording without its secrets; redacting it again changes nothing.
  ///
  /// Secrets are found by the names they stand under and by their forms, in URLs, header fields,
  /// cookies, forms, JSON, XML, HTML, YAML, multipart bodies, plain text and what these hold in turn.
  /// Then their values are looked for everywhere else, raw, percent-encoded, escaped and in base64.
  /// A short value, such as `1234`, is replaced under strong names only. `Content-Length` follows.
  public func redact(_ recording: Recording) -> Recording {
    guard rules.isOn else { return recording }
    return redacted(recording).recording
  }

  /// Returns the recording without its secrets and without what the lint takes for one afterwards,
  /// and the findings that are left: in binary bodies, and in such as cannot be decoded.
  public func redactCompletely(
    _ recording: Recording
  ) -> (recording: Recording, findings: [LintFinding]) {
    guard rules.isOn else { return (recording, []) }
    var result = recording.withDecodedBodies
    var collector = SecretCollector(rules)
    for exchange in result.exchanges { collector.read(exchange) }
    if let comment = result.comment { collector.read(comment: comment) }
    var replacer = collector.replacer
    let lint = RedactionLint(rules)
    var findings: [LintFinding] = []
    for position in result.exchanges.indices {
      let linted = replacer.redact(result.exchanges[position], at: position, lint: lint)
      result.exchanges[position] = linted.exchange
      findings += linted.left
    }
    result.comment = result.comment.map { replacer.redact(comment: $0) }
    return (result, findings)
  }

  /// Returns the target of a request for people to read: all its secrets are `REDACTED`.
  public func masked(_ target: RequestTarget) -> RequestTarget {
    guard rules.isOn else { return target }
    var walker = SecretWalker(rules, MaskingSink(allowed: rules.allowedValues))
    return walker.target(target)
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
