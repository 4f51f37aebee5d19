public import GhostlightCore

/// Finds what redaction left over in a HAR file, whoever wrote it.
///
/// It looks where ``Redactor`` looks, in the file's own places, and for texts that look random.
/// Those have 20 or more letters and digits in quick change; UUIDs, object ids, digests and other
/// hexadecimal never count, nor does anything under names such as `etag` or `date`.
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
}
