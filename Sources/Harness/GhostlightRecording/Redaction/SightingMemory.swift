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
