import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Drift of redacted recordings` {
  private static func recording(_ token: JSON, _ name: String, cookie: String) -> Recording {
    Recording([
      RecordedExchange(
        Request(.get, "/"),
        .json(.ok, ["token": token, "name": .string(name)], headers: [.setCookie: cookie]))
    ])
  }

  private static func report(_ token: JSON, _ name: String) -> DriftReport {
    Drift.compare(
      recording("REDACTED-token-1", "jack", cookie: "sid=REDACTED-sid-1; Path=/"),
      recording(token, name, cookie: "sid=x; Path=/")
    ).withoutPlaceholders
  }

  @Test func `values with a placeholder in the recording are ignored`() {
    #expect(Self.report("a1B2c3", "jack").isClean)
  }

  @Test(arguments: [("a1B2c3" as JSON, "jill", "$.name"), (7, "jack", "$.token")])
  func `all other differences are drift`(_ token: JSON, _ name: String, _ place: String) {
    let differences = Self.report(token, name).drifted.flatMap(\.differences)
    #expect(differences.map(\.place.description) == [place])
  }
}
