import GhostlightCore

/// Collects the secrets of exchanges, one exchange at a time: the first of two passes of a
/// redaction.
///
/// A recording of any length is redacted this way with memory for one exchange and all secrets.
/// Both passes must get each exchange, in the same order.
package struct SecretCollector: Sendable {
  private let rules: RedactionRules
  private var taken = PlaceholderScan()
  private var walker: SecretWalker<SightingCollection>

  /// Creates a collector of everything that the rules consider secret.
  package init(_ rules: RedactionRules = .standard) {
    self.rules = rules
    walker = SecretWalker(rules, SightingCollection())
  }

  /// Collects the secrets of an exchange, with its bodies decoded as far as possible.
  package mutating func read(_ exchange: RecordedExchange) {
    let exchange = exchange.withDecodedBodies
    taken.read(exchange)
    _ = walker.walk(exchange)
  }

  /// Collects the secrets of the comment of the recording.
  package mutating func read(comment: String) { _ = walker.text(comment, depth: 0) }

  /// The second pass, with placeholders for the secrets that were collected.
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

/// Replaces known secrets, one exchange at a time: the second pass of a redaction.
package struct SecretReplacer: Sendable {
  private var walker: SecretWalker<SecretLedger>
  private var sweep: SecretSweep

  init(_ rules: RedactionRules, _ ledger: SecretLedger) {
    walker = SecretWalker(rules, ledger)
    sweep = SecretSweep(ledger.index)
  }

  /// The secrets with their placeholders.
  var ledger: SecretLedger { walker.sink }

  /// Returns the exchange with its secrets replaced and its bodies decoded as far as possible.
  package mutating func redact(_ exchange: RecordedExchange) -> RecordedExchange {
    guard walker.rules.isOn else { return exchange }
    return sweep.clean(walker.walk(exchange.withDecodedBodies))
  }

  /// Returns an exchange with its secrets replaced, including what `lint` then reports in its
  /// entry.
  ///
  /// `index` is the index of the entry in its file.
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

  /// Adds the values of findings to the secrets.
  mutating func add(_ findings: [LintFinding]) {
    for finding in findings {
      _ = walker.sink.replacement(for: SecretSighting(name: finding.name, value: finding.value))
    }
    sweep = SecretSweep(walker.sink.index)
  }

  /// Returns the comment of the recording with its secrets replaced.
  package mutating func redact(comment: String) -> String {
    guard walker.rules.isOn else { return comment }
    return sweep.clean(walker.text(comment, depth: 0) ?? comment)
  }
}

/// A redacted exchange with its entry in a HAR file and the findings of a lint in that entry.
struct LintedExchange {
  let exchange: RecordedExchange
  let entry: HAREntry
  /// The findings that placeholders replaced.
  var replaced: [LintFinding] = []
  /// The findings that remain.
  let left: [LintFinding]

  init(_ exchange: RecordedExchange, at index: Int, lint: RedactionLint) {
    self.exchange = exchange
    entry = HAREntry(exchange)
    left = lint.findings(inEntry: .object(entry.json), at: index)
  }
}

/// Collects each secret once, in the order of first appearance, and leaves it unchanged.
private struct SightingCollection: SecretSink, Sendable {
  private struct Key: Hashable {
    let value: String
    let isNumber: Bool
    let isVolatile: Bool
  }

  private(set) var sightings: [SecretSighting] = []
  private var seen: Set<Key> = []

  mutating func replacement(for sighting: SecretSighting) -> String {
    let key = Key(
      value: sighting.value, isNumber: sighting.isNumber, isVolatile: sighting.isVolatile)
    if seen.insert(key).inserted { sightings.append(sighting) }
    return sighting.value
  }
}

/// The secrets of a recording with their placeholders, numbered in the order of first appearance.
struct SecretLedger: SecretSink {
  /// The placeholder of each secret; for numbers in `numbers`, by their digits.
  private(set) var placeholders: [String: String] = [:]
  private(set) var numbers: [String: String] = [:]
  private let allowed: Set<String>
  /// The placeholders that the recording had already, and those of this ledger.
  private var used: Set<String>
  private var counts: [String: Int] = [:]

  init(allowed: Set<String>, taken: Set<String> = []) {
    self.allowed = allowed
    used = taken
  }

  mutating func replacement(for sighting: SecretSighting) -> String {
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
      // The same digits may also occur in JSON without quotes.
      if isDigits, SecretStrength(value.utf8).reach != .nowhere { _ = number(value) }
    }
    placeholders[value] = placeholder
    return placeholder
  }

  private mutating func placeholder(of sighting: SecretSighting) -> String {
    let tag = Placeholder.tag(of: sighting.name)
    let token = JSONWebToken(sighting.value)
    if let token {
      let placeholder = next(tag)
      let subject = token.account.map {
        replacement(for: SecretSighting(name: "sub", value: $0))
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

  /// The index that finds the secrets in all other places.
  var index: SecretIndex {
    var index = SecretIndex()
    for (secret, placeholder) in placeholders {
      index.add(secret, replacement: placeholder, number: numbers[secret])
    }
    return index
  }
}
