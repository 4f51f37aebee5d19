import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

/// A place in an exchange that may contain a secret.
struct SecretPlace: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether redaction leaves the secret in this place, and the lint only reports it.
  var isNamedOnly = false
  /// Creates an exchange that contains a given secret in this place.
  let exchange: @Sendable (String) -> RecordedExchange

  static func answered(
    _ name: String, _ type: String, _ body: @escaping @Sendable (String) -> String
  ) -> SecretPlace {
    answered(name, [.contentType: type]) { Array(body($0).utf8) }
  }

  static func answered(
    _ name: String, _ fields: HTTPFields, _ body: @escaping @Sendable (String) -> [UInt8]
  ) -> SecretPlace {
    SecretPlace(testDescription: name) { secret in
      RecordedExchange(
        Request(.get, "/page"), Response(.ok, headers: fields, body: body(secret)))
    }
  }

  static func sent(
    _ name: String, _ fields: HTTPFields, _ body: @escaping @Sendable (String) -> [UInt8]
  ) -> SecretPlace {
    SecretPlace(testDescription: name) { secret in
      RecordedExchange(
        Request(.post, "/page", headers: fields, body: body(secret)), Response(.ok))
    }
  }

  static func requested(
    _ name: String, _ target: @escaping @Sendable (String) -> String
  ) -> SecretPlace {
    SecretPlace(testDescription: name) { secret in
      RecordedExchange(Request(.get, RequestTarget(target(secret))), Response(.ok))
    }
  }

  static func field(
    _ field: String, _ value: @escaping @Sendable (String) -> String = { $0 }
  ) -> SecretPlace {
    SecretPlace(testDescription: "header \(field)") { secret in
      var request = Request(.get, "/page")
      if let name = HTTPField.Name(field) { request.headers[name] = value(secret) }
      return RecordedExchange(request, Response(.ok))
    }
  }

  static func answeredField(
    _ field: String, _ value: @escaping @Sendable (String) -> String
  ) -> SecretPlace {
    SecretPlace(testDescription: "header \(field) of an answer") { secret in
      var response = Response(.ok)
      if let name = HTTPField.Name(field) { response.headers[name] = value(secret) }
      return RecordedExchange(Request(.get, "/page"), response)
    }
  }

  /// Returns `json`, nested `depth` times as a string within JSON.
  private static func nested(_ json: JSON, _ depth: Int) -> String {
    depth == 0 ? json.text() : nested(["data": .string(json.text())], depth - 1)
  }
}

extension SecretPlace {
  /// Places of secrets that occurred in recordings of real servers.
  static let observed: [SecretPlace] = [
    answered("JSON behind a byte order mark", "application/json") {
      "\u{FEFF}{\"password\":\"\($0)\"}"
    },
    requested("?code=") { "/callback?code=\($0)&state=x" },
    requested("/path/token/hex") { "/reset/token/\($0)/confirm" },
    answered("a URL of such a path", "text/plain") { "see https://a.example/reset/token/\($0)" },
    answered("arguments of GraphQL", "application/json") {
      JSON.object(["query": .string("mutation { login(name: \"a\", password: \"\($0)\") { id } }")])
        .text()
    },
    requested("a token encoded twice") {
      "/?next=" + PercentEncoding.encode(PercentEncoding.encode("https://a.example/?token=\($0)"))
    },
    requested("a token encoded three times") {
      "/?next="
        + PercentEncoding.encode(PercentEncoding.encode(PercentEncoding.encode("/?token=\($0)")))
    },
    answered("JSON in JSON five deep", "application/json") {
      nested(["token": .string($0)], 5)
    },
    answered("JSONP", "text/javascript") { "callback({\"user\":\"a\",\"token\":\"\($0)\"});" },
    answered("server-sent events", "text/event-stream") {
      "event: login\ndata: {\"user\":\"a\",\"token\":\"\($0)\"}\n\n"
    },
    answered("an HTML password", "text/html") {
      "<form><input type=\"password\" name=\"field1\" value=\"\($0)\"></form>"
    },
    answered("an HTML input without quotes", "text/html") {
      "<form><INPUT value=\($0) type=password></form>"
    },
    answered("a csrf input", "text/html") {
      "<input type='hidden' name='csrf' value='\($0)'/>"
    },
    answered("a csrf meta element", "text/html") {
      "<meta name=\"csrf-token\" content=\"\($0)\">"
    },
    answered("a column", "text/csv") { "name,password,age\r\nann,\($0),25\r\nben,,30\r\n" },
    answered("a column with quotes and semicolons", "text/csv; charset=utf-8") {
      "\"name\";\"token\"\n\"a\"\"b\";\"\($0)\"\n"
    },
    answered("a column of a table with tabs", "text/tab-separated-values") {
      "name\tapi_key\nann\t\($0)\n"
    },
    answered("a loose object", "text/javascript") { "var a = {user: 'x', password: '\($0)'};" },
    answered("a loose object with quoted names", "text/javascript") {
      "login({'user': 'x', 'secret' : '\($0)'})"
    },
    answered("an escaped object in a script", "text/html") {
      "<script>init(\"{\\\"token\\\":\\\"\($0)\\\"}\")</script>"
    },
    answered("a member auth", "application/json") { "{\"auth\":\"\($0)\"}" },
    field("X-Auth"),
    answered("a member passwort", "application/json") { "{\"passwort\":\"\($0)\"}" },
    answered("Basic in JSON", "application/json") {
      "{\"header\":\"Basic \(Data("ann:\($0)".utf8).base64EncodedString())\"}"
    },
    answered("Bearer in text", "text/plain") { "sent Authorization: Bearer \($0) to it" },
    answered("XML", "application/xml") { "<login><password>\($0)</password></login>" },
    answered("a connection string", "text/plain") { "Endpoint=a;AccountKey=\($0);x" },
    answered("a line of a log", "text/plain") { "user=ann password=\($0) ok" },
    field("X-Csrf-Token"),
    requested("a fragment of a form in the query") { "/?body=user%3Dann%26password%3D\($0)" },
  ]

  /// Further places, with other syntaxes, codings and names.
  static let others: [SecretPlace] = [
    answered("JSON in gzip", [.contentType: "application/json", .contentEncoding: "gzip"]) {
      Deflating.gzip(Array("{\"password\":\"\($0)\"}".utf8))
    },
    answered("HTML in zlib", [.contentType: "text/html", .contentEncoding: "deflate"]) {
      Deflating.zlib(Array("<input type=password value='\($0)'>".utf8))
    },
    answered("text in DEFLATE", [.contentType: "text/plain", .contentEncoding: "deflate"]) {
      Deflating.raw(Array("password=\($0)".utf8))
    },
    answered("JSON in gzip twice", [.contentEncoding: "gzip, gzip"]) {
      Deflating.gzip(Deflating.gzip(Array("{\"password\":\"\($0)\"}".utf8)))
    },
    compressedFile,
    sent("a form in gzip", [.contentType: formType, .contentEncoding: "gzip"]) {
      Deflating.gzip(Array("user=ann&password=\($0)".utf8))
    },
    sent("a form", [.contentType: formType]) { Array("user=ann&client_secret=\($0)".utf8) },
    sent("a part of a form", [.contentType: "multipart/form-data; boundary=x"]) {
      Array(
        "--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\($0)\r\n--x--\r\n".utf8)
    },
    sent("JSON in a part of a form", [.contentType: "multipart/mixed; boundary=x"]) {
      Array("--x\r\nContent-Type: application/json\r\n\r\n{\"token\":\"\($0)\"}\r\n--x--".utf8)
    },
    sent("variables of GraphQL", [.contentType: "application/json"]) {
      Array("{\"query\":\"mutation($p:String){}\",\"variables\":{\"password\":\"\($0)\"}}".utf8)
    },
    sent("UTF-16", [.contentType: "application/json; charset=utf-16"]) {
      "\u{FEFF}{\"password\":\"\($0)\"}".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    },
    sent("ISO 8859-1", [.contentType: "text/plain; charset=iso-8859-1"]) {
      Array("gr".utf8) + [0xFC, 0xDF] + Array("e password=\($0)".utf8)
    },
    field("Authorization") { "Bearer \($0)" }, field("Cookie") { "theme=dark; sid=\($0)" },
    field("Proxy-Authorization") { "Basic \(Data("ann:\($0)".utf8).base64EncodedString())" },
    field("X-Api-Key"), field("Referer") { "https://a.example/?access_token=\($0)&a=b" },
    answeredField("Set-Cookie") { "session=\($0); Path=/; HttpOnly" },
    answeredField("Location") { "https://a.example/done#access_token=\($0)&expires_in=60" },
    answeredField("Link") { "<https://ann:\($0)@a.example/>; rel=next" },
    requested("a parameter of a path") { "/list;jsessionid=\($0)?a=b" },
    answered("a list of names and values", "application/json") {
      "{\"headers\":[{\"name\":\"X-Auth-Token\",\"value\":\"\($0)\"}]}"
    },
    answered("JSON a line", "application/x-ndjson") {
      "{\"a\":1}\n{\"refreshToken\":\"\($0)\"}\n"
    },
    answered("an attribute of XML", "text/xml") { "<login user=\"ann\" password=\"\($0)\"/>" },
    answered("a data attribute", "text/html") { "<body data-csrf-token=\"\($0)\"></body>" },
    answered("an assignment in a script", "text/html") {
      "<script>window.csrfToken = \"\($0)\";</script>"
    },
    answered("YAML", "application/yaml") { "login:\n  user: ann\n  password: \"\($0)\"\n" },
    answered("settings", "text/plain") { "[db]\nuser = ann\npassword = \($0)\n" },
    answered("an exported variable", "text/plain") { "export API_KEY=\($0)\nexport A=b\n" },
    answered("a command line", "text/plain") { "curl -H 'X-Api-Key: \($0)' https://a.example" },
    answered("base64 of JSON", "text/plain") {
      "state=\(Data("{\"token\":\"\($0)\",\"n\":1}".utf8).base64EncodedString())"
    },
    answered("a list of secrets", "application/json") { "{\"apiKeys\":[\"\($0)\",\"\"]}" },
  ]

  /// A gzip file with a secret; redaction does not change such files.
  private static let compressedFile: SecretPlace = {
    var place = answered("a compressed file", [.contentType: "application/octet-stream"]) {
      Deflating.gzip(Array("password=\($0)".utf8))
    }
    place.isNamedOnly = true
    return place
  }()

  private static let formType = "application/x-www-form-urlencoded"

  static let all = observed + others
}
