/// The rules that decide which values of a recording are secrets.
///
/// Names are split into words, so `access_token`, `accessToken` and `Access-Token` are the same
/// name.
///
/// A value under a strong name, such as `password2` or `X-Api-Key`, is always a secret. A value
/// under a weak name, such as `session`, `code` or `key`, is a secret only if it looks like one:
/// `/talks?session=keynote` is not changed. Some secrets are recognized by their form, wherever
/// they occur. Identifiers, digests and page tokens are never secrets. Start from ``standard``, or
/// create rules with your own names.
///
/// ```swift
/// import GhostlightRecording
///
/// func redact(_ recording: Recording) -> Recording {
///   var rules = RedactionRules.standard
///   rules.add(name: "memberNumber")
///   rules.remove(name: "session")
///   return Redactor(rules).redact(recording)
/// }
/// ```
public struct RedactionRules: Sendable, Hashable {
  /// Whether secrets are redacted; if `false`, nothing is changed.
  public var isOn = true
  /// Values that are never redacted, such as the published key of a local emulator.
  public var allowedValues: Set<String>
  /// Forms of secrets in addition to those that the standard rules know.
  public var patterns: [SecretPattern]

  private var added: Set<SecretName> = []
  private var exceptions: Set<SecretName> = []

  /// Creates the built-in rules with additional names, patterns and allowed values.
  public init(
    names: [String] = [], patterns: [SecretPattern] = [], allowedValues: Set<String> = []
  ) {
    self.patterns = patterns
    self.allowedValues = allowedValues
    added = Set(names.map(SecretName.init))
  }

  /// Rules that redact nothing.
  public static let off: RedactionRules = {
    var rules = RedactionRules()
    rules.isOn = false
    return rules
  }()

  /// Adds a strong name, whose values are always secrets.
  public mutating func add(name: String) {
    exceptions.remove(SecretName(name))
    added.insert(SecretName(name))
  }

  /// Declares the values under a name harmless, so that they are never redacted.
  public mutating func remove(name: String) {
    added.remove(SecretName(name))
    exceptions.insert(SecretName(name))
  }

  /// Returns whether `name` is a strong name, such as `password`, `user[password]` or `X-Api-Key`.
  public func isSecret(name: String) -> Bool { strength(of: Array(name.utf8)[...]) == .strong }

  /// Returns the certainty with which a name marks its values as secrets.
  func strength(of name: ArraySlice<UInt8>) -> NameStrength {
    guard isOn else { return .unknown }
    if !added.isEmpty || !exceptions.isEmpty {
      let name = SecretName(name)
      if added.contains(name) { return .strong }
      if exceptions.contains(name) { return .harmless }
    }
    return NameReader.strength(of: name)
  }

  /// Returns whether ``remove(name:)`` declared the values under a name harmless.
  func isException(_ name: String) -> Bool {
    !exceptions.isEmpty && exceptions.contains(SecretName(name))
  }

  /// Returns the certainty with which a name marks its values as secrets.
  func strength(of name: String) -> NameStrength { strength(of: Array(name.utf8)[...]) }

  /// Returns whether a value is a secret, given the strength of its name.
  ///
  /// Under a plural name, a number is a count and not a secret: `max_tokens=150`.
  func isSecret(
    _ value: ArraySlice<UInt8>, under strength: NameStrength, isPlural: Bool = false
  ) -> Bool {
    switch strength {
    case .harmless, .unknown: false
    case .weak:
      SecretShape.isLikely(value) && !RandomTextContext.isPublic(value)
        || KnownForms.contain(value) || value.starts(with: Placeholder.anything.utf8)
    case .strong:
      !isPlural || !value.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
  }

  /// Returns whether a value is a secret, given its name.
  func isSecret(_ value: String, under name: String) -> Bool {
    isSecret(
      Array(value.utf8)[...], under: strength(of: name),
      isPlural: name.utf8.last.map { $0 | 0x20 == UInt8(ascii: "s") } ?? false)
  }
}

extension RedactionRules {
  /// The default rules; they allow the ``published`` keys.
  public static let standard = RedactionRules(allowedValues: published)

  /// The key that all Cosmos DB emulators share, as printed in the emulator's manual.
  public static let cosmosEmulatorKey =
    "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="

  /// The emulator keys that manuals print, and that are therefore not secret.
  ///
  /// The two StackMob keys are the public keys of an app without configuration: one for
  /// development, one for production.
  public static let published: Set<String> = [
    cosmosEmulatorKey, "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
    "c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21",
  ]
}

/// The form of an issuer's secrets: a prefix, followed by token characters.
///
/// Add patterns to ``RedactionRules/patterns`` for secrets that the standard rules do not know,
/// such as the keys of your own service. A pattern matches whole words anywhere in a message.
public struct SecretPattern: Sendable, Hashable {
  /// The name that placeholders for these secrets contain.
  public var name: String
  /// The prefix of every secret of this form.
  public var prefix: String
  /// The minimum number of characters after the prefix; these are letters, digits, `-`, `_` and
  /// `.`.
  public var length: Int

  /// Creates a pattern; `length` is the minimum number of characters after the prefix.
  public init(name: String, prefix: String, length: Int) {
    self.name = name
    self.prefix = prefix
    self.length = length
  }

  func matches(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= prefix.utf8.count + length && word.starts(with: prefix.utf8)
  }
}
