/// Ordinary words under weak names, as backends use them.
enum HarmlessWords {
  static let byName: [(name: String, words: [String])] = [
    (
      "session",
      [
        "keynote", "workshop", "morning", "plenary", "spring-2024", "opening", "lightning-talks",
        "7",
      ]
    ),
    ("state", ["draft", "published", "open", "closed", "CA", "running", "pending", "in_progress"]),
    ("code", ["DE", "en-US", "EUR", "404", "NOT_FOUND", "A4", "UTC", "JFK", "validation_error"]),
    (
      "key", ["title", "name", "C-major", "created_at", "Enter", "ArrowLeft", "price", "user.name"]
    ),
    ("pin", ["map", "top", "left", "true", "sidebar", "none"]),
    ("pass", ["economy", "day", "first", "weekend", "2", "season"]),
    ("auth", ["optional", "required", "none", "oauth2", "basic", "false"]),
    ("private", ["true", "false", "yes", "no", "1", "friends"]),
    ("sig", ["none", "v1", "A", "SIGTERM", "short"]),
    ("sessionType", ["panel", "talk", "hackathon", "birds-of-a-feather"]),
    ("country_code", ["DE", "US", "FR", "JP"]),
    ("errorCode", ["invalid_request", "rate_limit_exceeded", "E1042"]),
    ("zip_code", ["10115", "94107", "SW1A-1AA"]),
    ("sortKey", ["price", "last_name", "-created_at", "relevance"]),
    ("stateName", ["Bavaria", "Texas", "New-South-Wales"]),
    ("boardingPass", ["mobile", "printed", "none"]),
    ("authMode", ["none", "ldap", "saml", "certificate"]),
    ("pinStyle", ["circle", "flag", "drop"]),
    ("key_signature", ["C-major", "F-sharp-minor", "D-dorian"]),
    ("status_code", ["200", "301", "503"]),
  ]

  /// The carriers for ordinary words; cookies are excluded, because any cookie may be a secret.
  private static let carriers = TrialCarrier.all.filter {
    !$0.kind.hasPrefix("cookie") && $0.values != .digits
  }

  /// The words that may be the value of a header field, and thereby the whole text of a trial.
  ///
  /// Shorter words are excluded, because they may occur in a HAR file by chance.
  private static let longWords = byName.map { name, words in
    (name: name, words: words.filter { $0.count >= 5 })
  }.filter { !$0.words.isEmpty }

  static let kinds: [HarmlessKind] = carriers.map { carrier in
    HarmlessKind(kind: "plain word under weak name × " + carrier.kind) { random in
      let isHeader = carrier.kind.hasPrefix("custom header")
      let (name, words) = random.pick(isHeader ? longWords : byName)
      let word = random.pick(words)
      let exchange = carrier.exchange(&random, name, word)
      return (exchange, container(of: word, in: exchange))
    }
  }

  /// Returns the whole URL, header value or body that contains a carrier's word.
  private static func container(of word: String, in exchange: TrialExchange) -> String {
    let usual = ["application/json", "*/*"]
    if let body = exchange.requestBody { return body.text }
    if let body = exchange.responseBody, body.text != #"{"ok":true}"# { return body.text }
    let fields = exchange.requestHeaders + exchange.responseHeaders
    let field = fields.first { $0.value.contains(word) && !usual.contains($0.value) }
    return field?.value ?? exchange.url
  }
}
