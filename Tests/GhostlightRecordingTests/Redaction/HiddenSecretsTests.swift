import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Secrets in thirty kinds of places` {
  /// A kind of place, in a request or in a response.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let exchange: @Sendable (String) -> RecordedExchange
  }

  private static func answered(
    _ name: String, _ type: String, _ body: @escaping @Sendable (String) -> String
  ) -> Place {
    Place(testDescription: name) { secret in
      RecordedExchange(
        Request(.get, "/page"),
        Response(.ok, headers: [.contentType: type], body: Array(body(secret).utf8)))
    }
  }

  private static func requested(
    _ name: String, _ target: @escaping @Sendable (String) -> String
  ) -> Place {
    Place(testDescription: name) { secret in
      RecordedExchange(Request(.get, RequestTarget(target(secret))), Response(.ok))
    }
  }

  private static func field(_ field: String) -> Place {
    Place(testDescription: "header \(field)") { secret in
      var request = Request(.get, "/page")
      if let name = HTTPField.Name(field) { request.headers[name] = secret }
      return RecordedExchange(request, Response(.ok))
    }
  }

  /// JSON as a text in JSON, so many times.
  private static func nested(_ json: JSON, _ depth: Int) -> String {
    depth == 0 ? json.text() : nested(["data": .string(json.text())], depth - 1)
  }

  static let places: [Place] = [
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

  /// Four secrets of two looks, the same each time.
  private static func secrets(_ seed: UInt64) -> [String] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw(_ alphabet: String, _ count: Int) -> String {
      let letters = Array(alphabet.utf8)
      let bytes = (0..<count).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return letters[Int((state >> 33) % UInt64(letters.count))]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let mixed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return [
      draw("0123456789abcdef", 32) + "7", draw(mixed, 24) + "4", draw(mixed, 12) + "9",
      draw("abcdefghijklmnopqrstuvwxyz0123456789", 40) + "1",
    ]
  }

  @Test(arguments: Array(places.indices))
  func `leave nothing in the file, and are known to the lint`(_ number: Int) throws {
    let place = Self.places[number]
    for secret in Self.secrets(UInt64(number)) {
      let recording = Recording([place.exchange(secret)])
      let spellings = [secret, Data("ann:\(secret)".utf8).base64EncodedString()]
      let before = HARDocument(recording)
      #expect(spellings.contains { before.text.contains($0) })
      #expect(RedactionLint().findings(in: .object(before.json)) != [], "\(place.testDescription)")
      let after = HARDocument(Redactor().redact(recording))
      #expect(!spellings.contains { after.text.contains($0) }, "\(place.testDescription)")
      #expect(RedactionLint().findings(in: .object(after.json)).map(\.description) == [])
    }
  }

  @Test func `are thirty kinds`() {
    #expect(Self.places.count == 30)
    #expect(Set(Self.places.map(\.testDescription)).count == 30)
  }

  @Test(arguments: [
    "<p>The password: lost, and the code=404 of it.</p>",
    "GET /auth/login and /token/refresh answer 200; Basic English is spoken; 'token' is a word",
    "<input type=\"text\" name=\"city\" value=\"Springfield\"><meta name=\"author\" content=\"Ann\">",
    "a,b\n1,\"two; three\"\n",
  ])
  func `are not seen where there are none`(_ text: String) {
    for type in ["text/plain", "text/html", "text/csv"] {
      let recording = Recording([
        RecordedExchange(
          Request(.get, "/auth/login?code=404"),
          Response(.ok, headers: [.contentType: type], body: Array(text.utf8)))
      ])
      #expect(Redactor().redact(recording) == recording)
    }
  }
}

extension HARDocument {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
