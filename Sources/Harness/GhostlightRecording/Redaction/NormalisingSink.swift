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
  let kept: Set<String>
  /// The placeholders of values under weak names, by their numbers.
  var weak: [Int: String] = [:]
  /// The placeholders that keep requests apart, by the values that they stand for here.
  var apart: [String: String] = [:]
  /// The client's own secrets in this request.
  private(set) var masked: [String] = []
  /// The values under weak names, in order.
  private(set) var values: [String] = []

  init(
    ledger: [String: String], kept: Set<String>, weak: [Int: String] = [:],
    apart: [String: String] = [:]
  ) {
    self.ledger = ledger
    self.kept = kept
    self.weak = weak
    self.apart = apart
  }

  mutating func replacement(for sighting: SecretSighting) -> String {
    if sighting.isVolatile { return Placeholder.anything }
    let value = ledger[sighting.value] ?? sighting.value
    let inside = Placeholder.all(in: Array(value.utf8)).last ?? value
    if kept.contains(inside) { return value }
    if sighting.isWeak || Placeholder.weakNumber(in: inside) != nil {
      let known =
        Placeholder.weakNumber(in: inside) != nil
        ? inside : weak[Placeholder.weakNumber(of: value)]
      if let known, kept.contains(known) { return known }
      let value = known ?? value
      if let kept = apart[value] { return kept }
      if !values.contains(value) { values.append(value) }
    }
    if !Placeholder.isRedacted(value) { masked.append(value) }
    return Placeholder.mask(isNumber: sighting.isNumber)
  }
}

/// Masks every secret.
struct MaskingSink: SecretSink {
  let allowed: Set<String>

  mutating func replacement(for sighting: SecretSighting) -> String {
    allowed.contains(sighting.value) ? sighting.value : Placeholder.anything
  }
}
