import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Placeholder fills` {
  private static let fills = PlaceholderFills(environment: [
    "GHOSTLIGHT_FILL_PASSWORD_1": "s3cret & \"more\"", "GHOSTLIGHT_FILL_BEARER_1": "t0ken",
    "PASSWORD_2": "not ours",
  ])

  @Test func `placeholders in targets, header fields, forms and JSON are filled`() {
    var request = Request.form(
      .post, "/login?p=REDACTED-password-1", [FormField("password", "REDACTED-password-1")])
    request.headers[.authorization] = "Bearer REDACTED-bearer-1"
    var expected = Request.form(
      .post, "/login?p=s3cret%20%26%20%22more%22", [FormField("password", "s3cret & \"more\"")])
    expected.headers[.authorization] = "Bearer t0ken"
    let filled = Self.fills.filled(request)
    #expect(filled.target == expected.target)
    #expect(filled.headers[.authorization] == "Bearer t0ken")
    #expect(
      FormURLEncoding.parse(filled.body)?.first?.value == "s3cret & \"more\"")
    let json = Self.fills.filled(.json(.post, "/", ["a": ["REDACTED-password-1", "x"]]))
    #expect(json.body == JSON.object(["a": ["s3cret & \"more\"", "x"]]).bytes)
  }

  @Test func `placeholders in Basic credentials and whole tokens are filled`() {
    var request = Request(.get, "/")
    request.headers[.authorization] = "Basic " + Base64.text("ann:REDACTED-password-1")
    #expect(
      Self.fills.filled(request).headers[.authorization]
        == "Basic " + Base64.text("ann:s3cret & \"more\""))
    request.headers[.authorization] =
      "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJqYWNrIn0.REDACTED-bearer-1"
    #expect(Self.fills.filled(request).headers[.authorization] == "Bearer t0ken")
    request.headers[.authorization] = "type%3Dresource%26ver%3D1%26sig%3DREDACTED-bearer-1"
    #expect(Self.fills.filled(request).headers[.authorization] == "t0ken")
  }

  @Test(arguments: [
    "# mine\nPASSWORD_1=a=b\n\nREDACTED-api_key-1 =k\r\n", #"{"password-1":"a=b","API_KEY_1":"k"}"#,
  ])
  func `fills are read from a file of lines or from JSON`(_ text: String) throws {
    let fills = try PlaceholderFills(reading: text)
    #expect(fills["REDACTED-password-1"] == "a=b")
    #expect(fills["REDACTED-api_key-1"] == "k")
    #expect(fills["REDACTED-password-2"] == nil)
  }

  @Test func `a wrong line of a file with fills is an error`() {
    #expect(
      throws: PlaceholderFillError.self,
      performing: { _ = try PlaceholderFills(reading: "PASSWORD_1=a\nnonsense\n") })
  }

  @Test func `the first refusal reports each placeholder that has no fill`() async {
    let said = Mutex<[String]>([])
    let refusing = Responder(name: "x") { _ in Response(.unauthorized) }
    let responder = Self.fills.completing(refusing) { text in said.withLock { $0.append(text) } }
    _ = await responder.respond(Request(.get, "/a"))
    _ = await responder.respond(
      .json(.post, "/login", ["password": "REDACTED-password-1", "pin": "REDACTED-pin-2"]))
    _ = await responder.respond(.json(.post, "/login", ["password": "REDACTED-password-3"]))
    #expect(
      said.withLock { $0 } == [
        "POST /login was refused with status 401; it still has the placeholders REDACTED-pin-2: give "
          + "their values with --fill-from FILE or in the environment as "
          + "GHOSTLIGHT_FILL_PIN_2"
      ])
  }
}
