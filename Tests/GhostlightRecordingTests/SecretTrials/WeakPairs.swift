/// Generates pairs of exchanges that a replay must distinguish by a value under a weak name.
enum WeakPairs {
  private static let names = [
    "session", "pass", "pin", "auth", "private", "sig", "code", "key", "state", "sessionId",
    "auth_code", "sort_key", "stateName", "passType",
  ]
  private static let words = [
    "keynote", "workshop", "morning", "draft", "published", "open", "closed", "DE", "de", "FR",
    "en-US", "economy", "first", "weekend", "true", "false", "map", "top", "title", "price",
    "created_at", "none", "optional", "required", "1", "2", "10", "2024-05-01", "two words",
    "caf\u{E9}",
  ]

  static func weakPairs(seed: UInt64, count: Int) -> [WeakPair] {
    var random = TrialRandom(seed: seed)
    return (1...count).map { pair($0, &random) }
  }

  private static func pair(_ number: Int, _ random: inout TrialRandom) -> WeakPair {
    let name = random.pick(names)
    let (mixture, values) = values(&random)
    let place = random.pick(["query", "form body", "JSON body"])
    let origin = random.url()
    let page = random.below(99)
    let exchanges = values.enumerated().map { index, value in
      let body = TrialBody("application/json", "{\"pair\":\(number),\"response\":\(index + 1)}")
      return exchange(place, origin, name, value, page: page, response: body)
    }
    return WeakPair(
      number: number, kind: "\(mixture) under \(name) × \(place)", name: name, values: values,
      first: exchanges[0], second: exchanges[1])
  }

  /// Returns two different values, each an ordinary word or a secret, and a title for the pair.
  private static func values(_ random: inout TrialRandom) -> (String, [String]) {
    let word = random.pick(words)
    let secret = PlantedValues.generated(&random)
    switch random.below(5) {
    case 0, 1: return ("two words", [word, random.pick(words.filter { $0 != word })])
    case 2: return ("word and secret", random.shuffled([word, secret]))
    case 3: return ("two secrets", [secret, PlantedValues.generated(&random)])
    default:
      let last = secret.hasSuffix("7") ? "8" : "7"
      return ("secrets that differ in the last character", [secret, secret.dropLast() + last])
    }
  }

  private static func exchange(
    _ place: String, _ origin: String, _ name: String, _ value: String, page: Int,
    response: TrialBody
  ) -> TrialExchange {
    var exchange: TrialExchange
    switch place {
    case "query":
      let query = "?\(name)=\(TrialText.percent(value))&page=\(page)"
      exchange = TrialExchange(get: origin + query)
    case "form body":
      let text = "page=\(page)&\(name)=\(TrialText.form(value))"
      exchange = TrialExchange(
        post: TrialBody("application/x-www-form-urlencoded", text), to: origin)
    default:
      let text = "{\"page\":\(page),\"\(name)\":\(TrialText.quoted(value))}"
      exchange = TrialExchange(post: TrialBody("application/json", text), to: origin)
    }
    exchange.status = 200
    exchange.respond(response)
    return exchange
  }
}
