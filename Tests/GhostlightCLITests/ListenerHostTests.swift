import Foundation
import TestSupport
import Testing

/// Tests the host checks of commands that stand in for other servers.
@Suite(.limitedConcurrency) struct `Unknown hosts at a recorder, a replay or a stub` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func statuses(_ hosts: [String], of listener: RunningListener) throws -> [Int] {
    try hosts.map { try listener.connect().send("GET", "/", host: $0).status }
  }

  @Test func `a recorder refuses an unknown host with 403 unless it is allowed`() throws {
    let server = try RunningServer()
    let url = server.stackMob.replacing("127.0.0.1", with: "localhost")
    let own = ["127.0.0.1", "localhost:1", "[::1]:1", "mine.localhost", "recorder"]
    for (upstream, known) in [("stackmob", "api.stackmob.com"), (url, "localhost")] {
      let recorder = try RunningListener(
        "record", "--upstream", upstream, "-o", folder["\(known).har"], "--allow-host", "mac.local")
      #expect(
        try statuses(own + [known, "mac.local"], of: recorder).filter { $0 == 403 }.isEmpty)
      let refused = try recorder.connect().send("POST", "/todo", "{}", host: "evil.example")
      #expect(refused.status == 403)
      #expect(
        refused.body
          == #"{"error":"Host evil.example is not known here; --allow-host NAME admits it"}"#)
      #expect(try recorder.end().output.contains(#""exchanges":\#(own.count + 2)"#))
    }
  }

  @Test func `a replay refuses a host with 403 unless it was recorded or is allowed`() throws {
    let har = try folder.write(
      #"""
      {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [{
        "startedDateTime": "2013-06-12T12:26:40.000Z", "time": 1,
        "request": {"method": "GET", "url": "https://api.example.com:8443/", "httpVersion": "HTTP/1.1",
         "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [],
         "cookies": [], "content": {"size": 2, "mimeType": "text/plain", "text": "ok"}, "redirectURL": "", "headersSize": -1,
         "bodySize": 0},
        "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}]}}
      """#, to: "a.har")
    let replay = try RunningListener(
      "replay", har, "--policy", "last", "--base-path", "https://other.example", "--allow-host",
      "*.dev.corp")
    #expect(
      try statuses(
        [
          "api.example.com:8443", "API.example.com", "other.example", "a.dev.corp", "127.0.0.1",
          "evil.example", "example.com", "api.example.com.evil.example",
        ], of: replay
      )
      .map { $0 == 403 } == [false, false, false, false, false, true, true, true])
  }

  @Test func `a stub refuses an unknown host with 403 unless it is allowed`() throws {
    let contract = try folder.write(SampleContract.text, to: "sample.json")
    let stub = try RunningListener("stub", contract, "--allow-host", "api.example.com")
    #expect(
      try statuses(["localhost", "api.example.com", "evil.example"], of: stub)
        .map { $0 == 403 } == [false, false, true])
    let result = try Command.run("stub", contract, "--allow-host", "")
    #expect(result.code == 64)
    #expect(
      result.errors.hasPrefix("Error: --allow-host must be a host name, such as *.example.com.\n"))
  }
}
