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

  private var secrets: SecretNames
  private var exceptions: Set<SecretName>

  /// Rules of `names`, of all names with one of the `endings`, and of `patterns`; `exceptions` are
  /// names that would be secret by their ending.
  public init(
    names: [String], endings: [String] = [], exceptions: [String] = [],
    patterns: [SecretPattern] = [], allowedValues: Set<String> = []
  ) {
    secrets = SecretNames(names.map(SecretName.init), endings: endings.map(SecretName.init))
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
    secrets.insert(SecretName(name))
  }

  /// Takes the values under `name` for harmless.
  public mutating func remove(name: String) {
    secrets.remove(SecretName(name))
    exceptions.insert(SecretName(name))
  }

  /// Whether values under `name` are secret: `password`, `user[password]`, `X-Api-Key`.
  public func isSecret(name: String) -> Bool {
    guard isOn, secrets.mayContain(name) else { return false }
    let name = SecretName(name)
    return isSecret(name) || name.singular.map(isSecret) ?? false
  }

  /// Whether a parameter is a code that is exchanged for tokens: `code`, where the value is no number
  /// of an error and no word.
  func isGrant(_ name: String, _ value: some Collection<UInt8>) -> Bool {
    guard isOn, name.lowercased() == "code", !isException(name), (10...4096).contains(value.count)
    else {
      return false
    }
    return value.contains { (0x30...0x39).contains($0) }
      && SecretStrength(value).reach != .nowhere
  }

  /// Whether `name` says outright that its values are harmless.
  func isException(_ name: String) -> Bool { exceptions.contains(SecretName(name)) }

  private func isSecret(_ name: SecretName) -> Bool {
    secrets.contains(name) && !exceptions.contains(name)
  }
}

extension RedactionRules {
  /// What is redacted unless told otherwise.
  ///
  /// Passwords, tokens, keys and session ids by their names, cookies, and the keys that well-known
  /// issuers mark with a prefix. Not secret: names of page and continuation tokens, and
  /// ``published`` keys.
  public static let standard = RedactionRules(
    names: [
      "pwd", "pass", "pin", "otp", "sid", "jwt", "bearer", "authorization", "cookie", "session",
      "phpsessid", "connect.sid", "oauth_consumer_key", "x-functions-key", "client-key",
      "code_verifier", "authorization_code", "assertion", "client_assertion", "saml_response",
      "fb_at", "tw_tk", "tw_ts", "AWSAccessKeyId", "x-amz-credential", "private", "pem", "auth",
      "x-auth", "csrf", "xsrf", "x-csrf", "x-xsrf", "passwort", "kennwort", "mot_de_passe",
      "contrasena", "contraseña", "senha", "wachtwoord",
    ],
    endings: [
      "password", "passwd", "passphrase", "passcode", "token", "secret", "credential", "api_key",
      "private_key", "mac_key", "access_key", "secret_key", "master_key", "account_key",
      "signing_key", "encryption_key", "shared_key", "app_key", "application_key", "auth_key",
      "subscription_key", "session_id", "session_key", "sess_id",
    ],
    exceptions: [
      "page_token", "next_page_token", "next_token", "continuation_token", "continuation",
      "sync_token", "cancellation_token", "x-ms-session-token", "forgotpassword",
    ],
    patterns: issuers,
    allowedValues: published)

  /// The key that every Cosmos DB emulator has, as its manual prints it.
  public static let cosmosEmulatorKey =
    "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="

  /// Keys of emulators that stand in their manuals, so that everybody has them.
  ///
  /// StackMob's are the public keys of development and production in an app that nobody configured.
  public static let published: Set<String> = [
    cosmosEmulatorKey, "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
    "c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21",
  ]

  private static let issuers: [SecretPattern] = [
    SecretPattern(name: "aws_key", prefix: "AKIA", length: 16),
    SecretPattern(name: "aws_key", prefix: "ASIA", length: 16),
    SecretPattern(name: "github_token", prefix: "ghp_", length: 30),
    SecretPattern(name: "github_token", prefix: "gho_", length: 30),
    SecretPattern(name: "github_token", prefix: "ghs_", length: 30),
    SecretPattern(name: "github_token", prefix: "github_pat_", length: 30),
    SecretPattern(name: "gitlab_token", prefix: "glpat-", length: 20),
    SecretPattern(name: "stripe_key", prefix: "sk_live_", length: 16),
    SecretPattern(name: "stripe_key", prefix: "sk_test_", length: 16),
    SecretPattern(name: "stripe_key", prefix: "rk_live_", length: 16),
    SecretPattern(name: "slack_token", prefix: "xoxb-", length: 16),
    SecretPattern(name: "slack_token", prefix: "xoxp-", length: 16),
    SecretPattern(name: "google_key", prefix: "AIza", length: 35),
    SecretPattern(name: "google_token", prefix: "ya29.", length: 20),
    SecretPattern(name: "sendgrid_key", prefix: "SG.", length: 40),
    SecretPattern(name: "npm_token", prefix: "npm_", length: 30),
  ]
}

/// What secrets of one issuer look like: a prefix, and a number of token characters behind it.
public struct SecretPattern: Sendable, Hashable {
  /// What placeholders call it.
  public var name: String
  /// What every such secret begins with.
  public var prefix: String
  /// How many letters, digits, `-`, `_`, `.` follow the prefix at least.
  public var length: Int

  /// Makes a pattern.
  public init(name: String, prefix: String, length: Int) {
    self.name = name
    self.prefix = prefix
    self.length = length
  }

  func matches(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= prefix.utf8.count + length && word.starts(with: prefix.utf8)
  }
}
