import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects
import Testing

@testable import GhostlightSync

@Suite struct `A pull` {
  @Test func `documents are inserted, replaced and deleted, with every field of their records`()
    async throws
  {
    let space = try SyncSpace()
    space.service.answer(
      SyncSpace.page(
        [
          SyncSpace.document("1", 10, ["text": "a", "count": 1, "sync": 5, "id": "wrong"]),
          SyncSpace.document("2", 11, ["text": "b"]),
          SyncSpace.document("3", 12, ["text": "c"], .draft, state: "draft"),
          SyncSpace.document("4", 12, ["text": "d"], .discarded),
        ], at: 100))
    let first = await space.sync()
    #expect(first.error == nil)
    #expect(
      try space.things() == ["a 1 1 10 c1 u1", "b - 2 11 c2 u2", "c - 3 12 c3 u3"])
    let record = try #require(try space.records.records(of: "Thing", remoteIDs: ["3"])["3"])
    #expect(
      record.createdAt == 11 && record.updatedAt == 12 && record.creatorID == "c3"
        && record.updaterID == "u3" && record.state == "draft" && record.mark == nil
        && record.received == ["text": "c"])
    #expect(try space.records.position("Thing") == PullPosition(since: 12))
    space.service.answer(
      SyncSpace.page(
        [
          SyncSpace.document("1", 20, ["text": "A"]), SyncSpace.document("2", 21, [:], .discarded),
          SyncSpace.document("3", 5, ["text": "old"]),
          SyncSpace.document("5", 22, ["text": "e"]),
        ], at: 200))
    #expect(await space.sync().error == nil)
    #expect(
      try space.things() == ["A - 1 20 c1 u1", "c - 3 12 c3 u3", "e - 5 22 c5 u5"])
    #expect(try space.records.records(of: "Thing", remoteIDs: ["2"]).isEmpty)
    #expect(
      space.service.take() == ["page of things after - []", "page of things after 12 []"])
  }

  @Test func `drafts are deleted if they are not kept`() async throws {
    let space = try SyncSpace()
    #expect(space.synchroniser.options.keepsDrafts)
    space.service.answer(SyncSpace.page([SyncSpace.document("1", 10, ["text": "a"])]))
    _ = await space.sync()
    space.synchroniser.options.keepsDrafts = false
    space.service.answer(
      SyncSpace.page([
        SyncSpace.document("1", 20, ["text": "a"], .draft),
        SyncSpace.document("2", 20, ["text": "b"], .draft),
      ]))
    _ = await space.sync()
    #expect(try space.things() == [])
  }

  @Test func `a pull requests pages until a page is the last or contains nothing new`() async throws
  {
    let space = try SyncSpace()
    let (one, two) = (SyncSpace.document("1", 10), SyncSpace.document("2", 10))
    space.service.answer(
      SyncSpace.page([one], isLast: false), SyncSpace.page([one, two], isLast: false),
      SyncSpace.page([one, two], isLast: false), .failure(.init(outcome: .open)))
    #expect(await space.sync().error == nil)
    #expect(
      space.service.take() == [
        "page of things after - []", #"page of things after 10 ["1"]"#,
        #"page of things after 10 ["1", "2"]"#,
      ])
    #expect(try space.things().count == 2)
  }

  @Test func `a pull starts again after the clock of the service was set back`() async throws {
    let space = try SyncSpace()
    try space.records.save([], position: ("Thing", PullPosition(since: 900_000)))
    space.service.answer(
      SyncSpace.page([], at: 100_000),
      SyncSpace.page([SyncSpace.document("1", 50_000, ["text": "a"])], at: 100_001))
    #expect(await space.sync().error == nil)
    #expect(
      space.service.take() == ["page of things after 900000 []", "page of things after - []"])
    #expect(
      try space.records.position("Thing")
        == PullPosition(since: 50_000, newestBeforeReset: 900_000))
  }

  @Test func `a document that does not fit is an error, and the others are applied`()
    async throws
  {
    let space = try SyncSpace()
    space.service.answer(SyncSpace.page([SyncSpace.document("1", 10, ["text": "a", "count": 1])]))
    _ = await space.sync()
    space.service.answer(
      SyncSpace.page([
        SyncSpace.document("1", 20, ["text": 5]), SyncSpace.document("2", 21, ["count": "x"]),
        SyncSpace.document("3", 22, ["count": 101]), SyncSpace.document("4", 23, ["count": 100]),
      ]))
    let (statuses, error) = await space.sync()
    #expect(try space.things() == ["- 100 4 23 c4 u4", "a 1 1 10 c1 u1"])
    let errors = statuses.compactMap { $0.error as? SyncError }
    let range =
      "The operation couldn’t be completed. (Cocoa error \(NSValidationNumberTooLargeError).)"
    let all: [SyncError] = [
      .invalidDocument(entity: "Thing", id: "1", reason: "text cannot be 5."),
      .invalidDocument(entity: "Thing", id: "2", reason: #"count cannot be "x"."#),
      .invalidDocument(entity: "Thing", id: "3", reason: range),
    ]
    #expect(errors == all + Array(repeating: all[2], count: 4))
    #expect(error as? SyncError == all[2])
  }

  @Test func `a replaced edit is listed with its mark and its attributes`() async throws {
    let space = try SyncSpace()
    let documents = ["1", "2", "3"].map { SyncSpace.document($0, 10, ["text": "a"]) }
    space.service.answer(SyncSpace.page(documents))
    _ = await space.sync()
    let things = try space.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
    func thing(_ id: String) -> NSManagedObject? {
      things.first { $0.value(forKey: "id") as? String == id }
    }
    thing("1")?.setValue("mine", forKey: "text")
    try space.context.save()
    space.synchroniser.mark(Marks.publish, [try #require(thing("1")), try #require(thing("2"))])
    space.service.answer(
      SyncSpace.page(["1", "2", "3"].map { SyncSpace.document($0, 20, ["text": "theirs"]) }))
    let (statuses, error) = await space.sync()
    #expect(error == nil)
    let edits = [
      ReplacedEdit(entity: "Thing", id: "1", mark: Marks.publish, attributes: #"{"text":"mine"}"#),
      ReplacedEdit(entity: "Thing", id: "2", mark: Marks.publish, attributes: #"{"text":"a"}"#),
    ]
    #expect(statuses.last?.replacedEdits == edits)
    #expect(try space.records.marked("Thing").isEmpty)
    #expect(space.service.take().allSatisfy { $0.hasPrefix("page") })
  }

  @Test func `an object that the app has deleted comes back only if it was not to be removed`()
    async throws
  {
    let space = try SyncSpace()
    let documents = ["1", "2"].map { SyncSpace.document($0, 10, ["text": $0 == "1" ? "a" : "b"]) }
    space.service.answer(SyncSpace.page(documents))
    _ = await space.sync()
    let things = try space.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
    let second = try #require(things.first { $0.value(forKey: "id") as? String == "2" })
    space.synchroniser.mark(Marks.delete, [second])
    for thing in things { space.context.delete(thing) }
    try space.context.save()
    space.service.answer(SyncSpace.page(documents))
    _ = await space.sync()
    #expect(try space.things() == ["a - 1 10 c1 u1"])
    #expect(
      space.service.take() == [
        "page of things after - []", "page of things after 10 []",
        #"push toDelete 2 to things: {} cleared [] changed false"#,
      ])
  }

  @Test func `a failed pull stores nothing, and its class is not pushed`() async throws {
    let space = try SyncSpace()
    space.synchroniser.mark(Marks.push, [try space.insert("a")])
    space.service.answer(.failure(.init(outcome: .open)))
    let (statuses, error) = await space.sync([Thing.self, Part.self])
    #expect(error as? FakeService.Failure == .init(outcome: .open))
    #expect(statuses.last?.progress == 1)
    #expect(
      space.service.take() == ["page of things after - []", "page of partss after - []"])
    #expect(try space.records.marked("Thing").count == 1)
  }

  @Test(arguments: [
    ("what was sent", 20, "sent", "live", [] as [String]),
    ("what others changed", 20, "theirs", "live", ["mine"]),
  ])
  func `a document is compared with the writes without a response`(
    _ title: String, _ time: Int64, _ text: String, _ state: String, _ replaced: [String]
  ) async throws {
    let space = try SyncSpace()
    space.service.answer(SyncSpace.page([SyncSpace.document("1", 10, ["text": "a"])]))
    _ = await space.sync()
    let thing = try #require(
      try space.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
    thing.setValue("sent", forKey: "text")
    try space.context.save()
    space.synchroniser.mark(Marks.push, [thing])
    space.service.onPush { item, session, service in
      try await session.send(.update, item.fields, state: "live", by: service) {
        throw FakeService.Failure(outcome: .open)
      }
    }
    _ = await space.sync()
    space.service.onPush(nil)
    thing.setValue(replaced.first ?? "sent", forKey: "text")
    try space.context.save()
    space.service.answer(
      SyncSpace.page([SyncSpace.document("1", time, ["text": .string(text)], state: state)]))
    let (statuses, _) = await space.sync()
    let edits = statuses.last?.replacedEdits.map(\.attributes)
    #expect(edits == replaced.map { #"{"text":"\#($0)"}"# })
    #expect(try space.things() == ["\(text) - 1 20 c1 u1"])
    #expect(try space.records.marked("Thing").isEmpty)
    #expect(try space.records.records(of: "Thing", remoteIDs: ["1"])["1"]?.ledger.isEmpty == true)
  }
}
