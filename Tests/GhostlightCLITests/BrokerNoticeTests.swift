import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

extension `The ghostlight verify command with a Pact broker` {
  @Test func `notices are printed even if nothing is published or played`() async throws {
    var unknown = try #require(Self.pact("app").object)
    unknown["interactions"] = [
      [
        "description": "x", "request": ["path": "/"],
        "response": ["matchingRules": ["body": ["$": ["matchers": [["match": "magic"]]]]]],
      ]
    ]
    let broker = FakeBroker(
      [.object(unknown)],
      [
        [
          "notices": [
            ["text": "At once."], ["when": "after_verification", "text": "At the end."],
            ["when": "after_verification:success_true_published_false", "text": "Kept."],
            ["when": "after_verification:success_true_published_true", "text": "Published."],
          ]
        ]
      ])
    try await ServedResponder.run(broker.respond) { server in
      let result = try verify(server, "--publish", "1.2")
      #expect(result.code == 3)
      #expect(
        result.errors == """
          ghostlight: note: At once.
          ghostlight: nothing was played: all 1 were skipped
          ghostlight: nothing published for app → The Notes 1.2: not every interaction was played
          ghostlight: note: At the end.
          ghostlight: note: Kept.

          """)
    }
  }
}
