import GhostlightCore

extension SecretWalker {
  /// A JSON text with its secrets replaced, `nil` where it has none.
  mutating func json(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    guard depth <= Self.deepest else { return nil }
    var scanner = JSONScalarScanner(bytes, rules)
    var edits = TextEdits()
    for scalar in scanner.scan() {
      guard let changed = scalarText(scalar, depth: depth), changed != scalar.value else {
        continue
      }
      edits.replace(
        scalar.range, by: scalar.isNumber ? Array(changed.utf8) : JSON.string(changed).bytes)
    }
    return edits.applied(to: bytes)
  }

  private mutating func scalarText(_ scalar: ScannedScalar, depth: Int) -> String? {
    guard let name = scalar.secretName else { return text(scalar.value, depth: depth + 1) }
    guard !scalar.value.isEmpty else { return nil }
    return sink.replacement(
      for: SecretSighting(name: name, value: scalar.value, isNumber: scalar.isNumber))
  }
}
