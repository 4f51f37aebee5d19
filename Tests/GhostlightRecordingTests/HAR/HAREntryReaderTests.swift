import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Reading HAR files entry by entry` {
  /// Returns a reader of `text` that gets at most `count` bytes at a time.
  private static func reader(
    _ text: String, _ count: Int = .max, limits: HARLimits = HARLimits(entries: .max)
  ) -> HAREntryReader {
    var rest = Array(text.utf8)[...]
    return HAREntryReader(named: "x.har", limits: limits) {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  /// Returns the indexes and entries of a reader, its rest, and the error that ends reading.
  private static func read(
    _ reader: HAREntryReader
  ) -> (entries: [String], rest: JSON?, error: String?) {
    var reader = reader
    var entries: [String] = []
    do throws(HARError) {
      while let (index, entry) = try reader.next() {
        entries.append("\(index) \(entry["time"]?.text() ?? "-")")
      }
      return (entries, try reader.rest(), nil)
    } catch {
      return (entries, nil, error.description)
    }
  }

  private static func entry(_ time: String, _ more: String = "") -> String {
    #"{"startedDateTime":"2013-06-12T12:26:40Z","time":\#(time),"request":{"method":"GET","url":"#
      + #""http://h/"}\#(more)}"#
  }

  private static let whole =
    "\u{FEFF}{\n \"_a\": [{\"log\": {\"entries\": [1]}}], \"log\": {\"version\" : \"1.2\",\n"
    + "\"entries_\": [7], \"_pages\": {\"entries\": [8]}, \"entries\" : [ "
    + entry("1", #","_x":"]},{\"","_y":[[],{}]"#) + " ,\n\t" + entry("2") + "\n] , "
    + "\"comment\": \"\\\"entries\\\": [\" }, \"entries\": [9] }\n"

  @Test(arguments: [1, 2, 3, 7, 64, .max])
  func `the entries and the rest are the same for pieces of any size`(_ count: Int) {
    let found = Self.read(Self.reader(Self.whole, count))
    #expect(found.entries == ["0 1", "1 2"])
    #expect(
      found.rest == [
        "_a": [["log": ["entries": [1]]]],
        "log": [
          "version": "1.2", "entries_": [7], "_pages": ["entries": [8]], "entries": [],
          "comment": "\"entries\": [",
        ], "entries": [9],
      ])
    #expect(found.error == nil)
  }

  @Test func `an entry may be any JSON value`() {
    let found = Self.read(Self.reader(#"{"log":{"entries":["# + Self.entry("1") + ",3,[]]}}"))
    #expect(found.entries == ["0 1", "1 -", "2 -"])
    #expect(found.error == nil)
  }

  @Test func `many entries are read with a bounded buffer`() {
    let entries = (0..<600).map { Self.entry("\($0)", #","_pad":"\#(Self.pad)""#) }
    let found = Self.read(
      Self.reader(#"{"log":{"entries":["# + entries.joined(separator: ",") + "]}}", 1000))
    #expect(found.entries == (0..<600).map { "\($0) \($0)" })
    #expect(found.rest == ["log": ["entries": []]])
  }

  private static let pad = String(repeating: "p", count: 300)

  private static let broken: [(String, [String], String)] = [
    ("\u{FEFF}", [], "x.har: 1:1: the file is empty; record it again"),
    ("", [], "x.har: 1:1: the file is empty; record it again"),
    ("[]", [], "x.har: 1:1: is not HAR; a HAR file is a JSON object with the member log"),
    ("{}", [], "x.har: log: is missing; add an object"),
    (#"{"log":{}}"#, [], "x.har: log.entries: is missing; add an array of objects"),
    (
      "{\"log\":{\"entries\":[\n \(entry("1")),\n  {\"time\": nothing}]}}", ["0 1"],
      "x.har: 3:12 (entry 2): the text nothing is not in quotes; write \"nothing\""
    ),
    (
      "{\"log\":{\"entries\":[ {\"a\":\n  tru}]}}", [],
      "x.har: 2:3 (entry 1): the text tru is not in quotes; write \"tru\""
    ),
    (
      "{\"log\":{\"entries\":[\(entry("1"))", ["0 1"],
      "x.har: 1:20: the file is incomplete; record it again or restore the rest"
    ),
    (
      "{\"log\":{\"entries\":[\(entry("1")),{\"a\":\"b", ["0 1"],
      "x.har: 1:124 (entry 2): the file is incomplete; record it again or restore the rest"
    ),
  ]

  @Test(arguments: broken)
  func `an error names the place in the whole file`(
    _ text: String, _ entries: [String], _ message: String
  ) {
    for count in [1, 5, .max] {
      let found = Self.read(Self.reader(text, count))
      #expect(found.entries == entries)
      #expect(found.error == message)
    }
  }

  @Test func `an error of the source names the place up to which it was read`() {
    struct Unreadable: Error, CustomStringConvertible { let description = "the disk failed" }
    var isFirst = true
    let reader = HAREntryReader(named: "x.har") {
      guard isFirst else { throw Unreadable() }
      isFirst = false
      return Array("{\"log\":\n{".utf8)
    }
    #expect(Self.read(reader).error == "x.har: 2:2: the rest cannot be read: the disk failed")
  }

  @Test func `an entry may have as many bytes as the limit`() {
    let entry = Self.entry("1")
    let text = #"{"log":{"entries":["# + entry + "," + entry + "]}}"
    for (limit, error) in [
      (entry.utf8.count, nil),
      (
        entry.utf8.count - 1,
        "x.har: 1:\(19 + entry.utf8.count) (entry 1): the file has \(entry.utf8.count) bytes, more than "
          + "\(entry.utf8.count - 1); split it or raise the limit"
      ),
    ] {
      for count in [1, .max] {
        let reader = Self.reader(text, count, limits: HARLimits(bytes: limit, entries: .max))
        let found = Self.read(reader).error
        #expect(found == error)
      }
    }
  }

  @Test func `an entry without an end is not read beyond the limit`() {
    let limits = HARLimits(bytes: 100, entries: .max)
    let entry = Self.read(
      Self.reader(#"{"log":{"entries":[{"a":"# + "\"" + Self.pad + Self.pad, 10, limits: limits))
    #expect(
      entry.error == "x.har: log.entries[0] (entry 1): has more than 100 bytes; remove its bodies "
        + "or raise the limit")
    let around = Self.read(
      Self.reader(#"{"log":{"comment":""# + Self.pad, 10, limits: limits))
    #expect(
      around.error == "x.har: 1:19: has more than 100 bytes outside its entries; raise the limit")
  }

  @Test func `an entry with lone surrogates is repaired`() throws {
    let text =
      #"{"log":{"entries":["#
      + Self.entry("1", #","response":{"content":{"mimeType":"a","text":"\udcff\u0041"}}"#) + "]}}"
    var reader = Self.reader(text)
    let entry = try #require(try reader.next()).entry
    #expect(
      entry["response"]?["content"] == ["mimeType": "a", "text": "/0E=", "encoding": "base64"])
  }

  @Test func `the lint of a file gives the findings of the whole document`() throws {
    let exchange = RecordedExchange(Request(.get, "/?token=a1B2c3"), Response(.ok))
    let document = HARDocument(
      Recording([exchange, exchange], comment: "password=hunter2x"))
    var reader = Self.reader(String(decoding: document.bytes, as: UTF8.self), 50)
    var found: [LintFinding] = []
    try RedactionLint().check(&reader) { found.append($0) }
    let whole = RedactionLint().findings(in: .object(document.json))
    #expect(Set(found) == Set(whole) && found.count == whole.count)
    #expect(found.map(\.entry) == [0, 0, 1, 1, nil])
  }
}
