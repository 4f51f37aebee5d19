import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Merged recordings` {
  private static func login(_ token: String, at time: Int64) -> RecordedExchange {
    RecordedExchange(
      Request(.post, "/login"), .json(.ok, ["token": .string(token)]), startedMilliseconds: time)
  }

  @Test func `merged exchanges are in the order of their starts`() {
    let first = Recording([Self.login("a", at: 1), Self.login("b", at: 5)], comment: "one")
    let second = Recording([Self.login("c", at: 1), Self.login("d", at: 2)], comment: "two")
    #expect(
      Recording.merging([first, second])
        == Recording(
          [
            Self.login("a", at: 1), Self.login("c", at: 1), Self.login("d", at: 2),
            Self.login("b", at: 5),
          ], comment: "one; two"))
    #expect(Recording.merging([]) == Recording())
  }

  @Test func `placeholders of different recordings stay different`() {
    let placeholder = "REDACTED-token-1"
    let use = RecordedExchange(
      Request(.get, RequestTarget("/use?token=\(placeholder)")), Response(.ok),
      startedMilliseconds: 9)
    let one = Recording([Self.login(placeholder, at: 1), use])
    let merged = Recording.merging([one, one, Recording([Self.login("REDACTED-token-2", at: 3)])])
    let tokens = merged.exchanges.compactMap { $0.response.json?["token"]?.string }
    #expect(tokens == ["REDACTED-token-1", "REDACTED-token-2", "REDACTED-token-3"])
    #expect(
      merged.exchanges.suffix(2).map(\.request.target.raw) == [
        "/use?token=REDACTED-token-1", "/use?token=REDACTED-token-2",
      ])
  }
}
