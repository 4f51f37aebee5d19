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
