import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Matchers` {
  @Test(arguments: MatchPartRow.all)
  func `a part of a matcher reports differences`(_ row: MatchPartRow) {
    let found = row.part.differences(of: row.request, from: row.recorded)
    #expect(found.map(\.description) == row.differences)
  }

  @Test(arguments: MatchPartRow.all)
  func `a request has no difference from itself`(_ row: MatchPartRow) {
    for request in [row.request, row.recorded] {
      #expect(row.part.differences(of: request, from: request) == [])
    }
  }

  @Test(arguments: MatchPartRow.all.filter { $0.part.key != nil })
  func `the keys of two requests are equal exactly if the requests match`(_ row: MatchPartRow) {
    let matcher = Matcher([row.part])
    #expect(matcher.isKeyed)
    let same = matcher.key(of: row.request) == matcher.key(of: row.recorded)
    #expect(same == row.differences.isEmpty)
    #expect(matcher.matches(row.request, row.recorded) == row.differences.isEmpty)
  }

  @Test func `the standard matcher ignores the host, header fields and signature values`() {
    let recorded = Request(
      .post, "/a?x=1&oauth_nonce=a&oauth_timestamp=1&oauth_signature=b", scheme: "https",
      authority: "api.test", headers: [.authorization: "MAC id=1", .date: "then"],
      body: Array(#"{"a":1}"#.utf8))
    let request = Request(
      .post, "/a?oauth_nonce=b&oauth_signature=c&x=1", authority: "127.0.0.1:4401",
      headers: [.authorization: "MAC id=2", .contentType: "application/json"],
      body: Array(#"{"a": 1.0}"#.utf8))
    #expect(Matcher.standard.matches(request, recorded))
    #expect(!Matcher.standard.adding(.headers(.authorization)).matches(request, recorded))
    #expect(!Matcher.standard.adding(.port).matches(request, recorded))
  }

  @Test func `two adjacent texts have another key than one longer text`() {
    let matcher = Matcher([.path, .query])
    #expect(
      matcher.key(of: Request(.get, "/ab?c=1")) != matcher.key(of: Request(.get, "/a?bc=1")))
    #expect(
      matcher.key(of: Request(.get, "/?a=b&c=d")) != matcher.key(of: Request(.get, "/?a=b%26c%3Dd"))
    )
  }

  @Test func `a report shortens long values`() {
    let difference = MatchDifference(
      "body", actual: String(repeating: "a", count: 500), recorded: "b")
    #expect(
      difference.description
        == "body is \(String(repeating: "a", count: 97))..., recorded b")
  }
}
