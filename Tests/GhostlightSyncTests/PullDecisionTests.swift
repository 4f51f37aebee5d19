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
    var cursor = PullCursor(PullPosition(since: 5))
    let first = cursor.advance(over: [Self.document("a", 5), Self.document("b", 7)])
    let again = cursor.advance(over: [Self.document("b", 7)])
    let more = cursor.advance(over: [Self.document("b", 7), Self.document("c", 7)])
    #expect([first, again, more] == [true, false, true])
    #expect(cursor.since == 7)
    #expect(cursor.ids == ["b", "c"])
  }

  @Test func `the cursor does not move without documents`() {
    var cursor = PullCursor(nil)
    let isNew = cursor.advance(over: [])
    #expect(!isNew)
    #expect(cursor == PullCursor(nil))
  }

  @Test(
    arguments: [
      // Columns: the service's time, the newest version on the device, whether the pull starts
      // again from the beginning, and the newest version from before the clock was set back.
      (nil, nil, false, nil), (3_540_000, 3_600_000, false, nil), (3_539_999, nil, true, 3_600_000),
      (3_539_999, 3_600_007, true, 3_600_007), (3_600_000, 3_660_001, false, 3_660_001),
    ] as [(Int64?, Int64?, Bool, Int64?)])
  func `a pull starts again if the service's clock was set back by over a minute`(
    _ time: Int64?, _ newest: Int64?, _ startsAgain: Bool, _ newestBeforeReset: Int64?
  ) {
    var cursor = PullCursor(PullPosition(since: 3_600_000))
    #expect(cursor.begin(at: time, newest: newest) == startsAgain)
    #expect(cursor.since == (startsAgain ? nil : 3_600_000))
    let stored = PullPosition(since: 3_600_000, newestBeforeReset: newestBeforeReset)
    #expect(cursor.position(isLast: false) == (startsAgain ? nil : stored))
  }

  @Test func `a pull never stores a position after the service's time`() {
    var cursor = PullCursor(PullPosition(since: 9_000_000))
    _ = cursor.begin(at: 5_400_000, newest: nil)
    _ = cursor.advance(over: [Self.document("a", 5_300_000), Self.document("b", 9_000_007)])
    let stored = PullPosition(since: 5_400_000, newestBeforeReset: 9_000_007)
    #expect(cursor.position(isLast: true) == stored)
    var next = PullCursor(stored)
    let startsAgain = next.begin(at: 5_401_000, newest: 9_000_007)
    _ = next.advance(over: [Self.document("b", 9_000_007)])
    #expect(!startsAgain)
    #expect(
      next.position(isLast: true)
        == PullPosition(since: 5_401_000, newestBeforeReset: 9_000_007))
  }

  @Test func `an empty pull stores the service's time after the clock was set back`() {
    var cursor = PullCursor(PullPosition(since: 9_000_000))
    _ = cursor.begin(at: 5_400_000, newest: nil)
    #expect(
      cursor.position(isLast: true)
        == PullPosition(since: 5_400_000, newestBeforeReset: 9_000_000))
  }

  @Test(
    arguments: [
      // Columns: the version on the device, the document's version, the newest version from before
      // the clock was set back, and whether the document is newer.
      (nil, 5, nil, true), (5, 6, nil, true), (5, 5, nil, false), (5, 4, nil, false),
      (5, 4, 5, true), (5, 5, 5, false), (6, 4, 5, false), (6, 7, 5, true),
    ] as [(Int64?, Int64, Int64?, Bool)])
  func `versions have an order, but not across a clock that was set back`(
    _ known: Int64?, _ version: Int64, _ newestBeforeReset: Int64?, _ isNewer: Bool
  ) {
    let cursor = PullCursor(PullPosition(since: 1, newestBeforeReset: newestBeforeReset))
    #expect(cursor.isNewer(Self.document("a", version), than: known) == isNewer)
  }
}
