import Ghostlight
import GhostlightCore
import HTTPTypes
import Synchronization
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

/// Reads an event stream on the caller's thread.
private final class EventReader: Sendable {
  private let stream: BodyStream
  private let executor = ManualExecutor()
  private let state = Mutex((text: "", isWaiting: false, isOver: false))

  init(_ response: Response) throws { stream = try #require(response.stream) }

  /// Whether the stream has ended.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Returns the events since the last call, each as its name, its id if present, and its data.
  func read() -> [String] {
    repeat {
      pull()
    } while executor.count > 0
      && {
        executor.runNext(); return true
      }()
    let text = state.withLock { state in
      defer { state.text = "" }
      return state.text
    }
    return text.split(separator: "\n\n").map { event in
      event.split(separator: "\n").map { line in
        line.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
      }.joined(separator: " ")
    }
  }

  private func pull() {
    let isNeeded = state.withLock { state in
      defer { state.isWaiting = true }
      return !state.isWaiting && !state.isOver
    }
    guard isNeeded else { return }
    stream.pull(by: executor) { [weak self] piece in
      self?.state.withLock { state in
        state.isWaiting = false
        guard case .success(let bytes?) = piece else {
          state.isOver = true
          return
        }
        state.text += String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}

@Suite(.limitedConcurrency) struct `Event stream in the control API` {
  private let desk = ControlDesk()

  private func open(
    _ query: String = "", _ change: (inout Request) -> Void = { _ in }
  ) throws -> EventReader {
    var request = Request(
      .get, RequestTarget("/__ghostlight/v1/events" + query), authority: "127.0.0.1:4400")
    change(&request)
    let response = desk.control.answer(request)
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
    return try EventReader(response)
  }

  private static func hello(_ last: Int, _ namespace: String = "default") -> String {
    "hello {\"namespace\":\"\(namespace)\",\"last\":\(last),\"version\":\"\(Version.current)\","
      + "\"readOnly\":false}"
  }

  @Test func `each exchange is sent as a brief event`() throws {
    let reader = try open()
    #expect(reader.read() == [Self.hello(0)])
    desk.send(.post, "/note", ["note_id": "a"])
    desk.send(.get, "/a/b/c/d")
    let events = reader.read()
    #expect(events.count == 2)
    let first = try #require(events.first)
    #expect(
      first.hasPrefix(
        "1 request {\"number\":1,\"time\":\"2013-06-12T12:26:40.123Z\",\"emulator\":\"stackmob\","
          + "\"method\":\"POST\",\"path\":\"/note\",\"status\":201,\"route\":\"Create\","
          + "\"effect\":\"changed\",\"milliseconds\":"))
    #expect(events[1].contains("\"effect\":\"unmatched\""))
    let brief = desk.call(.get, "requests?brief=true").json?["requests"]?.array ?? []
    #expect(brief.map { "\($0["number"]!) request \($0)" } == events)
  }

  @Test func `changes of clock, faults, namespaces and data are sent as events`() throws {
    let reader = try open()
    _ = reader.read()
    #expect(desk.call(.post, "clock", ["advance": "1h"]).status == .ok)
    #expect(desk.call(.post, "faults", ["status": 503, "path": "/none"]).status == .created)
    #expect(desk.call(.post, "namespaces/two", [:]).status == .created)
    #expect(
      desk.call(.post, "states", ["state": "user exists", "params": ["username": "ada"]]).status
        == .ok)
    #expect(desk.call(.post, "reset", ["emulator": "stackmob"]).status == .ok)
    #expect(
      reader.read() == [
        #"change {"what":"clock"}"#, #"change {"what":"faults"}"#,
        #"change {"what":"namespaces"}"#, #"change {"what":"data","emulator":"stackmob"}"#,
        #"change {"what":"reset","emulator":"stackmob"}"#,
      ])
    #expect(desk.call(.post, "clock?namespace=two", ["advance": "1h"]).status == .ok)
    #expect(reader.read() == [])
  }

  @Test func `the events of an unused namespace begin with its first exchange`() throws {
    let reader = try open("?namespace=late")
    #expect(reader.read() == [Self.hello(0, "late")])
    desk.send(.post, "/note", ["note_id": "a"], in: "late")
    let events = reader.read()
    #expect(events.first == #"change {"what":"namespaces"}"#)
    #expect(events.last?.hasPrefix("1 request {\"number\":1,") == true)
  }

  @Test(arguments: [true, false])
  func `a stream continues after the last exchange that its reader knows`(_ isHeader: Bool) throws {
    for _ in 0..<5 { desk.send(.get, "/note") }
    let reader = try open(isHeader ? "" : "?after=3") { request in
      if isHeader { request.headers[HTTPField.Name("Last-Event-ID")!] = "3" }
    }
    let events = reader.read()
    #expect(events.first == Self.hello(5))
    #expect(events.dropFirst().map { $0.prefix(10) } == ["4 request ", "5 request "])
  }

  @Test(arguments: ["-9223372036854775808", "-1", "6", "9223372036854775807"])
  func `an unknown exchange number starts with the whole journal`(_ number: String) throws {
    for _ in 0..<2 { desk.send(.get, "/note") }
    let reader = try open { $0.headers[HTTPField.Name("Last-Event-ID")!] = number }
    #expect(
      reader.read().map { $0.prefix(10) } == ["hello {\"na", "1 request ", "2 request "])
  }

  @Test func `more than a hundred readers of events get 503`() throws {
    var readers = try (0..<100).map { _ in try open() }
    let refusal = "503 too many long calls wait already; call again later"
    #expect(desk.refusal(.get, "events") == refusal)
    readers.removeLast()
    readers.append(try open())
    #expect(desk.refusal(.get, "events") == refusal)
  }

  @Test func `the event stream starts from 1 again after a reset`() throws {
    for _ in 0..<5 { desk.send(.get, "/note") }
    #expect(desk.call(.post, "reset", [:]).status == .ok)
    desk.send(.get, "/note")
    #expect(try open("?after=5").read().dropFirst().map { $0.prefix(10) } == ["1 request "])
  }

  @Test func `a slow reader gets the number of missed exchanges and uses bounded memory`() throws {
    let reader = try open()
    _ = reader.read()
    for _ in 0...EventStream.capacity { desk.send(.get, "/note") }
    let events = reader.read()
    #expect(events.first == "missed {\"after\":0,\"count\":\(EventStream.capacity)}")
    #expect(events.count == 2)
    #expect(events.last?.hasPrefix("\(EventStream.capacity + 1) request ") == true)
  }

  @Test func `long paths count with their bytes in a slow reader's buffer`() throws {
    let reader = try open()
    _ = reader.read()
    let path = "/note?x=" + String(repeating: "y", count: 100_000)
    for _ in 0..<20 { desk.send(.get, RequestTarget(path)) }
    let events = reader.read()
    #expect(events.first == "missed {\"after\":0,\"count\":10}")
    #expect(events.count == 11)
  }

  @Test func `an event stream ends with its namespace and with the server`() throws {
    let dropped = try open("?namespace=two")
    let other = try open()
    desk.send(.get, "/note", in: "two")
    _ = (dropped.read(), other.read())
    #expect(desk.call(.delete, "namespaces/two").status == .ok)
    #expect(dropped.read() == [#"change {"what":"namespaces"}"#, "end {}"])
    #expect(dropped.read() == [])
    #expect(dropped.isOver)
    desk.stage.endWatching()
    #expect(other.read().last == "end {}")
    let late = try open()
    #expect(late.read() == [Self.hello(0), "end {}"])
  }

  @Test func `a reader that disconnects is unsubscribed`() throws {
    var reader: EventReader? = try open()
    _ = reader?.read()
    #expect(desk.stage.isWatched)
    reader = nil
    #expect(!desk.stage.isWatched)
  }

  @Test func `events are streamed over HTTP until the server stops`() async throws {
    let server = try await EmulatorServer.start(Stage(), .patient)
    let client = try await RawClient.connect(toPort: server.port("control"))
    await client.send("GET /__ghostlight/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    _ = try await client.receive(endingWith: "\"readOnly\":false}\n\n\r\n")
    let other = try await RawClient.connect(toPort: server.port("mia"))
    await other.send("GET /books HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let text = try await client.receiveBytes {
      String(decoding: $0, as: UTF8.self).contains("event: request\ndata: {\"number\":1,")
    }
    #expect(String(decoding: text, as: UTF8.self).contains("id: 1\n"))
    #expect(await server.drain() == 0)
    #expect(try await client.receiveAll().hasSuffix("event: end\ndata: {}\n\n\r\n0\r\n\r\n"))
  }
}
