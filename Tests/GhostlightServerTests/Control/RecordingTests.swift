import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Recordings in the control API` {
  private let desk = ControlDesk.twins()

  @Test func `a recording has every exchange as HAR 1.2 with the times of the journal`() throws {
    let made = desk.send(.post, "/note?a=b%20c&d", ["title": "x"])
    _ = desk.call(.post, "clock", ["advance": "1h"])
    _ = desk.call(.post, "faults", ["latency": "250ms", "real": true, "nth": 1])
    _ = desk.call(.post, "faults", ["latency": "2s", "real": false, "nth": 1])
    desk.send(.get, "/note")
    desk.send(.get, "/note")
    let document = desk.call(.get, "recording?redact=false").json
    #expect(document?["log"]?["version"] == "1.2")
    #expect(document?["log"]?["creator"] == ["name": "Ghostlight", "version": "0.1.0"])
    let entries = try #require(document?["log"]?["entries"]?.array)
    let times = try desk.stage.namespace().journal.map(\.milliseconds)
    #expect(times == [0, 3_600_000, 3_602_000].map { ControlDesk.opening + $0 })
    #expect(desk.call(.get, "clock").json?["milliseconds"] == times.last.map(JSON.integer))
    #expect(
      entries.map { $0["startedDateTime"] }
        == times.map { .string(ISODate.format(milliseconds: $0)) })
    #expect(
      desk.call(.get, "requests").json?["requests"]?.array?.map { $0["time"] }
        == entries.map { $0["startedDateTime"] })
    #expect(entries.map { $0["time"] } == [0, 250, 0])
    #expect(entries.map { $0["_fault"] } == [.null, 1, 2])
    #expect(entries.first == Self.entry(made))
  }

  private static func entry(_ response: Response) -> JSON {
    [
      "startedDateTime": "2013-06-12T12:26:40.123Z",
      "time": 0,
      "request": [
        "method": "POST", "url": "http://localhost/note?a=b%20c&d", "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": [
          ["name": "Content-Type", "value": "application/json"],
          ["name": "X-StackMob-API-Key", "value": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"],
        ],
        "queryString": [["name": "a", "value": "b c"], ["name": "d", "value": ""]],
        "headersSize": -1, "bodySize": 13,
        "postData": ["mimeType": "application/json", "text": #"{"title":"x"}"#],
      ],
      "response": [
        "status": 201, "statusText": "Created", "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": .array(
          response.headers.map {
            ["name": .string($0.name.rawName), "value": .string($0.value)]
          }),
        "content": [
          "size": .integer(Int64(response.body.count)),
          "mimeType": .string(response.headers[.contentType] ?? ""),
          "text": .string(response.text),
        ],
        "redirectURL": .string(response.headers[.location] ?? ""), "headersSize": -1,
        "bodySize": .integer(Int64(response.body.count)),
      ],
      "cache": [:],
      "timings": ["send": 0, "wait": 0, "receive": 0],
      "_number": 1, "_emulator": "stackmob", "_route": "Create", "_effect": "changed",
      "_fault": nil,
    ]
  }

  @Test func `bytes that are not text are recorded in Base64`() throws {
    let space = try desk.stage.namespace()
    try space.addFault(FaultPlan(.answer(Response(.ok, body: [0xFF, 0]))))
    var request = Request(.post, "/note", body: [0xFE])
    request.headers[.contentType] = "image/png"
    _ = desk.stage.respond(to: request, by: "stackmob")
    let entry = desk.call(.get, "recording").json?["log"]?["entries"]?[0]
    #expect(
      entry?["request"]?["postData"]
        == ["mimeType": "image/png", "text": "/g==", "_encoding": "base64"])
    #expect(
      entry?["response"]?["content"]
        == [
          "size": 2, "mimeType": "application/octet-stream", "text": "/wA=", "encoding": "base64",
        ])
  }

  @Test func `a recording contains secrets only on request`() {
    desk.send(.post, "/note", ["title": "x", "password": "open sesame"])
    let redacted = desk.call(.get, "recording").text
    #expect(!redacted.contains("open sesame"))
    #expect(redacted.contains("REDACTED-password-1"))
    #expect(desk.call(.get, "recording?redact=true").text == redacted)
    #expect(desk.call(.get, "recording?redact=false").text.contains("open sesame"))
    #expect(desk.refusal(.get, "recording?redact=no") == #"400 "redact" must be true or false"#)
  }

  @Test func `a recording is limited to a namespace and optionally an emulator`() {
    desk.send(.get, "/", in: "one")
    desk.send(.get, "/", in: "one", by: "second")
    let list = { (path: String) in
      desk.call(.get, path).json?["log"]?["entries"]?.array?.map { $0["_emulator"] }
    }
    #expect(list("recording") == [])
    #expect(list("recording?namespace=one") == ["stackmob", "second"])
    #expect(list("recording?namespace=one&emulator=second") == ["second"])
    #expect(
      desk.refusal(.get, "recording?emulator=parse")
        == #"400 no emulator is named "parse"; there are: stackmob, second"#)
  }
}
