import GhostlightCore

extension SecretWalker {
  /// Returns JSON with its secrets replaced; `nil` if it contains none.
  mutating func json(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    guard depth <= Self.deepest else { return nil }
    var scanner = JSONScalarScanner(bytes, rules)
    var edits = TextEdits()
    for scalar in scanner.scan() {
      let value = scalar.value(in: bytes)
      guard let changed = replacement(of: scalar, value, depth: depth), changed != value else {
        continue
      }
      edits.replace(
        scalar.range, by: scalar.isNumber ? Array(changed.utf8) : JSON.string(changed).bytes)
    }
    return edits.applied(to: bytes)
  }

  private mutating func replacement(
    of scalar: ScannedScalar, _ value: String, depth: Int
  ) -> String? {
    guard let name = scalar.name else {
      return scalar.isNumber ? nil : text(value, depth: depth + 1)
    }
    guard !value.isEmpty else { return nil }
    if scalar.isNumber {
      let sighting = SecretOccurrence(name: name.text, value: value, isNumber: true)
      return name.strength == .strong ? sink.replacement(for: sighting) : nil
    }
    return self.value(value, under: name) ?? text(value, depth: depth + 1)
  }

  private mutating func value(_ value: String, under name: ScannedName) -> String? {
    switch name.strength {
    case .harmless, .unknown: return nil
    case .weak:
      guard isWeakSecret(Array(value.utf8)[...]) else { return nil }
      return sink.replacement(for: SecretOccurrence(name: name.text, value: value, isWeak: true))
    case .strong: return self.value(value, under: name.text) ?? secret(value, named: name.text)
    }
  }
}
