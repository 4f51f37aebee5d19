/// What counts as a secret in a recording.
///
/// Names are compared without case and without anything but letters and digits, so `access_token`,
/// `accessToken` and `Access-Token` are one name.
public struct RedactionRules: Sendable, Hashable {
  /// Whether anything is redacted at all.
  public var isOn = true
  /// Values that are never taken for secrets, such as the public key of a local emulator.
  public var allowedValues: Set<String>
  /// What secrets look like wherever they stand.
  public var patterns: [SecretPattern]

  private var names: Set<SecretName>
  private var endings: [SecretName]
  private var exceptions: Set<SecretName>

  /// Rules of `names`, of all names with one of the `endings`, and of `patterns`; `exceptions` are
  /// names that would be secret by their ending.
  public init(
    names: [String], endings: [String] = [], exceptions: [String] = [],
    patterns: [SecretPattern] = [], allowedValues: Set<String> = []
  ) {
    self.names = Set(names.map(SecretName.init))
    self.endings = endings.map(SecretName.init)
    self.exceptions = Set(exceptions.map(SecretName.init))
    self.patterns = patterns
    self.allowedValues = allowedValues
  }

  /// Rules that find nothing.
  public static let off: RedactionRules = {
    var rules = RedactionRules(names: [])
    rules.isOn = false
    return rules
  }()

  /// Takes the values under `name` for secrets too.
  public mutating func add(name: String) {
    exceptions.remove(SecretName(name))
    names.insert(SecretName(name))
  }

  /// Takes the values under `name` for harmless.
  public mutating func remove(name: String) {
    names.remove(SecretName(name))
    exceptions.insert(SecretName(name))
  }

  /// Whether values under `name` are secret: `password`, `user[password]`, `X-Api-Key`.
  public func isSecret(name: String) -> Bool {
    let name = SecretName(name)
    return isSecret(name) || name.singular.map(isSecret) ?? false
  }

  /// Whether `name` says outright that its values are harmless.
  func isException(_ name: String) -> Bool { exceptions.contains(SecretName(name)) }

  private func isSecret(_ name: SecretName) -> Bool {
    guard isOn, !name.text.isEmpty, !exceptions.contains(name) else { return false }
    return names.contains(name) || endings.contains { name.text.hasSuffix($0.text) }
  }
}
