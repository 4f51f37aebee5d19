import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `A command line of curl` {
  private static func note(_ method: HTTPRequest.Method, _ target: String, _ body: String)
    -> Request
  {
    Request(method, RequestTarget(target), authority: "h", body: Array(body.utf8))
  }

  @Test(arguments: [
    (note(.get, "/a?b=[1]", ""), "curl -i -g 'http://h/a?b=[1]' -H 'X: it'\\''s' -H 'Y;'"),
    (
      note(.get, "/a", "q"),
      "curl -i -X GET 'http://h/a' -H 'X: it'\\''s' -H 'Y;' -H 'Content-Type:' --data-raw 'q'"
    ),
    (note(.head, "/a", ""), "curl -I 'http://h/a' -H 'X: it'\\''s' -H 'Y;'"),
    (
      note(.put, "/a", "four"),
      "curl -i -X PUT 'http://h/a' -H 'X: it'\\''s' -H 'Y;' -H 'Content-Type:' --data-binary @body"
        + "  # 4 bytes, which --record writes"
    ),
  ])
  func `sends the request as it was`(_ request: Request, _ line: String) {
    var command = CurlCommand(request)
    command.add("X", "it's")
    command.add("Y", "")
    #expect(command.text(bodyBytes: 3) == line)
  }

  @Test func `can go elsewhere, with secrets of the shell`() {
    var command = CurlCommand(Self.note(.get, "/a", ""), to: "https://other:8443")
    command.add("Authorization", fromVariable: "AUTHORIZATION")
    #expect(
      command.text() == #"curl -i 'https://other:8443/a' -H "Authorization: $AUTHORIZATION""#)
  }
}
