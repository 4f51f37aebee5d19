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
    return learn(recording).recording
  }

  /// The redacted recording, and the secrets it had.
  func learn(_ recording: Recording) -> (recording: Recording, ledger: SecretLedger) {
    var taken = PlaceholderScan()
    for exchange in recording.exchanges { taken.read(exchange) }
    var walker = SecretWalker(
      rules, SecretLedger(allowed: rules.allowedValues, taken: Set(taken.found)))
    var result = recording
    for position in result.exchanges.indices {
      result.exchanges[position] = walker.walk(result.exchanges[position])
    }
    if let comment = result.comment { result.comment = walker.text(comment, depth: 0) ?? comment }
    let sweep = SecretSweep(walker.sink.index)
    for position in result.exchanges.indices {
      result.exchanges[position] = sweep.clean(result.exchanges[position])
    }
    result.comment = result.comment.map(sweep.clean)
    return (result, walker.sink)
  }
}
