/// A documented form of secrets, recognizable by itself or under a name that the vendor uses.
struct KnownForm: Sendable {
  let name: String
  /// The names that the vendor uses for the secret; required if the form has no prefix.
  var vendorNames: [String] = []
  /// Whether the secret has only characters that no carrier has to encode.
  var isPlain = true
  var hasLines = false
  /// The part of the value before the secret; empty if the whole value is secret.
  var before = ""
  let value: @Sendable (inout TrialRandom) -> String

  /// Returns the secret part of a value, such as the key of a connection string.
  func secret(_ value: String) -> String {
    guard !before.isEmpty, let rest = value.split(separator: before).last else { return value }
    return String(rest.prefix { $0 != ";" })
  }

  /// Creates a form with a fixed prefix, followed by `count` random characters.
  static func prefix(_ name: String, _ prefix: String, _ count: Int, _ alphabet: TrialAlphabet)
    -> KnownForm
  {
    KnownForm(name: name) { prefix + $0.string(count, alphabet) }
  }

  static let all = clouds + sourceCode + messages + payments + others

  private static let clouds: [KnownForm] = [
    .prefix("AWS access key", "AKIA", 16, .base32),
    .prefix("AWS temporary access key", "ASIA", 16, .base32),
    KnownForm(
      name: "AWS secret key",
      vendorNames: ["SecretAccessKey", "aws_secret_access_key", "secretAccessKey"], isPlain: false
    ) { $0.string(20, .base64) + "/" + $0.string(19, .base64) },
    .prefix("Google API key", "AIza", 35, .base64URL),
    .prefix("Google OAuth client secret", "GOCSPX-", 28, .base64URL),
    .prefix("Google OAuth access token", "ya29.a0", 120, .base64URL),
    KnownForm(
      name: "Cosmos key", vendorNames: ["primaryMasterKey", "secondaryMasterKey", "AccountKey"],
      isPlain: false
    ) { PlantedValues.base64(bytes: 64, &$0) },
    KnownForm(name: "Azure storage connection string", isPlain: false, before: "AccountKey=") {
      "DefaultEndpointsProtocol=https;AccountName=shop\($0.below(99));AccountKey="
        + PlantedValues.base64(bytes: 64, &$0) + ";EndpointSuffix=core.windows.net"
    },
    KnownForm(name: "Cosmos connection string", isPlain: false, before: "AccountKey=") {
      "AccountEndpoint=https://shop\($0.below(99)).documents.azure.com:443/;AccountKey="
        + PlantedValues.base64(bytes: 64, &$0) + ";"
    },
    KnownForm(name: "Microsoft Entra client secret") {
      $0.string(3, .alphanumeric) + "8Q~" + $0.string(34, .alphanumeric)
    },
    .prefix("DigitalOcean token", "dop_v1_", 64, .hex),
    .prefix("Vault token", "hvs.", 95, .base64URL),
    .prefix("Databricks token", "dapi", 32, .hex),
  ]

  private static let sourceCode: [KnownForm] = [
    .prefix("GitHub personal token", "ghp_", 36, .alphanumeric),
    .prefix("GitHub OAuth token", "gho_", 36, .alphanumeric),
    .prefix("GitHub app token", "ghs_", 36, .alphanumeric),
    KnownForm(name: "GitHub fine-grained token") {
      "github_pat_" + $0.string(22, .alphanumeric) + "_" + $0.string(59, .alphanumeric)
    },
    .prefix("GitLab token", "glpat-", 20, .alphanumeric),
    .prefix("npm token", "npm_", 36, .alphanumeric),
    .prefix("PyPI token", "pypi-AgEIcHlwaS5vcmc", 85, .base64URL),
    .prefix("Hugging Face token", "hf_", 34, .letters),
    .prefix("Linear key", "lin_api_", 40, .alphanumeric),
    .prefix("age key", "AGE-SECRET-KEY-1", 58, .bech32),
    KnownForm(name: "private key", isPlain: false, hasLines: true) {
      PlantedValues.privateKey(&$0)
    },
    KnownForm(name: "private key", isPlain: false, hasLines: true) {
      PlantedValues.privateKey(&$0)
    },
  ]

  private static let messages: [KnownForm] = [
    KnownForm(name: "Slack bot token") {
      "xoxb-\($0.string(12, .digits))-\($0.string(12, .digits))-\($0.string(24, .alphanumeric))"
    },
    KnownForm(name: "Slack user token") {
      "xoxp-\($0.string(12, .digits))-\($0.string(12, .digits))-\($0.string(12, .digits))-"
        + $0.string(32, .hex)
    },
    KnownForm(name: "Slack webhook", isPlain: false, before: "/") {
      "https://hooks.slack.com/services/T\($0.string(8, .upperDigits))/"
        + "B\($0.string(10, .upperDigits))/" + $0.string(24, .alphanumeric)
    },
    KnownForm(name: "Telegram bot token", isPlain: false) {
      "\($0.within(1...9))\($0.string(9, .digits)):AA" + $0.string(33, .base64URL)
    },
    KnownForm(name: "SendGrid key") {
      "SG." + $0.string(22, .base64URL) + "." + $0.string(43, .base64URL)
    },
    .prefix("Mailgun key", "key-", 32, .hex),
    KnownForm(name: "Mailchimp key") { $0.string(32, .hex) + "-us\($0.within(1...21))" },
    .prefix("Twilio key", "SK", 32, .hex),
    KnownForm(name: "Twilio auth token", vendorNames: ["AuthToken", "auth_token"]) {
      $0.string(32, .hex)
    },
  ]

  private static let payments: [KnownForm] = [
    .prefix("Stripe live key", "sk_live_", 24, .alphanumeric),
    .prefix("Stripe restricted key", "rk_live_", 99, .alphanumeric),
    .prefix("Stripe webhook secret", "whsec_", 32, .alphanumeric),
    .prefix("Shopify token", "shpat_", 32, .hex),
    .prefix("Square token", "sq0atp-", 22, .base64URL),
  ]

  private static let others: [KnownForm] = [
    KnownForm(name: "JWT") { PlantedValues.jwt(&$0) },
    KnownForm(name: "JWT") { PlantedValues.jwt(&$0) },
    KnownForm(name: "OpenAI key") {
      "sk-" + $0.string(20, .alphanumeric) + "T3BlbkFJ" + $0.string(20, .alphanumeric)
    },
    KnownForm(name: "Anthropic key") { "sk-ant-api03-" + $0.string(93, .base64URL) + "AA" },
    KnownForm(name: "Postman key") { "PMAK-" + $0.string(24, .hex) + "-" + $0.string(34, .hex) },
    KnownForm(name: "Dynatrace token") {
      "dt0c01." + $0.string(24, .base32) + "." + $0.string(64, .base32)
    },
    KnownForm(name: "Grafana token") {
      "glsa_" + $0.string(32, .alphanumeric) + "_" + $0.string(8, .hex)
    },
  ]
}
