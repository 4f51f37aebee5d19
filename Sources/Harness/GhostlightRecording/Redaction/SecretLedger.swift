/// The secrets of a recording with their placeholders, numbered by first appearance.
struct SecretLedger: SecretSink {
  /// The placeholder of each secret; numbers by their digits.
  private(set) var placeholders: [String: String] = [:]
  private(set) var numbers: [String: String] = [:]
  private let allowed: Set<String>
  /// Placeholders that stand in the recording already.
  private let taken: Set<String>
  private var counts: [String: Int] = [:]

  init(allowed: Set<String>, taken: Set<String> = []) {
    self.allowed = allowed
    self.taken = taken
  }

  mutating func replacement(for sighting: SecretSighting) -> String {
    let value = sighting.value
    guard !value.isEmpty, !allowed.contains(value), !Placeholder.isRedacted(value) else {
      return value
    }
    if sighting.isNumber { return number(value) }
    if let known = placeholders[value] { return known }
    let placeholder: String
    if sighting.isVolatile {
      placeholder = Placeholder.mask(isNumber: value.utf8.allSatisfy { (0x30...0x39).contains($0) })
      guard placeholder == Placeholder.anything else { return placeholder }
    } else {
      placeholder = Placeholder.shaped(next(named: sighting.name), like: value)
    }
    placeholders[value] = placeholder
    return placeholder
  }

  private mutating func number(_ value: String) -> String {
    if let known = numbers[value] { return known }
    counts["", default: 0] += 1
    let placeholder = Placeholder.number(counts["", default: 0])
    numbers[value] = placeholder
    return placeholder
  }

  private mutating func next(named name: String) -> String {
    let name = SecretName(name).text.isEmpty ? "secret" : name
    while true {
      counts[name.lowercased(), default: 0] += 1
      let placeholder = Placeholder.text(name: name, number: counts[name.lowercased(), default: 0])
      if !taken.contains(placeholder) { return placeholder }
    }
  }

  /// What finds the secrets wherever else they stand.
  var index: SecretIndex {
    var index = SecretIndex()
    for (secret, placeholder) in placeholders { index.add(secret, replacement: placeholder) }
    return index
  }
}
