import GhostlightCore
import GhostlightSync
import Testing

@Suite struct `Decisions of a pull` {
  typealias Row = (
    standing: RemoteDocument.Standing, keepsDrafts: Bool, unknown: PullDecision,
    older: PullDecision, current: PullDecision
  )

  @Test(
    arguments: [
      (.live, true, .insert, .replace, .keep), (.live, false, .insert, .replace, .keep),
      (.draft, true, .insert, .replace, .keep), (.draft, false, .ignore, .delete, .keep),
      (.discarded, true, .ignore, .delete, .keep), (.discarded, false, .ignore, .delete, .keep),
      (.undefined, true, .ignore, .keep, .keep), (.undefined, false, .ignore, .keep, .keep),
    ] as [Row])
  func `each document has the decision in the table`(_ row: Row) {
    let decisions = PullDecision.Local.allCases.map {
      PullDecision(row.standing, $0, keepsDrafts: row.keepsDrafts)
    }
    #expect(decisions == [row.unknown, row.older, row.current])
  }
}

@Suite struct `The cursor of a pull` {
  private static func document(_ id: String, _ time: Int64) -> RemoteDocument {
    RemoteDocument(
      id: id, createdAt: time, updatedAt: time, creatorID: nil, updaterID: nil, state: "",
      standing: .live, fields: [:])
  }

  @Test func `the cursor counts each document of its millisecond once`() {
    var cursor = PullCursor(since: 5)
    let first = cursor.advance(over: [Self.document("a", 5), Self.document("b", 7)])
    let again = cursor.advance(over: [Self.document("b", 7)])
    let more = cursor.advance(over: [Self.document("b", 7), Self.document("c", 7)])
    #expect([first, again, more] == [true, false, true])
    #expect(cursor.since == 7)
    #expect(cursor.ids == ["b", "c"])
  }

  @Test func `the cursor does not move without documents`() {
    var cursor = PullCursor(since: nil)
    let isNew = cursor.advance(over: [])
    #expect(!isNew)
    #expect(cursor == PullCursor(since: nil))
  }
}
