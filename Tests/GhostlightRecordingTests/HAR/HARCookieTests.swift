import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Cookies of HAR files` {
  @Test func `the cookies of both messages are written as lists`() {
    var request = HTTPFields()
    request.append(HTTPField(name: .cookie, value: "a=1; b=x=y;c; ;=d"))
    request.append(HTTPField(name: .cookie, value: "e=\"2\""))
    var response = HTTPFields()
    for value in [
      "sid=abc; Path=/v1; Domain=h.example; HttpOnly; Secure; SameSite=Lax; Max-Age=9",
      "t=1; expires=Wed, 12-Jun-2013 12:26:40 GMT", "u=2; Expires=Wed, 12 Jun 2013 12:26:40 GMT",
      "v=3; Expires=soon", "only", "",
    ] { response.append(HTTPField(name: .setCookie, value: value)) }
    let entry = HAREntry(
      RecordedExchange(
        Request(.get, "/", authority: "h", headers: request), Response(.ok, headers: response)))
    #expect(
      entry.request.json["cookies"] == [
        ["name": "a", "value": "1"], ["name": "b", "value": "x=y"], ["name": "c", "value": ""],
        ["name": "", "value": "d"], ["name": "e", "value": "\"2\""],
      ])
    #expect(
      entry.response?.json["cookies"] == [
        [
          "name": "sid", "value": "abc", "path": "/v1", "domain": "h.example", "httpOnly": true,
          "secure": true,
        ],
        ["name": "t", "value": "1", "expires": "2013-06-12T12:26:40.000Z"],
        ["name": "u", "value": "2", "expires": "2013-06-12T12:26:40.000Z"],
        ["name": "v", "value": "3"], ["name": "", "value": "only"], ["name": "", "value": ""],
      ])
  }

  /// The lists are made of the redacted header fields.
  @Test func `a redacted recording has no secret in its lists of cookies`() throws {
    let secret = "s3cr3tS3ss10nValue"
    let exchange = RecordedExchange(
      Request(.get, "/", authority: "h", headers: [.cookie: "sid=\(secret); theme=dark"]),
      Response(.ok, headers: [.setCookie: "sid=\(secret); Path=/"]))
    let document = HARDocument(Redactor().redact(Recording([exchange])))
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(!text.contains(secret))
    #expect(RedactionLint().findings(in: .object(document.json)) == [])
    let entry = try #require(document.log.entries.first)
    let cookies = [entry.request.json["cookies"], entry.response?.json["cookies"]]
    #expect(cookies.map { $0?[0]?["name"] } == ["sid", "sid"])
    #expect(cookies[0]?[0]?["value"] == cookies[1]?[0]?["value"])
  }
}
