/// Collects the values under secret names, but leaves them unchanged.
struct SecretOccurrenceLog: SecretSink {
  private var values: [String] = []

  /// Removes and returns the values that were collected since the last call.
  mutating func drain() -> [String] {
    defer { values = [] }
    return values
  }

  mutating func replacement(for sighting: SecretOccurrence) -> String {
    values.append(sighting.value)
    return sighting.value
  }
}

/// Masks the client's own secrets, and keeps placeholders that the server issued to the client.
struct NormalisingSink: SecretSink {
  /// The placeholders of the secrets that the recording contained before redaction, keyed by
  /// secret.
  let ledger: [String: String]
  /// The placeholders that are not masked, because they first appeared in a response.
  let kept: Set<String>
  /// The placeholders of values under weak names, keyed by the checksum in the placeholder.
  var weak: [Int: String] = [:]
  /// The placeholders that distinguish otherwise equal requests, keyed by the value to replace.
  var apart: [String: String] = [:]
  /// The values in this request that were masked as the client's own secrets.
  private(set) var masked: [String] = []
  /// The values under weak names in this request, in order.
  private(set) var values: [String] = []

  mutating func replacement(for sighting: SecretOccurrence) -> String {
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

/// Masks every secret except allowed values.
struct MaskingSink: SecretSink {
  let allowed: Set<String>

  mutating func replacement(for sighting: SecretOccurrence) -> String {
    allowed.contains(sighting.value) ? sighting.value : Placeholder.anything
  }
}
