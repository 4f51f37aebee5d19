import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Faults` {
  private static func fault(_ message: String) -> Fault {
    Fault(
      "row", .conflict, message, details: ["code": 7], headers: [.retryAfter: "1"], source: "A1")
  }

  @Test(arguments: [
    ("plain", "plain"),
    ("{a}", "1"),
    ("{a}{b}{a}", "1{2}1"),
    ("key {b} of {a}.", "key {2} of 1."),
    ("{unknown} {a}", "{unknown} 1"),
    ("open { and {a}", "open { and {a}"),
    ("close } and {a}", "close } and 1"),
    ("{a", "{a"),
    ("{}", "{}"),
    ("ä{a}ö", "ä1ö"),
    ("", ""),
  ])
  func `placeholders are filled once, and their values are not parsed`(
    message: String, filled: String
  ) {
    #expect(Self.fault(message).filled(["a": "1", "b": "{2}"]) == Self.fault(filled))
  }

  @Test func `filling a fault changes only its message`() {
    let filled = Self.fault("{a}").filled(["a": "b"])
    #expect(filled.name == "row")
    #expect(filled.status == .conflict)
    #expect(filled.details == ["code": 7])
    #expect(filled.headers == [.retryAfter: "1"])
    #expect(filled.source == "A1")
    #expect(filled.reason == nil)
  }

  @Test func `a fault has its reason in addition to the vendor's text`() {
    let explained = Self.fault("text").withReason("why")
    #expect(explained.message == "text")
    #expect(explained.reason == "why")
    #expect(explained != Self.fault("text"))
  }

  @Test(arguments: [
    ("A1", nil, nil, "text (StackMob A1)"),
    ("A28, A19.3; words an assumption", "why", nil, "why (StackMob A28, A19.3)"),
    ("A28, JS suite", "why", "A4", "why (StackMob A4)"),
    ("B20, issue azure-sdk-for-python 8890", nil, nil, "text (StackMob B20)"),
    ("decision: work limit", "why", nil, "why"),
    ("recording 12", nil, nil, "text"),
    ("A1., A.1, AB1, F1, A, a1", nil, nil, "text"),
  ])
  func `an explanation has words and the section of the protocol`(
    source: String, reason: String?, section: String?, said: String
  ) {
    var fault = Fault("row", .conflict, "text", source: source)
    if let reason { fault = fault.withReason(reason, section: section) }
    #expect(fault.explanation(in: "StackMob") == said)
  }

  @Test func `a fault without a message is explained by its name`() {
    let fault = Fault("no token", .conflict, "", reason: nil, source: "A1")
    #expect(fault.explanation(in: "StackMob") == "no token (StackMob A1)")
    let entry = Fault("no token", .conflict, "text", reason: "log in again", source: "A1")
    #expect(entry.explanation(in: "StackMob") == "log in again (StackMob A1)")
  }
}
