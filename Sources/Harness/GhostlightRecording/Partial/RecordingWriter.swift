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
  /// Every exchange is asked for up to twice, and has to be the same each time; one that is `nil`
  /// is left out.
  ///
  /// - Throws: what `write` throws.
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
    let text = HARText(comment: comment.map { replacer.redact(comment: $0) })
    let lint = RedactionLint(rules)
    if isLinted { findings = lint.findings(in: .object(text.document.json)) }
    var written = 0
    for position in 0..<count {
      guard let found = exchange(position) else { continue }
      let entry = HAREntry(replacer.redact(found))
      try write(text.entry(entry, isFirst: written == 0))
      if isLinted { findings += lint.findings(inEntry: .object(entry.json), at: written) }
      written += 1
    }
    try write(text.end(isEmpty: written == 0))
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
