public import GhostlightCore
import Synchronization

extension Redactor {
  /// Returns a function that makes recorded requests, redacted or not, comparable with those of a
  /// live client.
  ///
  /// Values under strong names are masked in recorded and live requests, so that any password
  /// matches the recorded one. Signatures with their nonces and times are masked, too. Tokens and
  /// session ids that the recorded server issued are not masked, because the client received their
  /// placeholders and sends these back. Values under weak names distinguish requests that are
  /// otherwise equal.
  public func normaliser(for recording: Recording) -> @Sendable (Request) -> Request {
    guard rules.isOn else { return { request in request } }
    let normaliser = SecretNormaliser(self, recording)
    return { normaliser.normalise($0) }
  }

  /// Returns a request with its secrets masked, without reference to a recording; placeholders are
  /// kept.
  public func normalise(_ request: Request) -> Request {
    guard rules.isOn else { return request }
    var scan = PlaceholderScan()
    scan.read(request)
    var walker = SecretWalker(rules, NormalisingSink(ledger: [:], kept: scan.found))
    let masked = walker.walk(request)
    return SecretNormaliser.mask(walker.sink.masked, in: masked)
  }

  /// Returns all placeholders of a recording, and those that a client first sees in a response.
  fileprivate func placeholders(in recording: Recording) -> PlaceholderScan {
    var scan = PlaceholderScan()
    var walker = SecretWalker(rules, SecretOccurrenceLog())
    for exchange in recording.exchanges {
      _ = walker.walk(exchange.request)
      scan.addPlaceholders(in: walker.sink.drain(), isIssued: false)
      scan.read(exchange.request)
      _ = walker.walk(exchange.response)
      scan.addPlaceholders(in: walker.sink.drain(), isIssued: true)
      scan.read(exchange.response)
    }
    return scan
  }
}

/// Normalizes requests so that they can be compared with the requests of one recording.
private final class SecretNormaliser: Sendable {
  private let rules: RedactionRules
  /// The placeholders of the secrets that the recording contained before redaction, keyed by
  /// secret.
  private let ledger: [String: String]
  private let known: SecretIndex
  /// The placeholders that first appear in a response of the recording.
  private let issued: Set<String>
  /// The placeholders of values under weak names, keyed by the checksum in the placeholder.
  private let weak: [Int: String]
  /// Groups of requests that differ only in values under weak names, keyed by what the requests
  /// have in common.
  ///
  /// Each group has the placeholders of each of its requests, in recorded order.
  private let groups: [MatchKey: [[String]]]
  /// For each group, the indexes that were assigned to lists of values which no recorded request
  /// has.
  private let bound = Mutex<[MatchKey: [[String]: Int]]>([:])

  init(_ redactor: Redactor, _ recording: Recording) {
    rules = redactor.rules
    let (redacted, secrets) = redactor.redacted(recording)
    ledger = secrets.placeholders.merging(secrets.numbers) { text, _ in text }
    known = secrets.index
    let scan = redactor.placeholders(in: redacted)
    issued = scan.issued
    var weak: [Int: String] = [:]
    for placeholder in scan.found {
      if let number = Placeholder.weakNumber(in: placeholder) { weak[number] = placeholder }
    }
    self.weak = weak
    var groups: [MatchKey: [[String]]] = [:]
    if !weak.isEmpty {
      let first = Masking(rules, ledger, known, issued, weak)
      for exchange in redacted.exchanges {
        let (masked, values) = first.apply(to: exchange.request, keeping: [:])
        let key = Matcher.standard.key(of: masked)
        if !groups[key, default: []].contains(values) { groups[key, default: []].append(values) }
      }
    }
    self.groups = groups.filter { $0.value.count > 1 }
  }

  func normalise(_ request: Request) -> Request {
    let masking = Masking(rules, ledger, known, issued, weak)
    let (masked, values) = masking.apply(to: request, keeping: [:])
    guard !groups.isEmpty else { return masked }
    let key = Matcher.standard.key(of: masked)
    guard let group = groups[key] else { return masked }
    let found = group.firstIndex(of: values) ?? bind(values, key, group.count)
    let kept = Dictionary(zip(values, group[found])) { first, _ in first }
    return masking.apply(to: request, keeping: kept).request
  }

  /// Returns the index in the group of `key` for values that were not recorded; each new list of
  /// values gets the next index below `count`.
  private func bind(_ values: [String], _ key: MatchKey, _ count: Int) -> Int {
    bound.withLock { bound in
      if let known = bound[key]?[values] { return known }
      let next = min(bound[key]?.count ?? 0, count - 1)
      bound[key, default: [:]][values] = next
      return next
    }
  }

  /// Returns the request with each of the given secrets masked wherever it occurs, under any name.
  static func mask(_ secrets: [String], in request: Request) -> Request {
    // Most requests have no secrets, and an index takes 64 KiB.
    guard !secrets.isEmpty else { return request }
    var index = SecretIndex()
    for secret in secrets { index.add(secret, replacement: Placeholder.anything) }
    return SecretSweep(index).clean(request)
  }
}

/// Masks the secrets of a request in one pass.
private struct Masking {
  private let rules: RedactionRules
  private let ledger: [String: String]
  private let known: SecretIndex
  private let issued: Set<String>
  private let weak: [Int: String]

  init(
    _ rules: RedactionRules, _ ledger: [String: String], _ known: SecretIndex,
    _ issued: Set<String>, _ weak: [Int: String]
  ) {
    self.rules = rules
    self.ledger = ledger
    self.known = known
    self.issued = issued
    self.weak = weak
  }

  /// Returns the masked request, and its values under weak names.
  ///
  /// A value that the recording contains is returned as its placeholder. Values that are keys of
  /// `kept` are not masked, but replaced by the placeholders that `kept` has for them.
  func apply(
    to request: Request, keeping kept: [String: String]
  ) -> (request: Request, values: [String]) {
    let sink = NormalisingSink(
      ledger: ledger, kept: issued, weak: weak, apart: kept)
    var walker = SecretWalker(rules, sink)
    var request = walker.walk(request)
    if !known.isEmpty { request = SecretSweep(known).clean(request) }
    request = SecretNormaliser.mask(walker.sink.masked, in: request)
    var values = walker.sink.values
    let unmasked = issued.union(kept.values)
    let (rules, weak) = (rules, weak)
    if !weak.isEmpty {
      request = SecretSweep { Self.named(in: $0, weak, rules) }.clean(request)
    }
    for bytes in [Array(request.target.raw.utf8), request.body] {
      for placeholder in Placeholder.all(in: bytes) where !issued.contains(placeholder) {
        if Placeholder.weakNumber(in: placeholder) != nil, kept.isEmpty,
          !values.contains(placeholder)
        {
          values.append(placeholder)
        }
      }
    }
    let masked = SecretSweep { Self.masked(in: $0, but: unmasked) }.clean(request)
    return (masked, values)
  }

  /// Returns the bytes with recorded values under weak names replaced by placeholders; `nil` if
  /// there are none.
  ///
  /// This finds such values in places without a name.
  private static func named(
    in bytes: [UInt8], _ weak: [Int: String], _ rules: RedactionRules
  ) -> [UInt8]? {
    var edits = TextEdits()
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
      if index - start >= 10, SecretShape.isLikely(bytes[start..<index]) {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let known = weak[Placeholder.weakNumber(of: text)] {
          edits.replace(start..<index, by: known.utf8)
        }
      }
      if index == start { index += 1 }
    }
    return edits.applied(to: bytes)
  }

  private static func masked(in bytes: [UInt8], but kept: Set<String>) -> [UInt8]? {
    var edits = TextEdits()
    for range in Placeholder.ranges(in: bytes)
    where !kept.contains(String(decoding: bytes[range], as: UTF8.self)) {
      edits.replace(range, by: Placeholder.anything.utf8)
    }
    return edits.applied(to: bytes)
  }
}
