/// Creates exchanges that contain a URL in a randomly chosen place.
enum TrialPlaces {
  static func place(_ url: String, _ random: inout TrialRandom) -> TrialExchange {
    let isHTTP = url.hasPrefix("http")
    switch random.below(isHTTP ? 8 : 3) {
    case 0: return json("url", url, &random)
    case 1: return text("Please use \(url) from now on.\n", &random)
    case 2: return markup("<link rel=\"self\">\(TrialText.xml(url))</link>", "text/xml", &random)
    case 3: return markup("<a href=\"\(TrialText.xml(url))\">Go on</a>", "text/html", &random)
    case 4: return TrialExchange(redirect: random.url(), to: url)
    case 5: return header(TrialField("Link", "<\(url)>; rel=\"alternate\""), &random)
    case 6 where !url.contains("@"): return TrialExchange(get: url)
    case 6: return json("remote", url, &random)
    default: return json("upload_url", url, &random)
    }
  }

  private static func json(_ name: String, _ url: String, _ random: inout TrialRandom)
    -> TrialExchange
  {
    let text = "{\"id\":\(random.below(999)),\"\(name)\":\(TrialText.quoted(url))}"
    return TrialExchange(carrying: TrialBody("application/json", text), &random)
  }

  private static func text(_ text: String, _ random: inout TrialRandom) -> TrialExchange {
    TrialExchange(carrying: TrialBody("text/plain", text), &random)
  }

  private static func markup(_ text: String, _ type: String, _ random: inout TrialRandom)
    -> TrialExchange
  {
    var exchange = TrialExchange(get: random.url())
    exchange.respond(TrialBody(type, text))
    return exchange
  }

  private static func header(_ field: TrialField, _ random: inout TrialRandom) -> TrialExchange {
    var exchange = TrialExchange(get: random.url())
    exchange.responseHeaders.append(field)
    return exchange
  }
}
