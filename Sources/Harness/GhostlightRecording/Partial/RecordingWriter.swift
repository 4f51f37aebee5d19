import GhostlightCore

/// Writes a recording as a HAR file, exchange by exchange, so that it need not fit into memory.
///
/// The file is the same, to the byte, that ``HARDocument`` makes of the recording when
/// ``Redactor`` has had it.
public struct RecordingWriter {
  /// What is to be taken out; ``RedactionRules/off`` leaves everything in.
  private let rules: RedactionRules
  /// Whether what is left is looked through for secrets.
  private let isLinted: Bool

  /// What a written recording still has that looks like a secret, in the order of the file.
  public private(set) var findings: [LintFinding] = []

  /// Makes a writer; without rules nothing is redacted, and nothing is looked for.
  public init(redacting rules: RedactionRules?) {
    self.rules = rules ?? .off
    isLinted = rules != nil
  }

  /// Gives `write` the bytes of the file, in pieces.
  ///
  /// Every exchange is asked for up to three times, and has to be the same each time; one that is
  /// `nil` is left out.
  ///
  /// - Throws: what `write` throws.
  public mutating func write<Failure: Error>(
    _ count: Int, comment: String?, _ exchange: (Int) -> RecordedExchange?,
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var passes = RedactionPasses(rules)
    if rules.isOn {
      for position in 0..<count { exchange(position).map { passes.scan($0) } }
      for position in 0..<count { exchange(position).map { passes.find($0) } }
    }
    let text = HARText(comment: comment.map { passes.clean($0) })
    passes.finish()
    let lint = RedactionLint(rules)
    if isLinted { findings = lint.findings(in: .object(text.document.json)) }
    var written = 0
    for position in 0..<count {
      guard let found = exchange(position) else { continue }
      let entry = HAREntry(passes.clean(found))
      try write(text.entry(entry, isFirst: written == 0))
      if isLinted { look(at: entry, number: written, with: lint) }
      written += 1
    }
    try write(text.end(isEmpty: written == 0))
  }

  private mutating func look(at entry: HAREntry, number: Int, with lint: RedactionLint) {
    let document: JSON = ["log": ["entries": [.object(entry.json)]]]
    for var finding in lint.findings(in: document) {
      finding.path = finding.path.replacing("$.log.entries[0]", with: "$.log.entries[\(number)]")
      finding.entry = number
      findings.append(finding)
    }
  }
}

/// Redacts exchanges one at a time: all are scanned, then searched, then cleaned.
private struct RedactionPasses {
  private let rules: RedactionRules
  private var taken = PlaceholderScan()
  private var walker: SecretWalker<SecretLedger>?
  private var sweep: SecretSweep?

  init(_ rules: RedactionRules) { self.rules = rules }

  /// Takes down the placeholders that stand in an exchange already.
  mutating func scan(_ exchange: RecordedExchange) { taken.read(exchange) }

  /// Takes down the secrets of an exchange.
  mutating func find(_ exchange: RecordedExchange) { _ = walk { $0.walk(exchange) } }

  /// A text that belongs to the recording, behind all exchanges, without its secrets.
  mutating func clean(_ text: String) -> String {
    guard rules.isOn else { return text }
    return walk { walker in
      let walked = walker.text(text, depth: 0) ?? text
      return SecretSweep(walker.sink.index).clean(walked)
    }
  }

  /// All secrets are known.
  mutating func finish() {
    guard rules.isOn else { return }
    sweep = walk { SecretSweep($0.sink.index) }
  }

  /// An exchange without its secrets.
  mutating func clean(_ exchange: RecordedExchange) -> RecordedExchange {
    guard let sweep else { return exchange }
    return sweep.clean(walk { $0.walk(exchange) })
  }

  private mutating func walk<Result>(
    _ body: (inout SecretWalker<SecretLedger>) -> Result
  ) -> Result {
    // Nobody else may hold it, or it would be copied.
    var walker =
      walker.take()
      ?? SecretWalker(rules, SecretLedger(allowed: rules.allowedValues, taken: taken.found))
    defer { self.walker = walker }
    return body(&walker)
  }
}

/// The text of a HAR file around its entries.
private struct HARText {
  private static let entries = "\"entries\": []"

  /// The file without its entries.
  let document: HARDocument
  private let before: String
  private let behind: String
  private let empty: String

  init(comment: String?) {
    document = HARDocument(HARLog([], creator: .ghostlight, comment: comment))
    empty = String(decoding: document.bytes, as: UTF8.self)
    let place = empty.ranges(of: Self.entries).last ?? empty.endIndex..<empty.endIndex
    before = String(empty[..<place.lowerBound]) + Self.entries.dropLast()
    behind = "\n    ]" + String(empty[place.upperBound...])
  }

  /// An entry with what goes before it.
  func entry(_ entry: HAREntry, isFirst: Bool) -> [UInt8] {
    var bytes = Array((isFirst ? before : ",").utf8)
    bytes += "\n      ".utf8
    for byte in JSON.object(entry.json).text(pretty: true).utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { bytes += "      ".utf8 }
    }
    return bytes
  }

  /// What goes behind the entries.
  func end(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? empty : behind).utf8) }
}
