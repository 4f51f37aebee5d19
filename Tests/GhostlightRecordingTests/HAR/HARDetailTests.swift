import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Details of HAR files` {
  @Test(arguments: [
    (#""a""#, #""a""#), (#""\n\\""#, #""\n\\""#), (#""\u0041""#, #""\u0041""#),
    (#""\ud83d\ude00""#, #""\ud83d\ude00""#), (#""\udc80""#, #""\udbff\udf80""#),
    (#""\udcff""#, #""\udbff\udfff""#), (#""\udc7f""#, #""\ufffd""#),
    (#""\udd00""#, #""\ufffd""#), (#""\ud800""#, #""\ufffd""#),
    (#""\ud83d\u0041""#, #""\ufffd\u0041""#), (#""\ud83d\ud83d\ude00""#, #""\ufffd\ud83d\ude00""#),
    (#""\\udc80""#, #""\\udc80""#), (#"\"#, #"\"#), (#"\u12"#, #"\u12"#),
  ])
  func `a lone surrogate becomes a character that stands for a byte`(
    _ text: String, _ repaired: String
  ) {
    #expect(
      String(decoding: HARSurrogates.repair(Array(text.utf8)), as: UTF8.self) == repaired)
  }

  @Test func `characters that stand for bytes become bytes in bodies and fields`() {
    let text: JSON = "a\u{10FF80}é\u{10FFFF}"
    let entry: JSON = [
      "request": [
        "headers": [["name": "A", "value": text], ["name": "B", "value": "b"], 1],
        "postData": ["mimeType": "x", "text": text],
      ],
      "response": [
        "headers": [["name": "C", "value": text]],
        "content": ["mimeType": "x", "text": text], "a": text,
      ],
      "comment": text,
    ]
    // Base64 of 61 80 C3 A9 FF.
    let expected: JSON = [
      "request": [
        "headers": [
          ["name": "A", "value": "a\u{80}\u{C3}\u{A9}\u{FF}", "_charset": "iso-8859-1"],
          ["name": "B", "value": "b"], 1,
        ],
        "postData": ["mimeType": "x", "text": "YYDDqf8=", "_encoding": "base64"],
      ],
      "response": [
        "headers": [["name": "C", "value": "a\u{80}\u{C3}\u{A9}\u{FF}", "_charset": "iso-8859-1"]],
        "content": ["mimeType": "x", "text": "YYDDqf8=", "encoding": "base64"], "a": text,
      ],
      "comment": text,
    ]
    #expect(HARSurrogates.encode(entry) == expected)
    #expect(
      HARSurrogates.encodeBodies(["log": ["entries": [entry, entry], "a": 1], "b": 2])
        == ["log": ["entries": [expected, expected], "a": 1], "b": 2])
    #expect(HARSurrogates.encodeBodies([1]) == [1])
    #expect(HARSurrogates.encode("a") == "a")
  }

  @Test(arguments: [
    ("Content-Type: a\r\nContent-Length: 3\r\n\r\nabc", "abc"),
    ("Content-Length:3\n\nabc", "abc"), ("Content-Length: 4\r\n\r\nabc", nil),
    ("Content-Type: a\r\n\r\nabc", nil), ("Content-Length: 3\r\nX: y\r\n\r\nabc", nil),
    ("Content-Length: 3\r\nabc", nil), ("content-length: 3\r\n\r\nabc", nil),
    ("Content-Length: 0\r\n\r\n", ""), ("abc", nil), ("", nil),
  ])
  func `the head that a browser saves before an upload is removed`(
    _ body: String, _ content: String?
  ) {
    let removed = HARUploadFields.removed(from: Array(body.utf8))
    #expect(String(decoding: removed, as: UTF8.self) == content ?? body)
  }

  @Test func `an upload that was saved as ISO 8859-1 has the bytes that its head counts`() {
    let body = Array("Content-Length: 2\r\n\r\nüa".utf8)
    #expect(HARUploadFields.removed(from: body) == [0xFC, 0x61])
  }

  @Test(
    arguments: [
      (.number(1), 1), (.number(1.5), nil), (.text("2"), 2), (.text("2.5"), nil), (.text("x"), nil),
      (.number(8_999_999_999_999_999), 8_999_999_999_999_999), (.number(9e15), nil),
      (.number(-9e15), nil),
    ] as [(Sample, Int?)])
  func `a number of a file may be a text`(_ sample: Sample, _ expected: Int?) {
    let read = HARNumber.readInteger(sample.json)
    #expect(read == expected || expected == nil && sample.isFraction)
  }

  enum Sample: Sendable {
    case number(Double)
    case text(String)

    var json: JSON {
      switch self {
      case .number(let number): HARNumber.print(number)
      case .text(let text): .string(text)
      }
    }

    var isFraction: Bool { json.number.map { $0 != $0.rounded() } ?? (json.string == "2.5") }
  }

  @Test func `a whole number is printed without a fraction`() {
    #expect(HARNumber.print(2) == .integer(2))
    #expect(HARNumber.print(-2) == .integer(-2))
    #expect(HARNumber.print(0) == .integer(0))
    #expect(HARNumber.print(-0.0) == .double(-0.0))
    #expect(HARNumber.print(2.5) == .double(2.5))
    #expect(HARNumber.print(9e15) == .double(9e15))
    #expect(HARNumber.read("inf") == nil)
    #expect(HARNumber.read(nil) == nil)
    #expect(HARNumber.readInteger("2.9") == 2)
  }

  @Test(arguments: [
    (#"{"truncated":0}"#, Delivery.truncated(bytes: 0)),
    (#"{"truncated":"7"}"#, .truncated(bytes: 7)),
    (#"{"truncated":-1}"#, nil),
    (
      #"{"dribble":1,"pauseMilliseconds":0}"#,
      .dribble(bytes: 1, pauseMilliseconds: 0)
    ), (#"{"dribble":0,"pauseMilliseconds":0}"#, nil),
    (#"{"dribble":1,"pauseMilliseconds":-1}"#, nil), (#"{"dribble":1}"#, nil), ("null", .whole),
    (#""reset""#, .reset), (#""empty""#, .empty), (#""malformedChunk""#, .malformedChunk),
    (#""lost""#, nil), ("{}", nil),
  ])
  func `a delivery is read from a file`(_ text: String, _ delivery: Delivery?) throws {
    let json = try JSON.parse(text)
    let entry = HAREntry.sample("response", "_delivery", json)
    let read = try? entry.exchange().response.delivery
    #expect(read == delivery)
    if let delivery, delivery != .whole { #expect(try Delivery(har: delivery.har) == delivery) }
  }

  @Test(
    arguments: [
      (
        "GET", 200, 5, "",
        "the 5 bytes of its response body were not saved, so the replay sends an empty body"
      ),
      ("GET", 200, 0, "", nil), ("GET", 200, 5, "abcde", nil), ("HEAD", 200, 5, "", nil),
      ("GET", 304, 5, "", nil),
      (
        "GET", 301, 1, "",
        "the 1 bytes of its response body were not saved, so the replay sends an empty body"
      ),
    ] as [(String, Int, Int, String, String?)])
  func `a file warns of a response body that it does not have`(
    _ method: String, _ status: Int, _ size: Int, _ text: String, _ warning: String?
  ) {
    var entry = HAREntry.sample(
      "response", "content",
      ["size": .integer(Int64(size)), "mimeType": "a/b", "text": .string(text)])
    entry.request.json["method"] = .string(method)
    entry.response?.json["status"] = .integer(Int64(status))
    #expect(
      HARDocument(HARLog([.sample, entry], creator: .ghostlight)).warnings.map(\.description)
        == (warning.map { ["entry 2: \(method) http://h/: \($0)"] } ?? []))
  }

  @Test(
    arguments: [
      (5, nil, nil, [], true), (0, "5", nil, [], true), (0, nil, nil, [], false),
      (5, nil, "abc", [], false), (5, nil, "", [["name": "a"]], false), (0, "x", nil, [], false),
      (-1, "0", nil, [], false), (-1, nil, nil, [], false),
    ] as [(Int, String?, String?, [JSON], Bool)])
  func `a request body that was not saved matches any body`(
    _ size: Int, _ length: String?, _ text: String?, _ params: [JSON], _ isUnsaved: Bool
  ) throws {
    var entry = HAREntry.sample("request", "bodySize", .integer(Int64(size)))
    if let length { entry.request.headers = [HARHeader("content-length", length)] }
    if let text {
      entry.request.postData = HARPostData(
        json: ["mimeType": "a/b", "text": .string(text), "params": .array(params)])
    }
    let exchange = try entry.exchange()
    #expect((exchange.notes["_unsavedBody"] == "request") == isUnsaved)
    let bytes = max(size, length.flatMap(Int.init) ?? 0)
    #expect(
      HARDocument(HARLog([entry], creator: .ghostlight)).warnings.map(\.message)
        == (isUnsaved
          ? [
            "GET http://h/: the \(bytes) bytes of its request body were not saved, so the replay accepts any body"
          ] : []))
    let replayer = Replayer(Recording([exchange]))
    let other = replayer.responder.respondNow(Request(.get, "/", authority: "h", body: [9, 9]))
    #expect((other?.status == .ok) == isUnsaved)
  }

  @Test(
    arguments: [
      ("POST", -1, nil, nil, true), ("PUT", nil, nil, "", true), ("PATCH", -1, nil, "", true),
      ("POST", -1, "0", nil, false), ("POST", 0, nil, nil, false), ("POST", -1, nil, "a", false),
      ("GET", -1, nil, nil, false), ("DELETE", -1, nil, nil, false),
    ] as [(String, Int?, String?, String?, Bool)])
  func `a request body of unknown size matches any body`(
    _ method: String, _ size: Int?, _ length: String?, _ text: String?, _ isUnknown: Bool
  ) throws {
    var entry = HAREntry.sample("request", "bodySize", size.map { .integer(Int64($0)) })
    entry.request.json["method"] = .string(method)
    if let length { entry.request.headers = [HARHeader("Content-Length", length)] }
    if let text { entry.request.json["postData"] = ["mimeType": "a/b", "text": .string(text)] }
    let exchange = try entry.exchange()
    let replayer = Replayer(Recording([exchange]))
    let other = Request(exchange.request.method, "/", authority: "h", body: [9, 9])
    #expect((replayer.responder.respondNow(other)?.status == .ok) == isUnknown)
    #expect(
      HARDocument(HARLog([entry], creator: .ghostlight)).warnings.map(\.message)
        == (isUnknown
          ? [
            "\(method) http://h/: its request body was not saved, so the replay accepts any body"
          ] : []))
    // The file that Ghostlight writes keeps the rule.
    let again = try Recording(
      HARDocument(reading: HARDocument(Recording([exchange])).bytes, named: "a"))
    let replay = Replayer(again)
    #expect((replay.responder.respondNow(other)?.status == .ok) == isUnknown)
  }

  @Test(
    arguments: [
      ("1.2", nil), ("1", nil), ("1.9.9", nil), ("x", nil), (nil, nil),
      (
        "2.0",
        "x.har: log.version: is \"2.0\", but Ghostlight reads versions up to 1.2; save the "
          + "recording as HAR 1.2, or update Ghostlight"
      ),
    ] as [(String?, String?)])
  func `a file of a newer version is refused`(_ version: String?, _ message: String?) {
    var document = HARDocument(Recording())
    document.log.json["version"] = version.map(JSON.string)
    var found: String?
    do throws(HARError) {
      _ = try HARDocument(reading: document.bytes, named: "x.har")
    } catch {
      found = error.description
    }
    #expect(found == message)
  }

  @Test func `an error has its file, place and entry only if they are known`() {
    let error = HARError(at: "", "m")
    #expect(error.description == "m")
    #expect(error.inside("a").inside("entries[3]").place == "entries[3].a")
    #expect(error.inside("entries[3]").inside("log").description == "log.entries[3] (entry 4): m")
    #expect(
      error.inside("entries[3]").inside("entries[9]").named("f\n").description
        == #"f\n: entries[9].entries[3] (entry 4): m"#)
    #expect(error.inside("entries[x]").entry == nil)
    #expect(HARError.quote("a\n") == #""a\n""#)
    let long = String(repeating: "a", count: 121)
    #expect(HARError.shorten(String(long.dropLast())) == String(long.dropLast()))
    #expect(HARError.shorten(long) == String(long.dropLast()) + "...")
  }

  @Test(
    arguments: [
      ("POST", #"{"a":1}"#, "a", nil), ("POST", "", nil, "a"), ("GET", "x", nil, nil),
    ] as [(String, String, String?, String?)])
  func `a request has the members of HAR`(
    _ method: String, _ body: String, _ unused: String?, _ other: String?
  ) {
    let request = Request(
      HTTPRequest.Method(method) ?? .get, "/a?b=1&c&d=%20", authority: "h",
      headers: body.isEmpty ? [:] : [.contentType: "text/x"], body: Array(body.utf8))
    let json = HARRequest(request).json
    #expect(json["bodySize"] == .integer(Int64(body.utf8.count)))
    #expect(json["method"] == .string(method))
    #expect(
      json["queryString"] == [
        ["name": "b", "value": "1"], ["name": "c", "value": ""], ["name": "d", "value": " "],
      ])
    #expect(
      json["postData"]
        == (body.isEmpty ? nil : ["mimeType": "text/x", "text": .string(body)]))
    #expect(json["_scheme"] == nil && json["_authority"] == nil && json["_target"] == nil)
  }

  @Test func `only the parts of an address that a URL cannot have are noted`() {
    let json = { (request: Request) in
      let json = HARRequest(request).json
      return [json["_scheme"], json["_authority"], json["_target"]]
    }
    #expect(json(Request(.get, "/", scheme: "HTTP")) == ["HTTP", nil, nil])
    #expect(json(Request(.get, "/", authority: "u@h")) == [nil, "u@h", nil])
    #expect(json(Request(.get, "/a#b")) == [nil, nil, "/a#b"])
  }
}
