import GhostlightCore
import GhostlightRecording
import Testing

@Suite struct `Errors of HAR files` {
  /// Returns the description of the error that reading a file throws; `nil` if the file is valid.
  private func problem(_ bytes: [UInt8], _ limits: HARLimits = .standard) -> String? {
    do throws(HARError) {
      _ = try Recording(HARDocument(reading: bytes, named: "x.har", limits: limits))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("", "x.har: 1:1: the file is empty; record it again"),
    (
      "{\n  \"log\": {",
      "x.har: 2:11: the file is incomplete; record it again or restore the rest"
    ),
    (
      "{\n  \"log\": nothing }",
      "x.har: 2:10: the text nothing is not in quotes; write \"nothing\""
    ),
    ("[]", "x.har: 1:1: is not HAR; a HAR file is a JSON object with the member log"),
    ("{}", "x.har: log: is missing; add an object"),
    (#"{"log":7}"#, "x.har: log: is a number; make it an object"),
    (#"{"log":{}}"#, "x.har: log.entries: is missing; add an array of objects"),
    (#"{"log":{"entries":{}}}"#, "x.har: log.entries: is an object; make it an array of objects"),
    (
      #"{"log":{"creator":[],"entries":[]}}"#, "x.har: log.creator: is an array; make it an object"
    ),
  ])
  func `an error names the place in a file and a remedy`(_ text: String, _ line: String) {
    #expect(problem(Array(text.utf8)) == line)
  }

  @Test(arguments: [
    (HAREntry.sample(nil, "request", nil), "request", "is missing; add an object"),
    (
      HAREntry.sample("request", "url", "/todo"), "request.url",
      #"is "/todo"; write it with scheme, host and path"#
    ),
    (
      HAREntry.sample("request", "url", "http:///todo"), "request.url",
      #"is "http:///todo"; write it with scheme, host and path"#
    ),
    (HAREntry.sample("request", "url", 7), "request.url", "is a number; make it text"),
    (
      HAREntry.sample("request", "method", "G\nT"), "request.method",
      #"is "G\nT"; write one such as GET"#
    ),
    (
      HAREntry.sample("request", "postData", ["text": "%", "_encoding": "base64"]),
      "request.postData.text", "is not valid base64; correct it, or remove the encoding"
    ),
    (
      HAREntry.sample("request", "postData", []), "request.postData",
      "is an array; make it an object"
    ),
    (
      HAREntry.sample("response", "content", ["text": "a", "encoding": "uuencode"]),
      "response.content.encoding", #"is "uuencode", which is unknown; use base64, or remove it"#
    ),
    (
      HAREntry.sample("response", "_delayMilliseconds", -1), "response._delayMilliseconds",
      "is not a valid duration; write milliseconds, such as 250"
    ),
    (
      HAREntry.sample("response", "_delivery", "lost"), "response._delivery",
      #"is unknown; use "reset", "empty", "malformedChunk", {"truncated": bytes}, "#
        + #"{"dribble": bytes, "pauseMilliseconds": pause}, or remove it"#
    ),
  ])
  func `a broken entry is left out, and a warning names its place`(
    _ entry: HAREntry, _ place: String, _ message: String
  ) throws {
    let log = HARLog([.sample, entry, .sample], creator: .ghostlight)
    let document = try HARDocument(reading: HARDocument(log).bytes, named: "x.har")
    #expect(try Recording(document).exchanges.count == 2)
    let warnings = document.warnings
    #expect(warnings.map(\.entry) == [2])
    #expect(
      warnings.first?.message.hasSuffix("left out, because its \(place) \(message)") == true,
      "\(warnings)")
  }

  @Test(arguments: [
    (HAREntry.sample(nil, "time", "soon"), nil),
    (
      HAREntry.sample(nil, "startedDateTime", "yesterday"),
      "without a valid startedDateTime, it keeps its place in the file"
    ),
    (
      HAREntry.sample("request", "headers", [["name": "A B"]]),
      #"a header field is left out, because "A B" is not a valid field name"#
    ),
    (
      HAREntry.sample("request", "headers", [[:]]),
      "a header field is left out, because element 1 has no name"
    ),
    (
      HAREntry.sample("request", "headers", ["x"]),
      #"a header field is left out, because element 1 is the text "x""#
    ),
    (
      HAREntry.sample("request", "headers", 7), "a header field is left out, because it is a number"
    ),
    (HAREntry.sample("request", "headers", [["name": "A", "value": []]]), nil),
    (HAREntry.sample("request", "bodySize", "none"), nil),
    (
      HAREntry.sample("request", "postData", ["params": [["name": true]]]),
      "its form cannot be read, because element 1 has no name, so the replay accepts any body"
    ),
    (HAREntry.sample("response", "statusText", []), nil),
    (HAREntry.sample("response", "content", "text"), nil),
    (HAREntry.sample("response", "content", ["text": ["a": 1]]), nil),
  ])
  func `an entry is read in spite of a wrong member`(_ entry: HAREntry, _ warning: String?) throws {
    let document = try entry.read()
    #expect(try Recording(document).exchanges.count == 1)
    #expect(document.warnings.map(\.message) == (warning.map { ["GET http://h/: \($0)"] } ?? []))
  }

  @Test(arguments: [
    (HAREntry.sample("response", "status", "two hundred"), "it failed: OK"),
    (HAREntry.sample("response", "status", 100), "its status 100 is not that of a final response"),
    (HAREntry.sample(nil, "response", []), "it has no response"),
  ])
  func `an entry without a final response is left out`(_ entry: HAREntry, _ reason: String) throws {
    let document = try entry.read()
    #expect(try Recording(document).exchanges == [])
    #expect(
      document.warnings.map(\.message) == ["GET http://h/: left out, because \(reason)"])
  }

  @Test func `a file that exceeds a limit is refused`() {
    let two = HARDocument(HARLog([.sample, .sample], creator: .ghostlight)).bytes
    #expect(problem(two, HARLimits(entries: 2)) == nil)
    #expect(
      problem(two, HARLimits(entries: 1))
        == "x.har: log.entries: has 2 entries, more than 1; split the file or raise the limit")
    #expect(
      problem(two, HARLimits(bytes: 100))?.hasSuffix(
        "the file has \(two.count) bytes, more than 100; split it or raise the limit") == true)
    let deep = Array((String(repeating: "[", count: 500_000)).utf8)
    #expect(
      problem(deep)
        == "x.har: 1:129: is nested deeper than 128 levels; check that the file is HAR")
  }

  @Test func `a warning is one short line, whatever the file contains`() throws {
    let long = String(repeating: "ä\n", count: 10_000)
    for part in ["method", "url"] {
      let document = try HAREntry.sample("request", part, .string(long)).read()
      let line = document.warnings.first?.description ?? ""
      #expect(line.utf8.count < 700 && !line.contains("\n"))
      #expect(line.contains(#"\u{e4}\n"#))
    }
  }
}
