import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Misses` {
  private static let recording = Recording([
    RecordedExchange(Request(.get, "/todo?priority[gte]=3&order=up"), Response(.ok)),
    RecordedExchange(Request(.get, "/todo/1"), Response(.ok)),
    RecordedExchange(.json(.post, "/todo", ["name": "a", "done": false]), Response(.created)),
    RecordedExchange(Request(.delete, "/user/1"), Response(.noContent)),
  ])

  @Test(arguments: [
    (
      Request(.get, "/todo?order=up&priority[gte]=2"),
      "GET /todo?order=up&priority[gte]=2 is not in the recording; nearest is entry 1, "
        + "GET /todo?priority[gte]=3&order=up: query: priority[gte] is 2, recorded 3"
    ),
    (
      Request.json(.post, "/todo", ["name": "b", "done": false]),
      "POST /todo is not in the recording; nearest is entry 3, POST /todo: "
        + #"body: $.name is "b", recorded "a""#
    ),
    (
      Request(.put, "/user/1"),
      "PUT /user/1 is not in the recording; nearest is entry 4, DELETE /user/1: "
        + "method is PUT, recorded DELETE"
    ),
    (
      Request(.get, "/todo/2"),
      "GET /todo/2 is not in the recording; nearest is entry 2, GET /todo/1: "
        + "path is /todo/2, recorded /todo/1"
    ),
  ])
  func `a miss names the nearest entry with differences`(_ request: Request, _ text: String) throws
  {
    let replayer = Replayer(Self.recording)
    let response = replayer.responder.respondNow(request)
    #expect(response?.status == .notImplemented)
    #expect(response?.json?["error"] == .string(text))
    #expect(response?.headers[try reason] == text)
    #expect(replayer.report.misses.map(\.explanation) == [text])
    #expect(replayer.report.misses.first?.nearest.count == 3)
    #expect(replayer.report.missCount == 1)
  }

  @Test func `a request whose responses are used up is distinguished from an unknown one`() {
    let replayer = Replayer(Self.recording)
    for _ in 0..<3 { _ = replayer.responder.respondNow(Request(.get, "/todo/1")) }
    let miss = ServiceMiss(
      "GET /todo/1 was recorded once, and its response was already used; "
        + "record again, or replay with the policy last or cycle",
      nearest: ["entry 2, GET /todo/1: used up"])
    #expect(replayer.report.misses == [miss, miss])
  }

  @Test func `a miss says that the recording is empty`() {
    let replayer = Replayer(Recording())
    _ = replayer.responder.respondNow(Request(.get, "/"))
    #expect(
      replayer.report.description == """
        0 answered from 0 recorded, 1 missed, 0 unused
        missed: GET / is not in the recording; the recording is empty
        """)
  }

  @Test func `the nearest of 20,000 entries is found`() {
    let exchanges = (0..<20_000).map {
      RecordedExchange(Request(.get, RequestTarget("/item/\($0)?page=1")), Response(.ok))
    }
    let replayer = Replayer(Recording(exchanges))
    _ = replayer.responder.respondNow(Request(.get, "/item/19876?page=2"))
    #expect(
      replayer.report.misses.first?.nearest.first
        == "entry 19877, GET /item/19876?page=1: query: page is 2, recorded 1")
  }

  @Test func `a client that retries many times does not fill the memory`() {
    let replayer = Replayer(Recording())
    for _ in 0..<1500 { _ = replayer.responder.respondNow(Request(.get, "/")) }
    #expect(replayer.report.misses.count == 1000)
    #expect(replayer.report.missCount == 1500)
  }

  @Test func `the reason of a miss is escaped for a header field`() throws {
    let miss = ServiceMiss("a\r\nSet-Cookie: \u{E9}", nearest: [])
    #expect(miss.response.headers[try reason] == #"a\r\nSet-Cookie: \u{e9}"#)
  }

  private var reason: HTTPField.Name {
    get throws { try #require(HTTPField.Name("X-Ghostlight-Reason")) }
  }
}
