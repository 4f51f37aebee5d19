import GhostlightCore
import GhostlightEmulation
import Testing

@testable import EGF2Emulator

@Suite struct `Clients of the WebSocket` {
  private static let one = GraphEvent.topic(object: "1")
  private static let edge = GraphEvent.topic(source: "1", edge: "posts")

  /// Returns the actions that follow each of several messages of a client.
  private func replies(
    _ texts: [String], _ settings: ListenSettings = ListenSettings()
  ) -> [[SessionAction]] {
    var listening = Listening(settings)
    return texts.map { listening.receive(.text($0)) }
  }

  /// Returns the topics whose events a client gets after it has sent several messages.
  private func topics(_ texts: [String]) -> [String] {
    var listening = Listening(ListenSettings())
    for text in texts { _ = listening.receive(.text(text)) }
    return [Self.one, Self.edge].filter {
      listening.notify(BackendEvent(topic: $0, text: "told")) == [.send("told")]
    }
  }

  @Test(
    arguments: [
      ([], []),
      ([#"{"subscribe":[{"object_id":"1"}]}"#], [one]),
      ([#"{"subscribe":[{"edge":{"source":"1","name":"posts"}}]}"#], [edge]),
      (
        [#"{"subscribe":[{"edge":{"source":"1","name":"posts"}},{"object_id":"1"}]}"#],
        [one, edge]
      ),
      (
        [
          #"{"subscribe":[{"object_id":"1"},{"edge":{"source":"1","name":"posts"}}]}"#,
          #"{"unsubscribe":[{"object_id":"1"}]}"#,
        ], [edge]
      ),
      // A single request to unsubscribe ends a subscription, even if the client has subscribed
      // several times.
      (
        [
          #"{"subscribe":[{"object_id":"1"},{"object_id":"1"}]}"#,
          #"{"unsubscribe":[{"object_id":"1"},{"object_id":"2"}]}"#,
        ], []
      ),
      ([#"{"subscribe":[{"object_id":"2"},{"object_id":"1/posts"}]}"#], []),
      ([#"{"subscribe":[{"edge":{"source":"1","name":"likes"}}]}"#], []),
      ([#"{"subscribe":[1,null,{},{"object_id":1},{"edge":{"source":"1"}},{"edge":[]}]}"#], []),
      ([#"{"subscribe":{"object_id":"1"}}"#, "{", "", "[]", "null", "7"], []),
    ] as [([String], [String])])
  func `a client gets its subscribed events`(_ texts: [String], _ received: [String]) {
    #expect(topics(texts) == received)
  }

  @Test(
    arguments: [
      (#""primus::ping::1484903700123""#, #""primus::pong::1484903700123""#),
      (#""primus::ping::""#, #""primus::pong::""#),
      (#""primus::ping::\"""#, #""primus::pong::\"""#),
    ])
  func `a client gets a pong for each of its pings`(_ ping: String, _ pong: String) {
    #expect(replies([ping]) == [[.send(pong)]])
    var listening = Listening(ListenSettings())
    #expect(listening.receive(.bytes(Array(ping.utf8))) == [.send(pong)])
  }

  @Test(arguments: [
    #""primus::pong::1""#, #""hello""#, "hello", #"{"subscribe":[{"object_id":"1"}]}"#,
    #"{"unsubscribe":[{"object_id":"1"}]}"#, "{}", String(repeating: "[", count: 10_000),
  ])
  func `any other message gets no response`(_ text: String) {
    #expect(replies([text]) == [[]])
  }

  @Test func `a client that subscribes to too many topics is disconnected`() {
    var settings = ListenSettings()
    settings.subscriptions = 2
    let more = #"{"subscribe":[{"object_id":"1"},{"object_id":"2"}]}"#
    let less = #"{"unsubscribe":[{"object_id":"1"}]}"#
    let other = #"{"subscribe":[{"object_id":"3"}]}"#
    #expect(replies([more, more, less, other], settings) == [[], [], [], []])
    #expect(replies([more, other], settings) == [[], [.end(code: 1008)]])
  }

  @Test func `the configuration limits the silence of a client`() throws {
    #expect(Listening(ListenSettings()).silenceSeconds == 35)
    var file = GraphTypes.json.object ?? [:]
    file["listen"] = ["silence_seconds": 5, "subscriptions": 7]
    let configuration = try EGF2Configuration(.object(file))
    #expect(Listening(configuration.listen).silenceSeconds == 5)
    #expect(configuration.listen.subscriptions == 7)
  }

  @Test(
    arguments: [
      (
        ["silence_seconds": 0],
        "$.listen.silence_seconds: expected a whole number of seconds from 1 to 86400, found the number 0"
      ),
      (
        ["subscriptions": "7"],
        "$.listen.subscriptions: expected a whole number from 1 to 10000000, found the string \"7\""
      ),
      (["pings": 1], "$.listen.pings: unknown member"),
    ] as [(JSON, String)])
  func `invalid limits of the WebSocket are refused`(_ listen: JSON, _ message: String) {
    var file = GraphTypes.json.object ?? [:]
    file["listen"] = listen
    let error = #expect(throws: ConfigurationError.self) {
      try EGF2Configuration(.object(file))
    }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }
}
