public import GhostlightCore

/// Finds what redaction left over in a HAR file, whoever wrote it.
///
/// It looks where ``Redactor`` looks, in the file's own places, and for texts that look random.
/// Those have 20 or more letters and digits in quick change; UUIDs, object ids, digests and other
/// hexadecimal never count, nor does anything under names such as `etag` or `date`. Compressed
/// bodies are decoded; one that cannot be is a finding itself, since nobody knows what is in it.
public struct RedactionLint: Sendable {
  private let rules: RedactionRules

  /// Makes a lint; of the standard rules unless given others.
  public init(_ rules: RedactionRules = .standard) { self.rules = rules }

  /// The leftovers of a HAR document, in the order they stand in.
  public func findings(in document: JSON) -> [LintFinding] {
    var walk = LintWalk(rules)
    walk.value(document, LintPlace())
    return walk.findings
  }

  /// The leftovers of one entry of a HAR file, which is number `index` of them, from 0.
  func findings(inEntry entry: JSON, at index: Int) -> [LintFinding] {
    var walk = LintWalk(rules)
    walk.entry(entry, index)
    return walk.findings
  }

  /// The leftovers of a HAR file that is read entry by entry, told as they are found.
  ///
  /// Memory is that of the largest entry, whatever the file's size.
  ///
  /// - Throws: ``HARError`` for what is no HAR, with line and column or the number of the entry.
  public func check(
    _ reader: inout HAREntryReader, found: (LintFinding) -> Void
  ) throws(HARError) {
    while let (index, entry) = try reader.next() {
      findings(inEntry: entry, at: index).forEach(found)
    }
    var walk = LintWalk(rules)
    walk.value(try reader.rest(), LintPlace())
    walk.findings.forEach(found)
  }
}

/// Something in a recording that looks like a secret.
public struct LintFinding: Sendable, Hashable {
  /// What gives it away.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It stands under a secret name, or has the looks of a token.
    case secret
    /// It is a JSON web token.
    case token
    /// It is a private key.
    case key
    /// It looks random.
    case random
    /// It is a body that cannot be decoded, so that nobody can look for secrets in it.
    case compressed
    /// It stands after a secret name in a binary body, which redaction does not change.
    case binary
  }

  /// What gives it away.
  public var kind: Kind
  /// The number of the entry, from 0; `nil` outside entries.
  public var entry: Int?
  /// Where it stands in the file: `$.log.entries[2].request.headers[0].value`.
  public var path: String
  /// The name it stands under: `access_token`.
  public var name: String
  /// How the value begins, never more than a third of it; of a body nobody can look into, the reason.
  public var excerpt: String
  /// The whole value, for the redaction of what is left.
  let value: String

  /// Makes a finding; of `value` only the beginning is kept.
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
  /// Whether a placeholder can take the place of the value.
  var isReplaceable: Bool { kind != .compressed && kind != .binary && !value.isEmpty }
}

extension LintFinding: CustomStringConvertible {
  /// One line with place and remedy.
  public var description: String {
    switch kind {
    case .random:
      "\(path): \(excerpt) looks random: redact \"\(name)\", or allow the name"
    case .compressed:
      "\(path): \(excerpt), so nobody sees its secrets; delete the body, or record it again "
        + "without Accept-Encoding"
    case .binary:
      "\(path): \(excerpt) is a secret (\(name)) in a binary body, which redaction leaves alone; "
        + "delete the body, or record with another password"
    default:
      "\(path): \(excerpt) is a secret (\(name)) that is not redacted"
    }
  }
}
