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
    /// It is a compressed body, in which nobody can look for secrets.
    case compressed
  }

  /// What gives it away.
  public var kind: Kind
  /// The number of the entry, from 0; `nil` outside entries.
  public var entry: Int?
  /// Where it stands in the file: `$.log.entries[2].request.headers[0].value`.
  public var path: String
  /// The name it stands under: `access_token`.
  public var name: String
  /// How the value begins, never more than a third of it.
  public var excerpt: String

  /// Makes a finding; of `value` only the beginning is kept.
  init(_ kind: Kind, entry: Int?, path: String, name: String, value: String) {
    self.kind = kind
    self.entry = entry
    self.path = path
    self.name = name
    excerpt = String(value.prefix(min(4, value.count / 3))) + "…"
  }
}

extension LintFinding: CustomStringConvertible {
  /// One line with place and remedy.
  public var description: String {
    switch kind {
    case .random:
      "\(path): \(excerpt) looks random: redact \"\(name)\", or allow the name"
    case .compressed:
      "\(path): is compressed, so nobody sees its secrets: record it without compression"
    default:
      "\(path): \(excerpt) is a secret (\(name)) that is not redacted"
    }
  }
}
