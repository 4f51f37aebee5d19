public import GhostlightCore

/// Replaces the secrets in recordings with placeholders, and normalizes requests for a replay.
///
/// The same secret becomes the same placeholder everywhere, and two secrets never share a
/// placeholder. A recording of login, use and refresh can therefore still be replayed: the client
/// receives placeholders and sends them back. A redactor has no mutable state and may be used by
/// several threads at once.
///
/// ```swift
/// import GhostlightRecording
///
/// func replayer(of recording: Recording) -> Replayer {
///   let redactor = Redactor()
///   let redacted = redactor.redact(recording)
///   return Replayer(redacted, normalise: redactor.normaliser(for: redacted))
/// }
/// ```
public struct Redactor: Sendable {
  /// The rules that decide which values are secrets.
  public var rules: RedactionRules

  /// Creates a redactor that applies the given rules.
  public init(_ rules: RedactionRules = .standard) { self.rules = rules }

  /// Returns the recording with its secrets replaced; redacting the result again changes nothing.
  ///
  /// Secrets are found by their names and forms, in URLs, header fields, cookies, forms, JSON, XML,
  /// HTML, YAML, multipart bodies, plain text, and values nested in these. The values found are
  /// then replaced everywhere else, too: raw, percent-encoded, escaped and in base64. A short
  /// value, such as `1234`, is replaced only under strong names. `Content-Length` is corrected.
  public func redact(_ recording: Recording) -> Recording {
    guard rules.isOn else { return recording }
    return redacted(recording).recording
  }

  /// Returns the recording with its secrets replaced, including those that only the lint finds.
  ///
  /// The returned findings are those that cannot be replaced, because they are in binary bodies or
  /// in bodies that cannot be decoded.
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
    // A HAR file has the comment before the exchanges, so its secrets are numbered first.
    if let comment = result.comment {
      let found = lint.findings(inComment: replacer.redact(comment: comment))
      replacer.add(found)
      findings = lint.findings(inComment: replacer.redact(comment: comment))
    }
    for position in result.exchanges.indices {
      let linted = replacer.redact(result.exchanges[position], at: position, lint: lint)
      result.exchanges[position] = linted.exchange
      findings += linted.left
    }
    result.comment = result.comment.map { replacer.redact(comment: $0) }
    return (result, findings)
  }

  /// Returns a request target with each secret replaced by `REDACTED`, for logs and messages.
  public func masked(_ target: RequestTarget) -> RequestTarget {
    guard rules.isOn else { return target }
    var walker = SecretWalker(rules, MaskingSink(allowed: rules.allowedValues))
    return walker.target(target)
  }

  /// Returns the redacted recording, and a ledger of the secrets that the original contained.
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

extension RedactionLint {
  /// Returns the findings in a HAR file that has this comment and no exchanges.
  fileprivate func findings(inComment comment: String) -> [LintFinding] {
    findings(
      in: .object(HARDocument(HARLog([], creator: .ghostlight, comment: comment)).json))
  }
}
