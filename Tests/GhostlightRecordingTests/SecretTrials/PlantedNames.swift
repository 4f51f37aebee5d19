/// Names under which trials plant secrets, in the spellings that backends use.
enum PlantedNames {
  /// The way in which the words of a name are joined.
  enum Style: CaseIterable, Sendable {
    case camel, pascal, snake, kebab, screaming, dotted
  }

  private static let strong: [[String]] = [
    ["password"], ["password"], ["passwd"], ["pwd"], ["passphrase"], ["secret"], ["secret"],
    ["token"], ["token"], ["apikey"], ["api", "key"], ["api", "key"], ["access", "key"],
    ["private", "key"], ["client", "secret"], ["refresh", "token"], ["access", "token"],
    ["id", "token"], ["auth", "token"], ["session", "token"], ["csrf", "token"],
    ["secret", "key"], ["signing", "key"], ["encryption", "key"], ["mac", "key"],
    ["master", "key"], ["credential"], ["credentials"], ["bearer", "token"], ["api", "secret"],
    ["api", "token"], ["shared", "secret"], ["webhook", "secret"], ["consumer", "secret"],
    ["reset", "token"], ["device", "token"], ["login", "password"], ["totp", "secret"],
    ["oauth", "token"], ["auth", "key"], ["subscription", "key"], ["storage", "account", "key"],
  ]
  private static let prefixes = [
    "db", "user", "new", "old", "current", "my", "app", "admin", "smtp", "service", "mobile",
    "proxy",
  ]
  private static let suffixes = [
    "2", "1", "v2", "value", "base", "confirmation", "confirm", "repeat", "plain", "text",
  ]
  /// Names that cannot be composed from the words above; most of them occur in real backends.
  private static let irregular = [
    "accesstoken", "authtoken", "clientsecret", "refreshtoken", "secretkey", "APIKey", "apiKeyV2",
    "secretKeyBase", "password_confirmation", "password2", "tokenValue", "apikey_v2", "PASSWD",
    "X-Access-Token", "x-api-key", "oauth_token_secret", "rememberToken", "xsrfToken", "dbPasswd",
    "pgpassword", "wsPassword", "mac_key", "accessKeySecret", "authenticity_token", "Passwort",
    "passwordHash", "secretAnswer", "JWTSecret", "userPWD", "aws_session_token",
  ]
  static let weak = [
    "session", "session", "sessionId", "session_id", "pass", "pass", "userPass", "pin", "auth",
    "auth", "authData", "private", "private", "sig", "sig", "code", "code", "auth_code", "key",
    "key", "app_key", "state", "state", "oauthState",
  ]
  /// Names that do not describe their values.
  static let neutral = [
    "value", "data", "note", "text", "message", "result", "field", "content", "setting", "item",
    "comment", "description", "input", "entry", "payload", "config", "label", "remark",
  ]

  static func strong(_ random: inout TrialRandom) -> String {
    guard random.chance(percent: 72) else { return random.pick(irregular) }
    var words = random.pick(strong)
    switch random.below(10) {
    case 0..<3: words.insert(random.pick(prefixes), at: 0)
    case 3..<6: words.append(random.pick(suffixes))
    default: break
    }
    return spelled(words, random.pick(Style.allCases))
  }

  static func spelled(_ words: [String], _ style: Style) -> String {
    switch style {
    case .camel: words[0] + words.dropFirst().map(capitalized).joined()
    case .pascal: words.map(capitalized).joined()
    case .snake: words.joined(separator: "_")
    case .kebab: words.joined(separator: "-")
    case .screaming: words.map { $0.uppercased() }.joined(separator: "_")
    case .dotted: words.count > 1 ? words[0] + "." + words[1...].joined(separator: "_") : words[0]
    }
  }

  static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Returns a name with `_` for all other characters: `X-Access-Token` becomes `X_Access_Token`.
  static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Returns a name as a custom header field: `clientSecret` becomes `X-Client-Secret`.
  static func header(_ name: String) -> String {
    var words: [String] = [""]
    var before: Character = "_"
    for character in name {
      if !character.isLetter && !character.isNumber {
        words.append("")
      } else if character.isUppercase && before.isLowercase {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
      before = character
    }
    let joined = words.filter { !$0.isEmpty }.map(capitalized).joined(separator: "-")
    return joined.lowercased().hasPrefix("x-") ? joined : "X-" + joined
  }
}
