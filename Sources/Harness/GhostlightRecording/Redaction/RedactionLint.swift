public import GhostlightCore

/// Finds secrets that redaction left in a HAR file, whichever tool wrote the file.
///
/// A lint checks the places that a ``Redactor`` checks, further places of the file, and strings
/// that look random. These have 20 or more letters and digits that alternate quickly. UUIDs, object
/// ids, digests and other hexadecimal strings never count, nor do values under names such as `etag`
/// or `date`. Compressed bodies are decoded. A body that cannot be decoded is reported, because its
/// contents are unknown.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func isClean(_ document: HARDocument) -> Bool {
///   let findings = RedactionLint().findings(in: .object(document.json))
///   for finding in findings { print(finding) }
///   return findings.isEmpty
/// }
/// ```
public struct RedactionLint: Sendable {
  private let rules: RedactionRules

  /// Creates a lint that applies the given rules.
  public init(_ rules: RedactionRules = .standard) { self.rules = rules }

  /// Returns the findings in a HAR document, in the order of the document.
  public func findings(in document: JSON) -> [LintFinding] {
    var walk = LintWalk(rules)
    walk.value(document, LintContext())
    return walk.findings
  }

  /// Returns the findings in one entry of a HAR file; `index` is the entry's index in the file.
  func findings(inEntry entry: JSON, at index: Int) -> [LintFinding] {
    var walk = LintWalk(rules)
    walk.entry(entry, index)
    return walk.findings
  }

  /// Checks a HAR file entry by entry, and calls `found` for each finding.
  ///
  /// Only the current entry is in memory, regardless of the file's size.
  ///
  /// - Throws: ``HARError``, with line and column or the entry's number, if the file is invalid.
  public func check(
    _ reader: inout HAREntryReader, found: (LintFinding) -> Void
  ) throws(HARError) {
    while let (index, entry) = try reader.next() {
      findings(inEntry: entry, at: index).forEach(found)
    }
    var walk = LintWalk(rules)
    walk.value(try reader.rest(), LintContext())
    walk.findings.forEach(found)
  }
}

/// A value in a recording that looks like a secret.
///
/// ``RedactionLint`` returns findings. Print them for people: the ``description`` has the place and
/// a remedy, and never more than a third of the value.
public struct LintFinding: Sendable, Hashable {
  /// The reason why a value is reported.
  ///
  /// ``Redactor/redactCompletely(_:)`` can replace values of every kind except ``compressed`` and
  /// ``binary``.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The value is under a secret name, or has the known form of a token.
    case secret
    /// The value is a JSON web token.
    case token
    /// The value is a private key.
    case key
    /// The value looks random, although its name is not secret.
    case random
    /// The body cannot be decoded and therefore not be searched for secrets.
    case compressed
    /// The value follows a secret name in a binary body, which redaction does not change.
    case binary
  }

  /// The reason why the value is reported.
  public var kind: Kind
  /// The index of the entry, from 0; `nil` if the value is outside of the entries.
  public var entry: Int?
  /// The JSON path of the value in the file: `$.log.entries[2].request.headers[0].value`.
  public var path: String
  /// The name of the value's member, field or parameter, such as `access_token`.
  public var name: String
  /// At most the first third of the value; for a body that cannot be decoded, the reason.
  public var excerpt: String
  /// The whole value, so that a placeholder can replace it.
  let value: String

  /// Creates a finding, with the excerpt taken from `value`.
  init(_ kind: Kind, entry: Int?, path: String, name: String, value: String) {
    self.kind = kind
    self.entry = entry
    self.path = path
    self.name = name
    self.value = value
    excerpt = kind == .compressed ? value : String(value.prefix(min(4, value.count / 3))) + "…"
  }
}

extension LintFinding {
  /// Whether redaction can replace the value with a placeholder.
  var isReplaceable: Bool { kind != .compressed && kind != .binary && !value.isEmpty }
}

extension LintFinding: CustomStringConvertible {
  /// One line with the place, the problem and a remedy.
  public var description: String {
    switch kind {
    case .random:
      "\(path): \(excerpt) looks random: redact \"\(name)\", or allow the name"
    case .compressed:
      "\(path): \(excerpt), so its secrets cannot be found; delete the body, or record it again "
        + "without Accept-Encoding"
    case .binary:
      "\(path): \(excerpt) is a secret (\(name)) in a binary body, which redaction does not change; "
        + "delete the body, or record with another password"
    default:
      "\(path): \(excerpt) is a secret (\(name)) that is not redacted"
    }
  }
}
