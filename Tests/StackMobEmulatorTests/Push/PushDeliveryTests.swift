import GhostlightCore
import GhostlightEmulation
import Testing

@testable import StackMobEmulator

@Suite struct `Push delivery` {
  /// Returns the messages in the outbox as strings of platform, tokens and payload.
  private static func outbox(_ app: StackMobApp) -> [String] {
    app.backend.outbox.messages.map { message in
      let type = message.content["type"]?.string ?? "-"
      let payload = message.content["payload"]?.description ?? "-"
      let tokens = message.recipients.map { $0 == Push.apple ? "apple" : $0 }
      return "\(message.kind) \(type) \(tokens.joined(separator: ",")) \(payload)"
    }
  }

  private static let toAll = [
    #"push ios apple {"aps":{"alert":"a"}}"#, #"push androidgcm g1 {"alert":"a"}"#,
    #"push android a1,a2 {"alert":"a"}"#,
  ]

  @Test(
    arguments: [
      ("/push_broadcast_universal", #"{"kvPairs":{"alert":"a"}}"#, toAll),
      (
        "/push_users_universal", #"{"kvPairs":{"alert":"a"},"userIds":["ann","bob","ann","zed"]}"#,
        toAll
      ),
      (
        "/push_users_universal", #"{"kvPairs":{"alert":"a"},"userIds":["bob"]}"#,
        [toAll[2]]
      ),
      ("/push_users_universal", #"{"kvPairs":{"alert":"a"},"userIds":["zed"]}"#, []),
      (
        "/push_tokens_universal",
        #"{"tokens":[{"token":"g9","type":"androidGCM"},{"token":"g1","type":"androidgcm"}],"#
          + #""payload":{"kvPairs":{"alert":"a"}}}"#, [#"push androidgcm g9,g1 {"alert":"a"}"#]
      ),
      ("/notifications", #"{"payload":{"alert":"a"}}"#, toAll),
      ("/notifications", #"{"payload":{"kvPairs":{"alert":"a"}}}"#, toAll),
      (
        "/notifications", #"{"payload":{"alert":"a"},"users":["bob"]}"#,
        [toAll[2]]
      ),
      (
        "/notifications",
        #"{"payload":{"alert":"a"},"tokens":[{"token":"g1","type":"androidgcm"}]}"#, [toAll[1]]
      ),
      ("/notifications", #"{"payload":{"alert":"a"},"fake":true}"#, []),
    ] as [(String, String, [String])])
  func `each device gets a message once, by platform`(
    _ target: String, _ body: String, _ messages: [String]
  ) {
    var app = Push.app()
    #expect(Push.call("POST", target, body, &app) == Reply(200, "{}"))
    #expect(Self.outbox(app) == messages)
  }

  @Test(
    arguments: [
      (
        #"{"badge":3,"sound":"s","message":"m","x":{"y":1}}"#,
        #"{"x":{"y":1},"aps":{"badge":3,"sound":"s","alert":"m"}}"#
      ),
      (#"{"message":"m","alert":"a"}"#, #"{"alert":"a","aps":{"alert":"m"}}"#),
      (#"{"badge":"3","alert":"a"}"#, #"{"badge":"3","aps":{"alert":"a"}}"#),
      (#"{"x":1}"#, #"{"x":1}"#), ("{}", "{}"),
    ] as [(String, String)])
  func `iOS gets the visible pairs in aps`(_ pairs: String, _ payload: String) throws {
    let sent = PushPayload(try #require(try JSON.parse(pairs).object))
    let expected = try #require(try JSON.parse(payload).object)
    #expect(sent.content(for: .ios) == expected)
    #expect(sent.content(for: .android) == (try JSON.parse(pairs).object))
  }

  @Test(
    arguments: [
      (256, ["ios", "androidgcm", "android"]), (257, ["androidgcm", "android"]),
      (1024, ["androidgcm", "android"]), (1025, []),
    ] as [(Int, [String])])
  func `a push over a size limit skips the platform`(_ size: Int, _ platforms: [String]) {
    var app = Push.app()
    let pairs = #"{"a":"\#(String(repeating: "x", count: size - 8))"}"#
    #expect(pairs.utf8.count == size)
    #expect(
      Push.call("POST", "/push_broadcast_universal", #"{"kvPairs":\#(pairs)}"#, &app).status == 200)
    #expect(app.backend.outbox.messages.map { $0.content["type"]?.string } == platforms)
  }

  @Test(arguments: [
    ("/push_broadcast_universal", "{}"), ("/push_broadcast_universal", #"{"kvPairs":[]}"#),
    ("/push_users_universal", #"{"kvPairs":{}}"#),
    ("/push_users_universal", #"{"kvPairs":{},"userIds":[1]}"#),
    ("/push_tokens_universal", #"{"tokens":[],"kvPairs":{}}"#),
    ("/push_tokens_universal", #"{"payload":{"kvPairs":{}}}"#),
    ("/push_tokens_universal", #"{"tokens":[1],"payload":{"kvPairs":{}}}"#),
    ("/notifications", #"{"payload":1}"#), ("/notifications", "x"),
    ("/notifications", #"{"payload":{},"users":"ann"}"#),
    ("/tokens/android/t", "{}"), ("/tokens/%FF/t", #"{"user":"ann"}"#),
  ])
  func `a malformed push is refused and sends nothing`(_ target: String, _ body: String) {
    var app = Push.app()
    #expect([400, 404].contains(Push.call("POST", target, body, &app).status))
    #expect(app.backend.outbox.messages.isEmpty)
  }
}
