import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Journals` {
  @Test func `the journal has each exchange with its route and effect`() throws {
    let stage = Stage.notes()
    let request = Request.note(.post, "/note", "x")
    let response = stage.respond(to: request, by: "other")
    let entries = try stage.namespace().journal
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(entry.number == 1)
    #expect(entry.emulator == "other")
    #expect(entry.milliseconds == Stage.opening)
    #expect(entry.request == request)
    #expect(entry.answer.response == response)
    #expect(entry.answer.route == "Add")
    #expect(entry.answer.effect == .changed)
    #expect(entry.answer.nearMisses == [])
  }

  @Test(
    arguments: [
      (.post, "/note", .changed, []), (.get, "/note", .read, []), (.delete, "/note", .refused, []),
      (.get, "/none", .unmatched, ["GET /note (List)"]),
    ] as [(HTTPRequest.Method, RequestTarget, Answer.Effect, [String])])
  func `the journal shows the effect of a request and the nearest routes`(
    method: HTTPRequest.Method, target: RequestTarget, effect: Answer.Effect, near: [String]
  ) throws {
    let stage = Stage.notes()
    _ = stage.respond(to: .note(method, target), by: "notes")
    let answers = try stage.namespace().journal.map(\.answer)
    #expect(answers.map(\.effect) == [effect])
    #expect(answers.map(\.nearMisses) == [near])
  }

  @Test(arguments: [(1, 5), (3, 2), (3, 3), (3, 4), (3, 10), (1000, 20), (0, 3), (-1, 3)])
  func `the journal has the latest entries, oldest first`(capacity: Int, count: Int) throws {
    let stage = Stage.notes { $0.journalEntries = capacity }
    for number in 1...count { stage.add("\(number)") }
    let kept = Array(max(1, count + 1 - max(1, capacity))...count)
    let journal = try stage.namespace().journal
    #expect(journal.map(\.number) == kept)
    #expect(
      journal.map { String(decoding: $0.request.body, as: UTF8.self) } == kept.map { "\($0)" })
  }

  @Test(arguments: [100, 1000, 5000])
  func `journal bodies stay within their limit, except a single one`(byteCapacity: Int) throws {
    let stage = Stage.notes {
      $0.journalBytes = byteCapacity
      $0.journalEntries = 7
    }
    let space = try stage.namespace()
    var generator = GhostlightEmulation.SplitMix64(seed: 5)
    for number in 1...300 {
      let length = Int(generator.next() % UInt64(byteCapacity / 3))
      stage.add(String(repeating: "x", count: number % 50 == 0 ? byteCapacity * 2 : length))
      let journal = space.journal
      let bytes = journal.map { $0.request.body.count + $0.answer.response.body.count }
      #expect(journal.count == 1 || bytes.reduce(0, +) <= byteCapacity)
      #expect(journal.count <= 7)
      #expect(journal.map(\.number) == Array(number + 1 - journal.count...number))
    }
  }

  @Test func `an entry has the time of its namespace`() throws {
    let stage = Stage.notes()
    stage.add("a")
    try stage.namespace().changeClock(.advance(milliseconds: -1000))
    stage.add("b")
    #expect(
      try stage.namespace().journal.map(\.milliseconds) == [Stage.opening, Stage.opening - 1000])
  }
}
