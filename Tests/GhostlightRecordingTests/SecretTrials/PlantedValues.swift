/// Random secrets that have no known form.
enum PlantedValues {
  /// Returns a value for a strong name: a password that a person chose, or a generated secret.
  static func any(plain: Bool, _ random: inout TrialRandom) -> String {
    if random.chance(percent: 45) { return plain ? generated(&random) : special(&random) }
    return random.chance(percent: 55) ? memorable(&random) : generated(&random)
  }

  /// Returns a password that a person might choose; it does not look like a secret.
  private static func memorable(_ random: inout TrialRandom) -> String {
    let words = [
      "winter", "dragon", "sunshine", "berlin", "summer", "letmein", "chocolate", "football",
      "monkey", "purple", "guitar", "banana",
    ]
    let word = PlantedNames.capitalized(random.pick(words))
    switch random.below(3) {
    case 0: return word + "\(random.within(1_000...9_999))" + random.string(2, .lower)
    case 1: return word + "-" + random.pick(words) + "-\(random.within(100...9_999))"
    default: return word.lowercased() + random.string(6, .digits)
    }
  }

  /// Returns a password with characters that at least one carrier must encode.
  private static func special(_ random: inout TrialRandom) -> String {
    let mark = random.pick([
      "&", " ", "\"", "'", "+", "/", "=", "%", "<", "\\", "é", "#", "$", ";", ":",
    ])
    return random.string(5, .alphanumeric) + mark + random.string(4, .alphanumeric)
      + random.pick(["!", "?", "@", "~", "*"]) + random.string(3, .digits)
  }

  /// Returns a value that clearly looks like a secret, such as a generated token.
  static func generated(_ random: inout TrialRandom) -> String {
    switch random.below(8) {
    case 0: return random.string(32, .hex)
    case 1: return random.string(40, .hex)
    case 2: return random.string(64, .hex)
    case 3: return random.string(43, .base64URL)
    case 4: return random.string(22, .base64URL)
    case 5: return random.string(random.within(24...40), .alphanumeric)
    case 6: return random.string(32, .lowerDigits)
    default: return random.string(20, .base64URL) + "." + random.string(27, .base64URL)
    }
  }

  /// Returns random bytes as padded base64, like a signature or key.
  static func base64(bytes count: Int, _ random: inout TrialRandom) -> String {
    TrialText.base64(random.bytes(count))
  }

  static func jwt(_ random: inout TrialRandom, subject: String? = nil) -> String {
    let issued = random.within(1_600_000_000...1_750_000_000)
    let subject = subject ?? random.uuid()
    let head = random.pick([#"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"RS256","kid":"k1"}"#])
    let claims = "{\"sub\":\"\(subject)\",\"iat\":\(issued),\"exp\":\(issued + 3_600)}"
    return TrialText.base64URL(head) + "." + TrialText.base64URL(claims) + "."
      + random.string(43, .base64URL)
  }

  static func privateKey(_ random: inout TrialRandom) -> String {
    let type = random.pick([
      "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY",
    ])
    let lines = (0..<random.within(4...8)).map { _ in random.string(64, .base64) }
    let last = random.string(random.within(44...60), .base64) + "="
    return "-----BEGIN \(type)-----\n" + (lines + [last]).joined(separator: "\n")
      + "\n-----END \(type)-----\n"
  }
}
