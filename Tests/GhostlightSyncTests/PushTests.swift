import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects
import Testing

@testable import GhostlightSync

@Suite struct `A push` {
  @Test func `marked objects are pushed in the order of their marks, with their changes`()
    async throws
  {
    let space = try SyncSpace()
    space.service.answer(
      SyncSpace.page([
        SyncSpace.document("1", 10, ["text": "a", "count": 1]),
        SyncSpace.document("2", 10, ["text": "b"]),
      ]))
    _ = await space.sync()
    let new = try space.insert("new", 5)
    let things = try space.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
    func thing(_ id: String) throws -> NSManagedObject {
      try #require(things.first { $0.value(forKey: "id") as? String == id })
    }
    space.synchroniser.mark(Marks.push, [new])
    try thing("1").setValue(nil, forKey: "count")
    try thing("1").setValue("A", forKey: "text")
    space.synchroniser.mark(Marks.trash, [try thing("2")])
    space.synchroniser.mark(Marks.publish, [try thing("1")])
    _ = space.service.take()
    #expect(await space.sync().error == nil)
    #expect(
      space.service.take() == [
        "page of things after 10 []",
        #"push toPush - to things: {"count":5,"text":"new"} cleared [] changed true"#,
        "push toTrash 2 to things: {} cleared [] changed true",
        #"push toPublic 1 to things: {"text":"A"} cleared ["count"] changed true"#,
      ])
    #expect(!space.context.hasChanges)
  }

  @Test
  func `an unchanged object is pushed as unchanged, and the record of a deleted object is removed`()
    async throws
  {
    let space = try SyncSpace()
    space.service.answer(SyncSpace.page([SyncSpace.document("1", 10, ["text": "a"])]))
    _ = await space.sync()
    let known = try #require(
      try space.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
    let gone = try space.insert("gone")
    space.synchroniser.mark(Marks.push, [known, gone])
    space.context.delete(gone)
    try space.context.save()
    _ = space.service.take()
    _ = await space.sync()
    #expect(
      space.service.take().last
        == #"push toPush 1 to things: {"text":"a"} cleared [] changed false"#)
    #expect(try space.records.marked("Thing").map(\.remoteID) == ["1"])
  }

  private static func pushed(
    _ push: @escaping @Sendable (PushItem, PushSession, FakeService) async throws -> Void
  ) async throws -> (space: SyncSpace, record: SyncRecord?, error: (any Error)?) {
    let space = try SyncSpace()
    try space.records.save([], position: ("Thing", PullPosition(since: 3)))
    let thing = try space.insert("a")
    let uri = thing.objectID.uriRepresentation().absoluteString
    space.synchroniser.mark(Marks.push, [thing])
    space.service.onPush(push)
    let (_, error) = await space.sync()
    return (space, try space.records.record(ofObject: uri), error)
  }

  @Test(arguments: [(WriteOutcome.open, 1), (.refused, 0), (.taken, 1)])
  func `a write without a response stays in the ledger, unless it was refused`(
    _ outcome: WriteOutcome, _ count: Int
  ) async throws {
    let (_, record, error) = try await Self.pushed { item, session, service in
      try await session.send(.create, item.fields, state: "live", by: service) {
        throw FakeService.Failure(outcome: outcome)
      }
    }
    #expect(error as? FakeService.Failure == .init(outcome: outcome))
    let writes = record?.ledger.writes ?? []
    #expect(writes.count == count && record?.mark == Marks.push)
    guard let write = writes.first else { return }
    #expect(
      write.operation == .create && write.fields == ["text": "a"] && write.state == "live"
        && write.base == 3 && write.order == 1 && write.identifier == nil && write.sequence == 1)
  }

  @Test func `an update is based on the known version, a creation on the last pull`() async throws {
    let (space, record, _) = try await Self.pushed { item, session, service in
      let document = SyncSpace.document("9", 30, ["text": "a"])
      try await session.send(.create, item.fields, state: nil, by: service) {}
      try await session.created("9")
      try await session.update(document)
      try await session.send(.move, state: "draft", by: service) {
        throw FakeService.Failure(outcome: .open)
      }
    }
    #expect(record?.remoteID == "9" && record?.updatedAt == 30 && record?.mark == Marks.push)
    let write = record?.ledger.writes.first
    #expect(
      write?.operation == .move && write?.base == 30 && write?.identifier == "9"
        && write?.fields == [:] && write?.state == "draft")
    #expect(try space.things() == ["a - 9 30 c9 u9"])
  }

  @Test func `a creation forgets the remote object that the record had before`() async throws {
    let (_, record, error) = try await Self.pushed { item, session, service in
      try await session.update(SyncSpace.document("9", 30, ["text": "a"]))
      try await session.send(.create, item.fields, state: "live", by: service) {
        throw FakeService.Failure(outcome: .open)
      }
    }
    #expect(error as? FakeService.Failure == .init(outcome: .open))
    let object = try #require(record?.object)
    var expected = SyncRecord(object: object, entity: "Thing")
    expected.createdAt = 29
    expected.creatorID = "c9"
    expected.updaterID = "u9"
    expected.mark = Marks.push
    expected.order = 1
    expected.ledger.append(
      UnansweredWrite(
        .create, identifier: nil, fields: ["text": "a"], state: "live", base: 3, order: 1))
    #expect(record == expected)
  }

  @Test func `a creation is known before its document is`() async throws {
    let (_, record, _) = try await Self.pushed { item, session, service in
      try await session.send(.create, item.fields, state: "live", by: service) {}
      try await session.created("9")
      throw FakeService.Failure(outcome: .open)
    }
    #expect(record?.remoteID == "9" && record?.state == "live" && record?.received == ["text": "a"])
    #expect(record?.ledger.writes.map(\.isTaken) == [true])
    #expect(record?.ledger.writes.map(\.identifier) == ["9"])
    #expect(record?.updatedAt == nil && record?.mark == Marks.push)
  }

  @Test func `a finished push has no mark, unless the object was marked again`() async throws {
    for isMarkedAgain in [false, true] {
      for hasDocument in [false, true] {
        let box = Box()
        let space = try SyncSpace()
        let thing = try space.insert("a")
        box.mark = { space.synchroniser.mark(Marks.draft, [thing]) }
        space.synchroniser.mark(Marks.push, [thing])
        space.service.onPush { _, session, _ in
          if isMarkedAgain { box.mark?() }
          if hasDocument {
            try await session.finish(SyncSpace.document("9", 30, ["text": "a"]))
          } else {
            try await session.finish()
          }
        }
        #expect(await space.sync().error == nil)
        let marks = try space.records.marked("Thing").map(\.mark)
        #expect(marks == (isMarkedAgain ? [Marks.draft] : []))
        let known = try space.records.records(of: "Thing", remoteIDs: ["9"])["9"]
        #expect(known?.updatedAt == (hasDocument ? 30 : nil))
        #expect(try space.things() == [hasDocument ? "a - 9 30 c9 u9" : "a - - - - -"])
      }
    }
  }

  private final class Box: @unchecked Sendable {
    var mark: (() -> Void)?
  }

  @Test func `an object is removed with its record, even if the app has deleted the object`()
    async throws
  {
    let (removed, record, _) = try await Self.pushed { _, session, _ in
      try await session.removeLocally()
      try await session.removeLocally()
    }
    #expect(try removed.things() == [] && record == nil)
    let (_, other, _) = try await Self.pushed { _, session, _ in
      try await session.removeLocally()
      try await session.finish(SyncSpace.document("9", 30))
    }
    #expect(other == nil)
  }

  @Test func `each error is posted, and the next object is pushed`() async throws {
    let space = try SyncSpace()
    space.synchroniser.mark(Marks.push, [try space.insert("a"), try space.insert("b")])
    space.service.onPush { item, _, _ in
      if item.fields["text"] == "a" { throw FakeService.Failure(outcome: .refused) }
    }
    let (statuses, error) = await space.sync()
    #expect(error as? FakeService.Failure == .init(outcome: .refused))
    #expect(space.service.take().count == 3)
    let lines = statuses.map { status in
      "\(status.syncingEntity ?? "-") \(status.lastSyncedEntity ?? "-") \(status.progress) "
        + "\(status.error == nil ? "" : "error")"
    }
    #expect(
      lines == [
        "Thing - 0.0 ", "Thing Thing 0.5 ", "Thing Thing 0.5 ", "Thing Thing 0.5 error",
        "Thing Thing 1.0 error", "- Thing 1.0 error",
      ])
  }

  @Test func `types are found by entity or class, and an unknown one is an error`() async throws {
    final class Unknown: NSManagedObject {}
    let space = try SyncSpace()
    let (statuses, error) = await space.sync([Thing.self, Part.self, Unknown.self])
    #expect(error as? SyncError == .noEntity("Unknown"))
    #expect(
      statuses.map { $0.syncingEntity ?? "-" } == [
        "Thing", "Thing", "Parts", "Parts", "Unknown", "Unknown",
        "Thing", "Thing", "Parts", "Parts", "Unknown", "Unknown", "-",
      ])
    #expect(
      space.service.take() == ["page of things after - []", "page of partss after - []"])
    #expect(await space.sync([]).statuses.map(\.progress) == [1])
  }

  @Test func `a mark that cannot be stored is the error of the next run`() async throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SyncSpace.model())
    context.persistentStoreCoordinator = coordinator
    let synchroniser = Synchroniser(context, FakeService()) { $0 }
    synchroniser.mark(Marks.push, [Thing(context: context)])
    for expected in [true, false] {
      let error = await withCheckedContinuation { done in
        synchroniser.start([]) { _ in
        } completion: {
          done.resume(returning: $0)
        }
      }
      #expect((error != nil) == expected)
    }
  }
}
