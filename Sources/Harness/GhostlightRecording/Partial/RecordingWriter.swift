import GhostlightCore

/// Writes a recording as a HAR file, exchange by exchange, so that it need not fit into memory.
///
/// The file has the same bytes as a ``HARDocument`` of the recording after
/// ``Redactor/redactCompletely(_:)``, which also replaces secrets that only the lint finds.
public struct RecordingWriter {
  /// The rules of the redaction; with ``RedactionRules/off``, nothing is replaced.
  private let rules: RedactionRules
  private let isLinted: Bool

  /// The possible secrets that the written file still has, in the order of the file.
  public private(set) var findings: [LintFinding] = []
  /// The secrets that only the lint found; the written file has placeholders instead.
  public private(set) var replaced: [LintFinding] = []

  /// Creates a writer; if `rules` is `nil`, nothing is redacted and the lint does not run.
  public init(redacting rules: RedactionRules?) {
    self.rules = rules ?? .off
    isLinted = rules != nil
  }

  /// Writes the file by calling `write` with one piece of it after another.
  ///
  /// `exchange` is called up to twice for each index below `count`, and must return the same
  /// exchange both times. If it returns `nil`, the exchange is left out.
  ///
  /// - Throws: Any error that `write` throws.
  public mutating func write<Failure: Error>(
    _ count: Int, comment: String?, _ exchange: (Int) -> RecordedExchange?,
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var collector = SecretCollector(rules)
    if rules.isOn {
      for position in 0..<count { exchange(position).map { collector.read($0) } }
      comment.map { collector.read(comment: $0) }
    }
    var replacer = collector.replacer
    let text = self.text(comment, &replacer)
    let lint = RedactionLint(rules)
    var written = 0
    for position in 0..<count {
      guard let found = exchange(position) else { continue }
      if isLinted {
        let linted = replacer.redact(found, at: written, lint: lint)
        replaced += linted.replaced
        findings += linted.left
        try write(text.entry(linted.entry, isFirst: written == 0))
      } else {
        try write(text.entry(HAREntry(replacer.redact(found)), isFirst: written == 0))
      }
      written += 1
    }
    try write(text.end(isEmpty: written == 0))
  }

  /// Returns the JSON around the entries, with secrets in the comment replaced.
  private mutating func text(_ comment: String?, _ replacer: inout SecretReplacer) -> HARText {
    var text = HARText(comment: comment.map { replacer.redact(comment: $0) })
    guard isLinted else { return text }
    let lint = RedactionLint(rules)
    let found = lint.findings(in: .object(text.document.json))
    if !found.isEmpty {
      replacer.add(found)
      text = HARText(comment: comment.map { replacer.redact(comment: $0) })
      findings = lint.findings(in: .object(text.document.json))
      replaced = found.filter { !findings.contains($0) }
    }
    return text
  }
}

/// The JSON of a HAR file around its entries.
private struct HARText {
  private static let entries = "\"entries\": []"

  /// The document without its entries.
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

  /// Returns an entry, preceded by the start of the file or by a comma.
  func entry(_ entry: HAREntry, isFirst: Bool) -> [UInt8] {
    var bytes = Array((isFirst ? before : ",").utf8)
    bytes += "\n      ".utf8
    for byte in JSON.object(entry.json).text(pretty: true).utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { bytes += "      ".utf8 }
    }
    return bytes
  }

  /// Returns the JSON after the entries; for an empty recording, the whole file.
  func end(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? empty : behind).utf8) }
}
