import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightClient

@Suite struct `In-process connections` {
  /// A session that repeats messages with their number, sends events of the topic `news`, and ends
  /// with the text `bye`.
  private struct Echo: MessageSession {
    var count = 0

    mutating func receive(_ message: InboundMessage) -> [SessionAction] {
      guard case .text(let text) = message else { return [] }
      count += 1
      let answer = SessionAction.send("\(count) \(text)")
      return text == "bye" ? [answer, .end(code: 1000), .send("late")] : [answer, .send("ok")]
    }

    mutating func notify(_ event: BackendEvent) -> [SessionAction] {
      if event.topic == "end" { return [.send(event.text), .end(code: nil)] }
      return event.topic == "news" ? [.send(event.text)] : []
    }
  }

  /// A source of events, and what its subscriber and a receiver got.
  private final class Line: Sendable {
    private struct State {
      var subscriber: EventSubscriber?
      var subscriptions = 0
      var departures = 0
      var received: [String] = []
      var ends = 0
    }

    private let state = Mutex(State())

    var events: EventSource {
      EventSource { subscriber in
        self.state.withLock { state in
          state.subscriber = subscriber
          state.subscriptions += 1
        }
        return { self.state.withLock { $0.departures += 1 } }
      }
    }

    var receiver: MessageReceiver {
      MessageReceiver(
        receive: { text in self.state.withLock { $0.received.append(text) } },
        end: { self.state.withLock { $0.ends += 1 } })
    }

    func publish(_ events: BackendEvent...) { state.withLock { $0.subscriber }?.receive(events) }

    func drop() { state.withLock { $0.subscriber }?.end() }

    /// The number of subscriptions, of departures, and of ends.
    var counts: [Int] {
      state.withLock { [$0.subscriptions, $0.departures, $0.ends] }
    }

    var received: [String] { state.withLock { $0.received } }
  }

  private func open(
    _ line: Line, hasEvents: Bool = true, session: any MessageSession = Echo()
  ) -> MessageConnection {
    let upgrade = SessionUpgrade(session, events: hasEvents ? line.events : nil)
    return InProcessConnection(upgrade, line.receiver).connection
  }

  @Test func `a session keeps its state from message to message`() {
    let line = Line()
    let connection = open(line, hasEvents: false)
    connection.send("a")
    connection.send("b")
    #expect(line.received == ["1 a", "ok", "2 b", "ok"])
    #expect(line.counts == [0, 0, 0])
  }

  @Test func `two connections of one upgrade have a state each`() {
    let (one, other) = (Line(), Line())
    let upgrade = SessionUpgrade(Echo())
    let first = InProcessConnection(upgrade, one.receiver).connection
    let second = InProcessConnection(upgrade, other.receiver).connection
    first.send("a")
    first.send("b")
    second.send("c")
    #expect(one.received == ["1 a", "ok", "2 b", "ok"])
    #expect(other.received == ["1 c", "ok"])
  }

  @Test func `a session gets all events in order`() {
    let line = Line()
    let connection = open(line)
    line.publish(
      BackendEvent(topic: "news", text: "1"), BackendEvent(topic: "other", text: "2"),
      BackendEvent(topic: "news", text: "3"))
    line.publish(BackendEvent(topic: "news", text: "4"))
    #expect(line.received == ["1", "3", "4"])
    #expect(line.counts == [1, 0, 0])
    connection.close()
  }

  @Test func `a client's close ends the session and its subscription once`() {
    let line = Line()
    let connection = open(line)
    connection.close()
    #expect(line.counts == [1, 1, 1])
    connection.close()
    connection.send("a")
    line.publish(BackendEvent(topic: "news", text: "1"))
    line.drop()
    #expect(line.received == [])
    #expect(line.counts == [1, 1, 1])
  }

  @Test func `a session that ends after a message leaves its events`() {
    let line = Line()
    let connection = open(line)
    connection.send("bye")
    #expect(line.counts == [1, 1, 1])
    #expect(line.received == ["1 bye", "late"])
    connection.send("a")
    line.publish(BackendEvent(topic: "news", text: "1"))
    #expect(line.received == ["1 bye", "late"])
  }

  @Test func `a session that ends after an event does not leave within the event`() {
    let line = Line()
    let connection = open(line)
    line.publish(
      BackendEvent(topic: "end", text: "over"), BackendEvent(topic: "news", text: "later"))
    #expect(line.received == ["over"])
    #expect(line.counts == [1, 0, 1])
    connection.close()
    #expect(line.counts == [1, 0, 1])
  }

  @Test func `the end of the events ends the session`() {
    let line = Line()
    let connection = open(line)
    line.drop()
    #expect(line.counts == [1, 0, 1])
    connection.send("a")
    #expect(line.received == [])
  }

  @Test func `a session that ends during its subscription leaves it`() {
    let line = Line()
    let departures = Mutex(0)
    let events = EventSource { subscriber in
      subscriber.receive([BackendEvent(topic: "end", text: "over")])
      return { departures.withLock { $0 += 1 } }
    }
    _ = InProcessConnection(SessionUpgrade(Echo(), events: events), line.receiver).connection
    #expect(line.received == ["over"])
    #expect(departures.withLock { $0 } == 1)
    #expect(line.counts == [0, 0, 1])
  }

  @Test func `a transport opens the connection of an upgrade only`() async throws {
    let responder = Responder(name: "sessions") { request in
      var response = Response(request.target.raw == "/up" ? .switchingProtocols : .notFound)
      if request.target.raw == "/up" { response.sessionUpgrade = SessionUpgrade(Echo()) }
      return response
    }
    let connect = try #require(Transport.inProcess(responder).connect)
    let line = Line()
    try await connect(Request(.get, "/up"), line.receiver).send("a")
    #expect(line.received == ["1 a", "ok"])
    await #expect(
      throws: TransportError.other(
        "the server returned status 404 instead of opening a WebSocket")
    ) {
      _ = try await connect(Request(.get, "/other"), line.receiver)
    }
  }
}
