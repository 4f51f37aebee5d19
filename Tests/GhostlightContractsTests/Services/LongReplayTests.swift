import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Replays that need much work` {
  /// A recording of many requests to one path whose bodies differ.
  private static let recording = Recording(
    (0..<400).map { number in
      RecordedExchange(
        .json(.post, "/search", ["text": .string("word \(number)")]),
        Response(.ok, body: Array("\(number)".utf8)))
    })

  /// Without keys, a matcher compares each request with all recorded ones.
  private static let backend = RecordingBackend(
    recording, matcher: Matcher([.method, .path, .jsonBodySubset]))

  private static func search(_ number: Int) -> Request {
    .json(.post, "/search", ["text": .string("word \(number)"), "more": true])
  }

  @Test func `a long lookup counts its response and leaves misses without effect`() throws {
    let services = ServiceStage(Self.backend)
    let requests = [Self.search(399), Self.search(399), Self.search(400), Self.search(0)]
    let responses = requests.map { services.stage.respond(to: $0, by: "payments") }
    #expect(responses.map(\.status.code) == [200, 501, 501, 200])
    #expect(responses[3].text == "0")
    #expect(
      try services.stage.namespace().journal.map(\.answer.effect)
        == [.changed, .unmatched, .unmatched, .changed])
    let used = try services.entries(of: "payments").filter { $0["asked"] != 0 }
    #expect(used.map { $0["number"] } == [1, 400])
  }

  @Test func `a lookup beyond the work limit is refused with a reason and changes nothing`() throws
  {
    let services = ServiceStage(Self.backend) { $0.maxWork = 3_000 }
    let before = try services.stage.namespace().snapshot().json["emulators"]
    let response = services.stage.respond(to: Self.search(7), by: "payments")
    #expect(response.status == .badRequest)
    #expect(
      response.json == ["error": "The request needs more work than this emulator allows."])
    #expect(
      response.headers[.ghostlightReason]
        == "the request needs more work than 3000 units; make it smaller, or raise the limit with "
        + "\"maxWork\" in ghostlight.json")
    #expect(try services.stage.namespace().journal.map(\.answer.effect) == [.refused])
    #expect(try services.stage.namespace().snapshot().json["emulators"] == before)
  }

  @Test(arguments: [7, 400])
  func `any budget that is too small leaves the backend unchanged`(_ number: Int) {
    var whole = Self.backend
    let answer = whole.answer(Self.search(number), at: .numbered())
    var units = 1
    while true {
      var copy = Self.backend
      let budget = WorkBudget(units)
      let tried = copy.answer(Self.search(number), at: .numbered(), within: budget)
      guard budget.isExhausted else {
        #expect(tried.response == answer.response)
        #expect(copy.snapshot == whole.snapshot)
        return
      }
      #expect(tried.effect == .refused)
      #expect(copy.snapshot == Self.backend.snapshot)
      units *= 2
    }
  }
}
