/// Sentences and JSON members that contain a word such as "password", but no secret.
enum HarmlessTexts {
  private static let sentences = [
    "The password must have at least # characters.", "Invalid token at line #.",
    "Your password was changed # minutes ago.", "Forgot your password? We answer within # hours.",
    "Password: at least # characters, please.", "The secretary of district # has resigned.",
    "The tokenizer splits # words per second.", "Passenger # is in row 12.",
    "A compass, # maps and a keyboard.", "The author wrote # books about secret gardens.",
    "Session # starts at noon in the main hall.", "Enter the code of your country, such as DE (#).",
    "Key: C major, # beats per minute.", "State: waiting for # reviewers.",
    "Error #: token expired", "Unexpected token < in JSON at position #",
    "Authorization failed after # attempts.", "The secret of good coffee, part #",
    "API key missing; see section # of the manual.", "Access token is required for page #.",
    "Private rooms for # guests.", "Pass the salt and # spoons.",
    "Pin the tab and # others.", "Signature of # parents required.",
    "token: a single word of the language, see chapter #", "Credentials expired # days ago.",
    "Password and confirmation do not match (#).", "The bearer of ticket # may enter.",
    "Basic knowledge of # topics is enough.", "Digest of the week #",
    "Reset your password in # easy steps", "Invite # friends and get a cup of tea.",
    "#: password authentication is not supported", "Two-factor authentication protects # accounts.",
    "Token bucket: # requests per second", "Monkeys and keyboards, episode #",
  ]

  private static func sentence(_ random: inout TrialRandom) -> String {
    random.pick(sentences).split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\(random.within(2...9_999))")
  }

  static let prose: [HarmlessKind] = [
    .json("sentence") { "\"message\":" + TrialText.quoted(sentence(&$0)) },
    .json("sentence of an error") { "\"error\":" + TrialText.quoted(sentence(&$0)) },
    .json("sentence in array") { "\"hints\":[\(TrialText.quoted(sentence(&$0))),\"Hello\"]" },
    .page("sentence", "text/plain; charset=utf-8", after: "\n") { sentence(&$0) },
    .page("sentence", "text/html", before: "<p>", after: "</p>") { TrialText.xml(sentence(&$0)) },
    .page("label", "text/html", before: "<label for=\"f1\">", after: "</label>") {
      TrialText.xml(sentence(&$0))
    },
    .page("sentence", "application/xml", before: "<error><text>", after: "</text></error>") {
      TrialText.xml(sentence(&$0))
    },
    .target("slug") { random in
      let slug = sentence(&random).lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
      return "/blog/" + String(slug)
    },
    .target("search") { "/search?q=" + TrialText.form(sentence(&$0)) },
  ]

  static let flags: [HarmlessKind] = [
    .json("boolean") {
      let names = ["passwordRequired", "hasPassword", "token_valid", "isPrivate", "secretEnabled"]
      return "\"\($0.pick(names))\":\($0.pick(["true", "false"])),\"version\":\($0.below(9_999))"
    },
    .json("number") {
      let names = [
        "sessions", "tokenCount", "max_tokens", "passwordMinLength", "expires_in", "keys",
        "passwordExpiresInDays", "token_lifetime", "completion_tokens", "passCount",
      ]
      return "\"\($0.pick(names))\":\($0.within(2...86_400))"
    },
    .json("no value") {
      let names = ["password", "token", "apiKey", "clientSecret", "session"]
      return "\"\($0.pick(names))\":\($0.pick(["null", "\"\""])),\"version\":\($0.below(9_999))"
    },
    .json("time of a change") {
      "\"\($0.pick(["password_changed_at", "tokenIssuedAt", "session_start"]))\":\"\($0.date())\""
    },
    .json("OAuth response") {
      "\"token_type\":\"\($0.pick(["bearer", "Bearer", "mac"]))\",\"expires_in\":\($0.below(9_999))"
    },
    .json("discovery document") {
      let url = "https://login\($0.below(999)).example.com/oauth2"
      return "\"token_endpoint\":\"\(url)/token\",\"jwks_uri\":\"\(url)/keys\""
    },
    .json("discovery document") {
      let methods = $0.shuffled(["client_secret_basic", "client_secret_post", "private_key_jwt"])
      return "\"token_endpoint_auth_methods_supported\":[\"\(methods.joined(separator: "\",\""))\"]"
    },
    .json("grant types") {
      let types = $0.shuffled(["authorization_code", "refresh_token", "password", "implicit"])
      return "\"grant_types_supported\":[\"\(types.joined(separator: "\",\""))\"]"
    },
    .json("word that contains a name") {
      let members = [
        "\"secretary\":\"Jane Doe", "\"author\":\"Ada Lovelace", "\"tokenizer\":\"bpe",
        "\"keyboard\":\"qwertz", "\"authority\":\"Berlin", "\"passenger\":\"Grace Hopper",
        "\"compass\":\"north", "\"monkey\":\"Coco", "\"assignee\":\"Alan Turing",
        "\"signal\":\"strong", "\"statement\":\"March", "\"codec\":\"h264", "\"keynote\":\"Opening",
      ]
      return $0.pick(members) + " \($0.within(2...999))\""
    },
    .json("name of a column") {
      let members = [
        "keyPath\":\"a.b", "primaryKey\":\"id", "foreignKey\":\"order_id", "sortKey\":\"at",
      ]
      return "\"\($0.pick(members))\($0.below(99))\""
    },
    .json("kind of a secret") {
      let members = ["passwordPolicy\":\"strong", "tokenFormat\":\"jwt", "keyType\":\"RSA"]
      return "\"\($0.pick(members))\",\"version\":\($0.below(9_999))"
    },
    .form("OAuth request") {
      let grant = $0.pick(["authorization_code", "client_credentials", "refresh_token"])
      return "grant_type=\(grant)&scope=profile\($0.below(999))&token_type_hint=access_token"
    },
    .target("OAuth request") {
      let type = $0.pick(["code", "token", "id_token+token"])
      return
        "/authorize?response_type=\(type)&scope=openid+email"
        + "&prompt=login&max_age=\($0.below(9_999))"
    },
    .header("WWW-Authenticate") {
      "Bearer realm=\"shop \($0.below(999))\", error=\"invalid_token\""
    },
    .header("WWW-Authenticate") { "Basic realm=\"shop \($0.below(999))\", charset=\"UTF-8\"" },
    .page("empty form", "text/html", before: "<form>", after: "</form>") {
      "<input type=\"password\" id=\"f\($0.below(999))\" name=\"password\" value=\"\" "
        + "autocomplete=\"current-password\">"
    },
    .target("path of a page") {
      let pages = ["help/password", "tokens", "account/password/edit", "sessions/new", "reset"]
      return "/\($0.pick(pages))?step=\($0.below(999))"
    },
  ]
}
