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
      #"{"log":{"entries":[{},3]}}"#,
      "x.har: log.entries[0].startedDateTime (entry 1): is missing; add text"
    ),
    (
      #"{"log":{"creator":[],"entries":[]}}"#, "x.har: log.creator: is an array; make it an object"
    ),
  ])
  func `an error names the place in a file and a remedy`(_ text: String, _ line: String) {
    #expect(problem(Array(text.utf8)) == line)
  }

  @Test(arguments: [
    (
      HAREntry.sample(nil, "startedDateTime", "yesterday"), "startedDateTime",
      #"is "yesterday"; write a time as 2013-06-12T12:26:40.123Z"#
    ),
    (HAREntry.sample(nil, "time", "soon"), "time", #"is the text "soon"; make it a number"#),
    (HAREntry.sample(nil, "request", nil), "request", "is missing; add an object"),
    (HAREntry.sample(nil, "response", []), "response", "is an array; make it an object"),
    (
      HAREntry.sample("request", "url", "/todo"), "request.url",
      #"is "/todo"; write it with scheme, host and path"#
    ),
    (
      HAREntry.sample("request", "url", "http:///todo"), "request.url",
      #"is "http:///todo"; write it with scheme, host and path"#
    ),
    (
      HAREntry.sample("request", "method", "G\nT"), "request.method",
      #"is "G\nT"; write one such as GET"#
    ),
    (
      HAREntry.sample("request", "headers", [["name": "A B"]]), "request.headers[0].name",
      #""A B" is not a valid field name; correct or remove it"#
    ),
    (
      HAREntry.sample("request", "headers", [[:]]), "request.headers[0].name",
      "is missing; add text"
    ),
    (
      HAREntry.sample("request", "headers", ["x"]), "request.headers[0]",
      #"is the text "x"; make it an object"#
    ),
    (
      HAREntry.sample("request", "headers", [["name": "A", "value": []]]),
      "request.headers[0].value", "is an array; make it text"
    ),
    (
      HAREntry.sample("request", "postData", ["text": "%", "_encoding": "base64"]),
      "request.postData.text", "is not valid base64; correct it, or remove the encoding"
    ),
    (
      HAREntry.sample("request", "postData", ["params": [["name": true]]]),
      "request.postData.params[0].name", "is a Boolean; make it text"
    ),
    (
      HAREntry.sample("response", "status", "two hundred"), "response.status",
      #"is the text "two hundred"; make it a number"#
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
  func `an error names the broken entry`(_ entry: HAREntry, _ place: String, _ message: String) {
    let log = HARLog([.sample, entry], creator: .ghostlight)
    #expect(
      problem(HARDocument(log).bytes) == "x.har: log.entries[1].\(place) (entry 2): \(message)")
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

  @Test func `an error is one short line, whatever the file contains`() {
    let long = String(repeating: "ä\n", count: 10_000)
    let entry = HAREntry.sample(nil, "time", .string(long))
    let line = problem(HARDocument(HARLog([entry], creator: .ghostlight)).bytes) ?? ""
    #expect(line.utf8.count < 300 && !line.contains("\n"))
    #expect(line.hasPrefix(#"x.har: log.entries[0].time (entry 1): is the text "\u{e4}\n"#))
  }
}
