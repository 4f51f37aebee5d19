struct TrialField: Sendable, Hashable {
  let name: String
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

struct TrialBody: Sendable, Hashable {
  let mimeType: String
  let bytes: [UInt8]
  /// Whether the HAR file has the body in base64.
  let isBinary: Bool

  init(_ mimeType: String, _ text: String) {
    self.mimeType = mimeType
    bytes = Array(text.utf8)
    isBinary = false
  }

  init(_ mimeType: String, bytes: [UInt8]) {
    self.mimeType = mimeType
    self.bytes = bytes
    isBinary = true
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A request and its response, in which a trial plants a secret or a harmless text.
struct TrialExchange: Sendable, Hashable {
  var method = "GET"
  var url: String
  var requestHeaders: [TrialField] = [TrialField("Accept", "*/*")]
  var requestBody: TrialBody?
  var status = 200
  var responseHeaders: [TrialField] = []
  var responseBody: TrialBody?

  /// Creates a GET request with a short JSON response.
  init(get url: String) {
    self.url = url
    respond(TrialBody("application/json", #"{"ok":true}"#))
  }

  /// Creates a POST request with an empty response.
  init(post body: TrialBody, to url: String) {
    method = "POST"
    self.url = url
    requestHeaders.append(TrialField("Content-Type", body.mimeType))
    requestBody = body
    status = 204
  }

  /// Creates a GET request whose response redirects the client to `location`.
  init(redirect url: String, to location: String) {
    self.url = url
    status = 302
    responseHeaders.append(TrialField("Location", location))
  }

  /// Creates an exchange with a body in either the request or the response, by chance.
  init(carrying body: TrialBody, _ random: inout TrialRandom) {
    let url = random.url()
    if random.chance(percent: 50) {
      self.init(post: body, to: url)
    } else {
      self.init(get: url)
      respond(body)
    }
  }

  mutating func respond(_ body: TrialBody) {
    responseHeaders.removeAll { $0.name == "Content-Type" }
    responseHeaders.append(TrialField("Content-Type", body.mimeType))
    responseBody = body
  }
}

extension TrialRandom {
  mutating func origin() -> String {
    pick([
      "https://api.example.com", "https://shop.example.org", "https://login.example.net",
      "http://backend.example.com:8080", "https://eu.data.example.com",
    ])
  }

  mutating func path() -> String {
    let collection = pick([
      "users", "orders", "talks", "devices", "projects", "photos", "invoices", "messages",
    ])
    return "/v\(within(1...4))/\(collection)/\(within(1...9_999))"
  }

  mutating func url() -> String { origin() + path() }

  mutating func user() -> String {
    pick(["anna", "bruno", "chiara", "dmitri", "emeka", "fatima", "george"])
      + "\(within(1...999))"
  }

  mutating func uuid() -> String {
    [8, 4, 4, 4, 12].enumerated().map { index, count in
      let digits = string(count, .hex)
      return index == 2 ? "4" + digits.dropFirst() : index == 3 ? "a" + digits.dropFirst() : digits
    }.joined(separator: "-")
  }

  mutating func date() -> String {
    let month = within(1...12)
    let day = within(1...28)
    return "202\(below(6))-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}
