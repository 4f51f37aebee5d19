import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `HAR documents` {
  @Test func `a document keeps unknown members, their order and each digit`() throws {
    let text = """
      {
        "_first": 1.10,
        "log": {
          "entries": [
            {
              "_z": [
                1E3,
                null
              ],
              "time": "12",
              "startedDateTime": "2013-06-12T12:26:40Z",
              "request": {
                "url": "http://h/",
                "method": "GET",
                "_unknown": {}
              },
              "_a": 12345678901234567890
            }
          ],
          "version": "1.2",
          "_log": true
        },
        "last": []
      }

      """
    let document = try HARDocument(reading: Array(text.utf8), named: "x.har")
    #expect(String(decoding: document.bytes, as: UTF8.self) == text)
    var touched = document
    touched.log.entries[0].request.headers = []
    touched.log.entries[0].request.json["headers"] = nil
    #expect(touched.bytes == document.bytes)
  }

  @Test func `a byte order mark is ignored`() throws {
    let bytes = HARDocument(Recording()).bytes
    let marked = try HARDocument(reading: [0xEF, 0xBB, 0xBF] + bytes, named: "recording")
    #expect(marked == HARDocument(Recording()))
  }

  @Test func `a document of a recording is complete HAR 1.2`() throws {
    let exchange = RecordedExchange(
      .json(.post, "/note?a=b%20c&d", ["title": "x"]), .json(.created, ["note_id": "1"]),
      startedMilliseconds: 1_371_040_000_123, durationMilliseconds: 2.5,
      notes: ["comment": "the first", "_number": 1])
    let recording = Recording([exchange], comment: "one note")
    let document = HARDocument(recording, creator: HARCreator(name: "Ghostlight", version: "9"))
    let expected: JSON = [
      "log": [
        "version": "1.2", "creator": ["name": "Ghostlight", "version": "9"],
        "comment": "one note",
        "entries": [
          [
            "startedDateTime": "2013-06-12T12:26:40.123Z", "time": 2.5,
            "request": [
              "method": "POST", "url": "http://localhost/note?a=b%20c&d",
              "httpVersion": "HTTP/1.1", "cookies": [],
              "headers": [["name": "Content-Type", "value": "application/json"]],
              "queryString": [["name": "a", "value": "b c"], ["name": "d", "value": ""]],
              "headersSize": -1, "bodySize": 13,
              "postData": ["mimeType": "application/json", "text": #"{"title":"x"}"#],
            ],
            "response": [
              "status": 201, "statusText": "Created", "httpVersion": "HTTP/1.1", "cookies": [],
              "headers": [
                ["name": "Content-Type", "value": "application/json; charset=utf-8"]
              ],
              "content": [
                "size": 15, "mimeType": "application/json; charset=utf-8",
                "text": #"{"note_id":"1"}"#,
              ],
              "redirectURL": "", "headersSize": -1, "bodySize": 15,
            ],
            "cache": [:], "timings": ["send": 0, "wait": 2.5, "receive": 0],
            "comment": "the first", "_number": 1,
          ]
        ],
      ]
    ]
    #expect(
      String(decoding: document.bytes, as: UTF8.self) == expected.text(pretty: true) + "\n")
    #expect(try Recording(document) == recording)
  }

  @Test func `appended documents keep pages with equal ids apart`() throws {
    let page = { (id: String) in HARPage(json: ["id": .string(id)]) }
    var first = HARDocument(
      HARLog([.sample(nil, "pageref", "page_1")], creator: .ghostlight, comment: "first"))
    first.log.pages = [page("page_1"), page("page_1-2")]
    var second = HARDocument(
      HARLog(
        [.sample(nil, "pageref", "page_1"), .sample(nil, "pageref", "page_2"), .sample],
        creator: HARCreator(name: "Firefox", version: "1")))
    second.log.pages = [page("page_1"), page("page_2")]
    first.append(contentsOf: second)
    #expect(first.log.pages.map(\.id) == ["page_1", "page_1-2", "page_1-3", "page_2"])
    #expect(first.log.entries.map(\.pageref) == ["page_1", "page_1-3", "page_2", nil])
    #expect(first.log.creator == .ghostlight)
    #expect(first.log.comment == "first")
    #expect(try Recording(first).exchanges.count == 4)
  }

  @Test func `Ghostlight's own files keep their order if the clock went back`() throws {
    let exchanges = [3, 1, 2, 1].map {
      RecordedExchange(Request(.get, "/"), Response(.ok), startedMilliseconds: $0)
    }
    let entries = exchanges.map(HAREntry.init)
    let ours = HARDocument(HARLog(entries, creator: .ghostlight))
    #expect(try Recording(ours).exchanges.map(\.startedMilliseconds) == [3, 1, 2, 1])
    let others = HARDocument(HARLog(entries, creator: HARCreator(name: "x", version: "1")))
    #expect(try Recording(others).exchanges.map(\.startedMilliseconds) == [1, 1, 2, 3])
  }

  @Test func `a document has the members that a recording needs`() throws {
    let log = try HARFixture.firefox.document().log
    #expect(log.version == "1.2")
    #expect(log.pages.first?.json["title"] == "http://localhost:4401/")
    let entry = log.entries[0]
    #expect(entry.json["cache"] == [:])
    #expect(entry.request.queryString == [HARHeader("a", "b c")])
    #expect(entry.request.postData?.mimeType == "application/json")
    #expect(entry.response?.content?.size == 29)
  }
}
