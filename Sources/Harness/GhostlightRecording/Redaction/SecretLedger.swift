import GhostlightCore

/// The first of two passes of a redaction: collects the secrets of exchanges, one exchange at a
/// time.
///
/// With two passes, a recording of any length can be redacted with only one exchange and all
/// secrets in memory. Pass every exchange to both passes, in the same order.
package struct SecretCollector: Sendable {
  private let rules: RedactionRules
  private var taken = PlaceholderScan()
  private var walker: SecretWalker<SightingCollection>

  /// Creates a collector of all values that the rules consider secret.
  package init(_ rules: RedactionRules = .standard) {
    self.rules = rules
    walker = SecretWalker(rules, SightingCollection())
  }

  /// Collects the secrets of an exchange, after decoding its bodies as far as possible.
  package mutating func read(_ exchange: RecordedExchange) {
    let exchange = exchange.withDecodedBodies
    taken.read(exchange)
    _ = walker.walk(exchange)
  }

  /// Collects the secrets of the recording's comment.
  package mutating func read(comment: String) { _ = walker.text(comment, depth: 0) }

  /// A replacer for the second pass, with placeholders for the secrets collected so far.
  package var replacer: SecretReplacer {
    var taken = taken.found
    for sighting in walker.sink.sightings where sighting.isNumber {
      if Placeholder.isRedacted(sighting.value) { taken.insert(sighting.value) }
    }
    var ledger = SecretLedger(allowed: rules.allowedValues, taken: taken)
    for sighting in walker.sink.sightings { _ = ledger.replacement(for: sighting) }
    return SecretReplacer(rules, ledger)
  }
}

/// The second of two passes of a redaction: replaces known secrets, one exchange at a time.
package struct SecretReplacer: Sendable {
  private var walker: SecretWalker<SecretLedger>
  private var sweep: SecretSweep

  init(_ rules: RedactionRules, _ ledger: SecretLedger) {
    walker = SecretWalker(rules, ledger)
    sweep = SecretSweep(ledger.index)
  }

  /// The known secrets with their placeholders.
  var ledger: SecretLedger { walker.sink }

  /// Returns the exchange with decoded bodies, as far as possible, and with its secrets replaced.
  package mutating func redact(_ exchange: RecordedExchange) -> RecordedExchange {
    guard walker.rules.isOn else { return exchange }
    return sweep.clean(walker.walk(exchange.withDecodedBodies))
  }

  /// Returns an exchange with its secrets replaced, including secrets that only `lint` finds.
  ///
  /// `index` is the index of the exchange's entry in the HAR file.
  mutating func redact(
    _ exchange: RecordedExchange, at index: Int, lint: RedactionLint
  ) -> LintedExchange {
    let redacted = LintedExchange(redact(exchange), at: index, lint: lint)
    let found = redacted.left.filter(\.isReplaceable)
    guard walker.rules.isOn, !found.isEmpty else { return redacted }
    add(found)
    var again = LintedExchange(redact(exchange), at: index, lint: lint)
    again.replaced = found.filter { !again.left.contains($0) }
    return again
  }

  /// Adds the values that a lint reported to the known secrets.
  mutating func add(_ findings: [LintFinding]) {
    for finding in findings {
      _ = walker.sink.replacement(for: SecretOccurrence(name: finding.name, value: finding.value))
    }
    sweep = SecretSweep(walker.sink.index)
  }

  /// Returns the recording's comment with its secrets replaced.
  package mutating func redact(comment: String) -> String {
    guard walker.rules.isOn else { return comment }
    return sweep.clean(walker.text(comment, depth: 0) ?? comment)
  }
}

/// A redacted exchange with its HAR entry, and the findings of a lint in that entry.
struct LintedExchange {
  let exchange: RecordedExchange
  let entry: HAREntry
  /// The findings whose values were replaced by placeholders.
  var replaced: [LintFinding] = []
  /// The findings that are still in the entry.
  let left: [LintFinding]

  init(_ exchange: RecordedExchange, at index: Int, lint: RedactionLint) {
    self.exchange = exchange
    entry = HAREntry(exchange)
    left = lint.findings(inEntry: .object(entry.json), at: index)
  }
}

/// Collects each secret once, in the order of first appearance, but leaves it unchanged.
private struct SightingCollection: SecretSink, Sendable {
  private struct Key: Hashable {
    let value: String
    let isNumber: Bool
    let isVolatile: Bool
  }

  private(set) var sightings: [SecretOccurrence] = []
  private var seen: Set<Key> = []

  mutating func replacement(for sighting: SecretOccurrence) -> String {
    let key = Key(
      value: sighting.value, isNumber: sighting.isNumber, isVolatile: sighting.isVolatile)
    if seen.insert(key).inserted { sightings.append(sighting) }
    return sighting.value
  }
}

/// Assigns placeholders to secrets, numbered in the order of first appearance.
struct SecretLedger: SecretSink {
  /// The placeholder of each secret; `numbers` has the placeholders of JSON numbers, keyed by
  /// digits.
  private(set) var placeholders: [String: String] = [:]
  private(set) var numbers: [String: String] = [:]
  private let allowed: Set<String>
  /// The placeholders that the recording already contained, and those assigned by this ledger.
  private var used: Set<String>
  private var counts: [String: Int] = [:]

  init(allowed: Set<String>, taken: Set<String> = []) {
    self.allowed = allowed
    used = taken
  }

  mutating func replacement(for sighting: SecretOccurrence) -> String {
    let value = sighting.value
    guard !value.isEmpty, !allowed.contains(value), !Placeholder.isRedacted(value) else {
      return value
    }
    if sighting.isNumber { return number(value) }
    if let known = placeholders[value] { return known }
    let isDigits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let placeholder: String
    if sighting.isVolatile {
      placeholder = Placeholder.mask(isNumber: isDigits)
      guard placeholder == Placeholder.anything else { return placeholder }
    } else {
      placeholder = self.placeholder(of: sighting)
      // The same digits may also occur as an unquoted JSON number, which needs a placeholder of its
      // own.
      if isDigits, SecretStrength(value.utf8).reach != .nowhere { _ = number(value) }
    }
    placeholders[value] = placeholder
    return placeholder
  }

  private mutating func placeholder(of sighting: SecretOccurrence) -> String {
    let tag = Placeholder.tag(of: sighting.name)
    let token = JSONWebToken(sighting.value)
    if let token {
      let placeholder = next(tag)
      let subject = token.account.map {
        replacement(for: SecretOccurrence(name: "sub", value: $0))
      }
      return token.redacted(placeholder, subject: subject)
    }
    guard sighting.isWeak else { return Placeholder.shaped(next(tag), like: sighting.value) }
    var number = Placeholder.weakNumber(of: sighting.value)
    while !used.insert(Placeholder.text(tag: tag, number: number)).inserted { number += 1 }
    return Placeholder.text(tag: tag, number: number)
  }

  private mutating func number(_ value: String) -> String {
    if let known = numbers[value] { return known }
    while true {
      counts["", default: 0] += 1
      let placeholder = Placeholder.number(counts["", default: 0])
      guard used.insert(placeholder).inserted else { continue }
      numbers[value] = placeholder
      return placeholder
    }
  }

  private mutating func next(_ tag: String) -> String {
    while true {
      counts[tag, default: 0] += 1
      let placeholder = Placeholder.text(tag: tag, number: counts[tag, default: 0])
      if used.insert(placeholder).inserted { return placeholder }
    }
  }

  /// An index that finds the known secrets in places without a secret name.
  var index: SecretIndex {
    var index = SecretIndex()
    for (secret, placeholder) in placeholders {
      index.add(secret, replacement: placeholder, number: numbers[secret])
    }
    return index
  }
}
