extension TrialCarrier {
  private static func pair(_ name: String, _ value: String) -> String {
    TrialText.percent(name) + "=" + TrialText.percent(value)
  }

  /// Creates a carrier whose value is a query parameter of a URL; `exchange` determines the URL's
  /// place.
  private static func link(
    _ kind: String,
    _ exchange: @escaping @Sendable (inout TrialRandom, _ url: String) -> TrialExchange
  ) -> TrialCarrier {
    TrialCarrier(kind: kind, values: .line) { random, name, value in
      let url = random.url() + "?page=\(random.below(99))&" + pair(name, value)
      return exchange(&random, url)
    }
  }

  static let urls: [TrialCarrier] = [
    .link("query × request URL") { TrialExchange(get: $1 + "&limit=\($0.below(99))") },
    .link("query × request URL") { TrialExchange(get: $1 + "&limit=\($0.below(99))") },
    .link("query × Location") { TrialExchange(redirect: $0.url(), to: $1) },
    TrialCarrier(kind: "fragment × Location", values: .line) { random, name, value in
      let fragment = "#" + pair(name, value) + "&expires_in=3600"
      return TrialExchange(redirect: random.url(), to: random.origin() + "/done" + fragment)
    },
    .link("query × URL in JSON body") { random, url in
      let body = "{\"id\":\(random.below(99)),\"upload_url\":\(TrialText.quoted(url))}"
      return TrialExchange(carrying: TrialBody("application/json", body), &random)
    },
    .link("query × Link header") { random, url in
      var exchange = TrialExchange(get: random.url())
      exchange.responseHeaders.append(TrialField("Link", "<\(url)>; rel=\"next\""))
      return exchange
    },
    .link("query × Referer") { random, url in
      var exchange = TrialExchange(get: random.url())
      exchange.requestHeaders.append(TrialField("Referer", url))
      return exchange
    },
    .link("query × URL in HTML") { random, url in
      var exchange = TrialExchange(get: random.url())
      let page = "<a class=\"next\" href=\"\(TrialText.xml(url))\">Next</a>"
      exchange.respond(TrialBody("text/html", page))
      return exchange
    },
    .link("query × URL in URL") { random, url in
      TrialExchange(get: random.url() + "?return_to=" + TrialText.percent(url))
    },
    .link("query × URL in text body") { random, url in
      let text = "Open \(url) within \(random.within(2...60)) minutes.\n"
      return TrialExchange(carrying: TrialBody("text/plain", text), &random)
    },
    TrialCarrier(kind: "path parameter × request URL", values: .tokens) { random, name, value in
      TrialExchange(get: random.url() + ";\(name)=\(value)")
    },
    TrialCarrier(kind: "query with brackets × request URL", values: .line) { random, name, value in
      let query = "?filter%5B\(TrialText.percent(name))%5D=\(TrialText.percent(value))"
      return TrialExchange(get: random.url() + query)
    },
  ]

  static let headers: [TrialCarrier] = [
    TrialCarrier(kind: "custom header × request", values: .tokens) { random, name, value in
      var exchange = TrialExchange(get: random.url())
      exchange.requestHeaders.append(TrialField(PlantedNames.header(name), value))
      return exchange
    },
    TrialCarrier(kind: "custom header × response", values: .tokens) { random, name, value in
      var exchange = TrialExchange(get: random.url())
      exchange.responseHeaders.append(TrialField(PlantedNames.header(name), value))
      return exchange
    },
    TrialCarrier(kind: "cookie × request", values: .tokens) { random, name, value in
      var exchange = TrialExchange(get: random.url())
      exchange.requestHeaders.append(TrialField("Cookie", "lang=en; \(name)=\(value); theme=dark"))
      return exchange
    },
    TrialCarrier(kind: "cookie × response", values: .tokens) { random, name, value in
      var exchange = TrialExchange(get: random.url())
      let cookie = "\(name)=\(value); Path=/; HttpOnly; SameSite=Lax"
      exchange.responseHeaders.append(TrialField("Set-Cookie", cookie))
      return exchange
    },
  ]

  static let forms: [TrialCarrier] = [
    .sent("field × form body", "application/x-www-form-urlencoded") { random, name, value in
      "user=\(random.user())&\(TrialText.form(name))=\(TrialText.form(value))&remember=on"
    },
    .sent("field with brackets × form body", "application/x-www-form-urlencoded") {
      random, name, value in
      "user%5Bid%5D=\(random.below(99))&user%5B\(TrialText.form(name))%5D=\(TrialText.form(value))"
    },
    .sent("field × form body with charset", "application/x-www-form-urlencoded; charset=UTF-8") {
      _, name, value in pair(name, value)
    },
    .sent("part × multipart body", "multipart/form-data; boundary=part-5b1f") {
      random, name, value in
      multipart([("user", random.user(), ""), (name, value, "")])
    },
    .sent("part with type × multipart body", "multipart/form-data; boundary=\"part-5b1f\"") {
      random, name, value in
      multipart([
        (name, value, "Content-Type: text/plain; charset=utf-8\r\n"),
        ("count", "\(random.below(99))", ""),
      ])
    },
  ]

  private static func multipart(_ parts: [(name: String, value: String, head: String)]) -> String {
    parts.map {
      "--part-5b1f\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\($0.head)\r\n"
        + "\($0.value)\r\n"
    }.joined() + "--part-5b1f--\r\n"
  }
}
