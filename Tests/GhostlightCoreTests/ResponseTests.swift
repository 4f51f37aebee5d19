import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `Responses` {
  @Test func `a response has plain defaults, without a fault`() {
    let response = Response(.noContent)
    #expect(response.headers == [:])
    #expect(response.body == [])
    #expect(response.delivery == .whole)
    #expect(response.delayMilliseconds == 0)
  }

  @Test func `a JSON response has its content type`() {
    #expect(
      Response.json(.created, ["id": 1])
        == Response(
          .created, headers: [.contentType: "application/json; charset=utf-8"],
          body: Array(#"{"id":1}"#.utf8)))
    #expect(Response.json(.ok, []).body == Array("[]".utf8))
  }

  @Test(
    arguments: [
      (#"{"a":1}"#, ["a": 1]), ("[]", []), (" 7 ", 7), ("", nil), ("{", nil), ("no", nil),
    ] as [(String, JSON?)])
  func `a body is parsed as JSON, or nil`(body: String, json: JSON?) {
    #expect(Response(.ok, body: Array(body.utf8)).json == json)
  }

  @Test(
    arguments: [
      (Array("ä".utf8), "ä"), ([], ""), ([0x61, 0xFF], "a\u{FFFD}"),
    ] as [([UInt8], String)])
  func `a body is text, with replaced bytes if not UTF-8`(body: [UInt8], text: String) {
    #expect(Response(.ok, body: body).text == text)
  }
}
