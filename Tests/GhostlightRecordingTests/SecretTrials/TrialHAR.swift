/// Prints exchanges as a HAR 1.2 file.
enum TrialHAR {
  static func text(_ exchange: TrialExchange) -> String { text([exchange]) }

  static func text(_ exchanges: [TrialExchange]) -> String {
    let entries = exchanges.enumerated().map { entry($1, second: $0) }
    return #"{"log":{"version":"1.2","creator":{"name":"trial","version":"1"},"entries":["#
      + entries.joined(separator: ",") + "]}}\n"
  }

  private static func entry(_ exchange: TrialExchange, second: Int) -> String {
    let started = quoted("2024-05-01T\(two(second / 3600 % 24)):\(two(second / 60)):\(two(second))")
    return "{\"startedDateTime\":\(started.dropLast()).000Z\",\"time\":12"
      + ",\"request\":\(request(exchange)),\"response\":\(response(exchange))"
      + #","cache":{},"timings":{"send":1,"wait":10,"receive":1}}"#
  }

  private static func two(_ value: Int) -> String {
    let rest = value % 60
    return rest < 10 ? "0\(rest)" : "\(rest)"
  }

  private static func request(_ exchange: TrialExchange) -> String {
    let body = exchange.requestBody
    var text = "{\"method\":\(quoted(exchange.method)),\"url\":\(quoted(exchange.url))"
    text += #","httpVersion":"HTTP/1.1","cookies":[],"headers":"#
    text += fields(exchange.requestHeaders)
    text += ",\"queryString\":" + fields(query(exchange.url))
    text += ",\"headersSize\":-1,\"bodySize\":\(body?.bytes.count ?? 0)"
    if let body {
      text += ",\"postData\":{\"mimeType\":\(quoted(body.mimeType)),\"text\":\(quoted(body.text))}"
    }
    return text + "}"
  }

  private static func response(_ exchange: TrialExchange) -> String {
    let body = exchange.responseBody
    let location = exchange.responseHeaders.first { $0.name == "Location" }?.value ?? ""
    let phrases = [200: "OK", 204: "No Content", 302: "Found", 401: "Unauthorized"]
    var text = "{\"status\":\(exchange.status)"
    text += ",\"statusText\":\(quoted(phrases[exchange.status] ?? ""))"
    text += #","httpVersion":"HTTP/1.1","cookies":[],"headers":"#
    text += fields(exchange.responseHeaders)
    text += ",\"content\":" + content(body)
    text += ",\"redirectURL\":\(quoted(location)),\"headersSize\":-1"
    return text + ",\"bodySize\":\(body?.bytes.count ?? 0)}"
  }

  private static func content(_ body: TrialBody?) -> String {
    guard let body else { return #"{"size":0,"mimeType":"x-unknown"}"# }
    let head = "{\"size\":\(body.bytes.count),\"mimeType\":\(quoted(body.mimeType)),\"text\":"
    return body.isBinary
      ? head + quoted(TrialText.base64(body.bytes)) + #","encoding":"base64"}"#
      : head + quoted(body.text) + "}"
  }

  private static func fields(_ fields: [TrialField]) -> String {
    let pairs = fields.map { "{\"name\":\(quoted($0.name)),\"value\":\(quoted($0.value))}" }
    return "[" + pairs.joined(separator: ",") + "]"
  }

  private static func query(_ url: String) -> [TrialField] {
    let target = url.prefix { $0 != "#" }
    guard let mark = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: mark)...].split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      return TrialField(TrialText.decodedQuery(parts[0]), TrialText.decodedQuery(value))
    }
  }

  private static func quoted(_ text: String) -> String { TrialText.quoted(text) }
}
