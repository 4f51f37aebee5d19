import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `Parts of a request` {
  @Test(arguments: [
    ("/a", true), ("/a/", true), ("/a/b", true), ("/a?x", true), ("/a/b?x", true), ("/ab", false),
    ("/A", false), ("/", false), ("", false), ("/b/a", false), ("?/a", false),
  ])
  func `a target begins with a path of whole segments`(_ raw: String, _ begins: Bool) {
    #expect(RequestTarget(raw).begins(with: "/a") == begins)
  }

  @Test(arguments: [
    ("/a/docs", true), ("/docs?x=1", true), ("docs", true), ("/a/docs/", false),
    ("/x?/docs", false), ("ocs", false), ("", false),
  ])
  func `a path ends with a text`(_ raw: String, _ ends: Bool) {
    #expect(RequestTarget(raw).pathEnds(with: "docs") == ends)
  }

  @Test(
    arguments: [
      ("/a", false, []), ("/a?", true, []), ("/a?b=c+d&e", true, [("b", "c d"), ("e", "")]),
      ("/a?%", true, nil),
    ] as [(String, Bool, [(String, String)]?)])
  func `a query is read as the fields of a form`(
    _ raw: String, _ hasQuery: Bool, _ fields: [(String, String)]?
  ) {
    let target = RequestTarget(raw)
    #expect(target.hasQuery == hasQuery)
    #expect(target.formFields == fields?.map { FormField($0.0, $0.1) })
  }

  @Test(
    arguments: [
      ("a:0", "a", 0), ("a:65535", "a", 65_535), ("a:65536", "a", nil), ("a:000080", "a", 80),
      ("a:", "a", nil), ("a:x", "a", nil), ("a:8x", "a", nil), ("a:+8", "a", 8), (":80", "", 80),
      ("[::1]", "[::1]", nil), ("[::1]:9", "[::1]", 9), ("a:b:7", "a:b", 7),
    ] as [(String, String, Int?)])
  func `a port is a number up to 65535`(_ text: String, _ host: String, _ port: Int?) {
    let authority = Authority(text)
    #expect(authority.host == host)
    #expect(authority.port == port)
    #expect(authority.port(of: "http") == port ?? 80)
    #expect(authority.port(of: "https") == port ?? 443)
  }

  @Test(arguments: [
    ("", ""), (" \t", ""), ("a", "a"), (" a b\t", "a b"), ("\ta", "a"), ("a ", "a"),
    ("\u{A0}a\n", "\u{A0}a\n"),
  ])
  func `spaces and tabs around a text are removed`(_ text: String, _ trimmed: String) {
    #expect(text[...].trimmed == trimmed)
  }

  @Test func `a query is printed with all other characters escaped`() {
    #expect(
      PercentEncoding.query([FormField("a b", "c&d"), FormField("e", "")]) == "a%20b=c%26d&e=")
    #expect(PercentEncoding.query([]) == "")
  }

  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `a hash has the published value`(_ text: String, _ hash: UInt64) {
    #expect(FNV1a.hash(of: text) == hash)
    #expect(FNV1a.hash(of: text, seed: 1) != hash)
  }
}

@Suite struct `Parts of a response` {
  @Test func `a response continues in one way at a time`() {
    var response = Response(.ok)
    #expect(response.stream == nil && response.sessionUpgrade == nil)
    #expect(response.upstreamFailure == nil)
    let stream = BodyStream(Repeated(count: 1))
    response.stream = stream
    #expect(response.stream === stream)
    #expect(response.sessionUpgrade == nil && response.upstreamFailure == nil)
    let upgrade = SessionUpgrade(Silent())
    response.sessionUpgrade = upgrade
    #expect(response.sessionUpgrade === upgrade)
    #expect(response.stream == nil && response.upstreamFailure == nil)
    response.upstreamFailure = "why"
    #expect(response.upstreamFailure == "why")
    #expect(response.stream == nil && response.sessionUpgrade == nil)
    response.upstreamFailure = nil
    #expect(response == Response(.ok))
  }

  @Test func `responses differ in each of their parts`() {
    let changes: [(inout Response) -> Void] = [
      { $0.status = .created }, { $0.headers[.accept] = "a" }, { $0.body = [1] },
      { $0.delivery = .reset }, { $0.delayMilliseconds = 1 },
      { $0.stream = BodyStream(Repeated(count: 1)) },
      { $0.sessionUpgrade = SessionUpgrade(Silent()) },
      { $0.upstreamFailure = "a" }, { $0.upstreamFailure = "b" },
    ]
    let responses =
      [Response(.ok)]
      + changes.map { change in
        var response = Response(.ok)
        change(&response)
        return response
      }
    #expect(Set(responses).count == responses.count)
    #expect(Set(responses + responses).count == responses.count)
  }

  @Test(
    arguments: [
      (.whole, nil, false, nil), (.truncated(bytes: 3), nil, false, nil),
      (.truncated(bytes: 4), nil, false, (4, 4)), (.truncated(bytes: 5), nil, false, (4, 5)),
      (.truncated(bytes: 0), nil, true, (0, 0)), (.truncated(bytes: -1), nil, false, nil),
      (.dribble(bytes: 9, pauseMilliseconds: 1), nil, false, nil),
      (.truncated(bytes: 4), "", false, nil), (.truncated(bytes: 9), "9", false, (9, 9)),
      (.truncated(bytes: 8), "9", false, nil), (.truncated(bytes: 8), "9", true, (0, 8)),
    ] as [(Delivery, String?, Bool, (Int, Int)?)])
  func `a truncation from the end of the body on has no effect`(
    _ delivery: Delivery, _ streamLength: String?, _ isHead: Bool, _ counts: (Int, Int)?
  ) {
    var response = Response(.ok, body: [1, 2, 3, 4])
    response.delivery = delivery
    if let streamLength {
      response.stream = BodyStream(Repeated(count: 9))
      if !streamLength.isEmpty { response.headers[.contentLength] = streamLength }
    }
    #expect(
      response.reasonNotToTruncate(isHead: isHead)
        == counts.map { "nothing was truncated: the body ends after \($0.0) bytes, before \($0.1)" }
    )
  }

  @Test(
    arguments: [
      (400, "Bad Request"), (418, nil), (421, "Misdirected Request"), (429, "Too Many Requests"),
      (451, "Unavailable For Legal Reasons"), (505, "HTTP Version Not Supported"),
      (511, "Network Authentication Required"), (200, nil), (599, nil),
    ] as [(Int, String?)])
  func `a failure has its standard phrase`(_ code: Int, _ phrase: String?) {
    #expect(HTTPResponse.Status(code: code).phrase == phrase)
    #expect(HTTPResponse.Status(code: code, reasonPhrase: "own").phrase == "own")
  }

  @Test func `a session keeps its kind when it subscribes to events`() {
    let events = EventSource { _ in {} }
    let upgrade = SessionUpgrade(Silent())
    #expect(upgrade.events == nil)
    let subscribed = upgrade.subscribing(events)
    #expect(subscribed.events != nil)
    #expect(subscribed.session is Silent)
    #expect(subscribed == upgrade)
    #expect(Set([subscribed, upgrade, SessionUpgrade(Other())]).count == 2)
    var silent = Silent()
    #expect(silent.silenceSeconds == nil)
    #expect(silent.notify(BackendEvent(topic: "a", text: "b")) == [])
  }

  private struct Silent: MessageSession {
    mutating func receive(_ message: InboundMessage) -> [SessionAction] { [] }
  }

  private struct Other: MessageSession {
    mutating func receive(_ message: InboundMessage) -> [SessionAction] { [] }
  }
}

/// A body with a number of pieces of two bytes.
struct Repeated: BodySource {
  var count: Int

  mutating func next() throws(BodyInterruption) -> [UInt8]? {
    guard count > 0 else { return nil }
    count -= 1
    return [0x61, 0x62]
  }
}

@Suite struct `Dates of HTTP` {
  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
      ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777_000),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1000),
      ("Mon, 30 Sep 2019 01:02:03 GMT", 1_569_805_323_000),
      ("Mon, 10 Oct 2011 10:10:10 GMT", 1_318_241_410_000),
      ("Sun, 06 Nov 94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37", nil),
      ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
      ("Sun, xx Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
      ("Sun, 31 Nov 1994 08:49:37 GMT", nil), ("", nil), ("Sun, 06 Nov 19944 08:49:37 GMT", nil),
    ] as [(String, Int64?)])
  func `an IMF-fixdate is parsed, in any case`(_ text: String, _ milliseconds: Int64?) {
    #expect(HTTPDate.milliseconds(text) == milliseconds)
  }

  @Test func `each month is parsed again`() {
    for day in stride(from: 0 as Int64, to: 800, by: 9) {
      let time = day * 86_400_000 + day * 1000
      #expect(HTTPDate.milliseconds(HTTPDate.format(milliseconds: time)) == time)
    }
  }

  @Test(
    arguments: [
      ("2013-06-12T23:59:59Z", 1_371_081_599_000), ("2013-06-12T00:00:00Z", 1_370_995_200_000),
      ("2013-01-31", 1_359_590_400_000), ("2013-12-01", 1_385_856_000_000),
      ("2013-06-12T00:00:00+23:59", 1_370_908_860_000),
      ("2013-06-12T00:00:00-00:01", 1_370_995_260_000), ("2013-06-12T00:00Z", 1_370_995_200_000),
    ] as [(String, Int64)])
  func `the last valid parts of a date are parsed`(_ text: String, _ milliseconds: Int64) {
    #expect(ISODate.milliseconds(text) == milliseconds)
  }

  @Test(
    arguments: [
      (253_402_300_800_000, "10000-01-01T00:00:00.000Z", "Sat, 01 Jan 10000 00:00:00 GMT"),
      (-62_167_219_200_001, "00-1-12-31T23:59:59.999Z", "Fri, 31 Dec -1 23:59:59 GMT"),
    ] as [(Int64, String, String)])
  func `years outside four digits are printed too`(_ time: Int64, _ iso: String, _ http: String) {
    #expect(ISODate.format(milliseconds: time) == iso)
    #expect(HTTPDate.format(milliseconds: time) == http)
  }
}
