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
