import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects
import TestSupport
import Testing

@testable import GhostlightSync

@Suite struct `Records of a synchronisation` {
  private static func record(
    _ object: String, _ entity: String = "Thing", id: String? = nil, mark: String? = nil,
    order: Int64 = 0, updatedAt: Int64? = nil
  ) -> SyncRecord {
    var record = SyncRecord(object: object, entity: entity)
    record.remoteID = id
    record.mark = mark
    record.order = order
    record.updatedAt = updatedAt
    return record
  }

  private static var full: SyncRecord {
    var record = record("full", id: "f", mark: Marks.push, order: 7, updatedAt: 5)
    record.createdAt = 4
    record.creatorID = "c"
    record.updaterID = "u"
    record.state = "live"
    record.received = ["text": "a", "count": 1]
    record.ledger.append(
      UnansweredWrite(.update, identifier: "f", fields: ["text": "b"], base: 5, order: 7))
    return record
  }

  /// Returns the fields of a record by name, as text.
  private static func fields(_ record: SyncRecord) -> [String: String] {
    Mirror(reflecting: record).children.reduce(into: [:]) { fields, child in
      fields[child.label ?? ""] = String(describing: child.value)
    }
  }

  /// Returns records in memory and in a file, and the records of the file after it is opened again.
  private static func each(
    _ body: (SyncRecords, _ again: () throws -> SyncRecords) throws -> Void
  ) throws {
    let memory = try SyncSpace().records
    try body(memory) { memory }
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder["store.sqlite"])
    let space = try SyncSpace(file)
    try body(try space.records) { try SyncSpace(file).records }
    #expect(folder.exists("store.sqlite-sync"))
  }

  @Test func `each field of a record is stored`() throws {
    let empty = Self.fields(SyncRecord(object: "", entity: ""))
    // A new field must be filled above.
    for (name, value) in Self.fields(Self.full) { #expect(empty[name] != value, "\(name)") }
    try Self.each { records, again in
      try records.save([Self.full, Self.record("bare")])
      for known in [records, try again()] {
        #expect(try known.record(ofObject: "full") == Self.full)
        #expect(try known.record(ofObject: "bare") == Self.record("bare"))
        #expect(try known.record(ofObject: "none") == nil)
      }
      try records.save([Self.record("full")])
      #expect(try again().record(ofObject: "full") == Self.record("full"))
    }
  }

  @Test func `records are found by entity and ID, by object, by mark and by open creations`()
    throws
  {
    var open = Self.record("open", order: 3)
    open.ledger.append(UnansweredWrite(.create, identifier: nil, base: nil, order: 3))
    var opener = Self.record("opener", order: 2)
    opener.ledger = open.ledger
    var created = Self.record("created", id: "x")
    created.ledger = open.ledger
    let all = [
      Self.record("a", id: "1", mark: Marks.delete, order: 9, updatedAt: 5),
      Self.record("b", id: "2", mark: Marks.push, order: 8, updatedAt: 7),
      Self.record("c", "Part", id: "1", mark: Marks.push, order: 1, updatedAt: 99),
      Self.record("d", id: "3", updatedAt: 6), open, opener, created,
    ]
    func objects(_ records: some Collection<SyncRecord>) -> [String] { records.map(\.object) }
    try Self.each { records, again in
      try records.save(all)
      for known in [records, try again()] {
        let found = try known.records(of: "Thing", remoteIDs: ["1", "3", "9"])
        #expect(found.mapValues(\.object) == ["1": "a", "3": "d"])
        #expect(try known.records(of: "Thing", remoteIDs: []).isEmpty)
        #expect(
          try known.records(ofObjects: ["a", "c", "z"]).mapValues(\.object) == ["a": "a", "c": "c"])
        #expect(try known.records(ofObjects: []).isEmpty)
        #expect(try objects(known.marked("Thing")) == ["b", "a"])
        #expect(try objects(known.marked("Part")) == ["c"] && known.marked("None").isEmpty)
        #expect(try objects(known.uncertain("Thing")) == ["opener", "open"])
        #expect(try known.uncertain("Part").isEmpty)
        #expect(try known.newestVersion("Thing") == 7 && known.newestVersion("Part") == 99)
        #expect(try known.newestVersion("None") == nil)
      }
      try records.save([Self.record("e", id: "2", updatedAt: 1)], forgetting: ["b", "open"])
      try records.update("d") { $0.mark = Marks.trash }
      try records.update("none") { $0.mark = Marks.trash }
      for known in [records, try again()] {
        #expect(try known.record(ofObject: "b") == nil && known.record(ofObject: "none") == nil)
        #expect(
          try known.records(of: "Thing", remoteIDs: ["2"]).mapValues(\.object) == ["2": "e"])
        #expect(try objects(known.marked("Thing")) == ["d", "a"])
        #expect(try objects(known.uncertain("Thing")) == ["opener"])
        #expect(try known.newestVersion("Thing") == 6)
      }
      try records.save([], forgetting: ["a", "c", "d", "e", "opener", "created"])
      #expect(try again().marked("Thing").isEmpty && again().uncertain("Thing").isEmpty)
      #expect(try again().records(of: "Thing", remoteIDs: ["1", "2", "3", "x"]).isEmpty)
    }
  }

  @Test func `the position of each entity is stored alone`() throws {
    let rows = [
      ("Thing", PullPosition(since: 5)), ("Part", PullPosition(since: 6, newestBeforeReset: 9)),
      ("Thing", PullPosition(since: 7, newestBeforeReset: 8)), ("Part", PullPosition(since: 8)),
    ]
    try Self.each { records, again in
      var expected: [String: PullPosition] = [:]
      for (entity, position) in rows {
        #expect(try records.position(entity) == expected[entity])
        try records.save([], position: (entity, position))
        expected[entity] = position
        for name in ["Thing", "Part", "None"] {
          #expect(try records.position(name) == expected[name])
          #expect(try again().position(name) == expected[name])
        }
      }
    }
  }

  @Test func `the next order is greater than all stored orders`() throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder["store.sqlite"])
    let records = try SyncSpace(file).records
    #expect([records.nextOrder(), records.nextOrder()] == [1, 2])
    try records.save([Self.record("a", order: 12), Self.record("b", order: 11)])
    #expect(try SyncSpace(file).records.nextOrder() == 13)
    let space = try SyncSpace()
    #expect(try space.records === space.records)
    #expect(throws: SyncError.noStore) {
      try SyncRecords.of(NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType))
    }
  }

  @Test func `a record takes every field of a document, and forgets its twin`() {
    var record = Self.full
    record.apply(
      RemoteDocument(
        id: "g", createdAt: 14, updatedAt: 15, creatorID: "d", updaterID: "v", state: "draft",
        standing: .draft, fields: ["text": "z"]))
    var expected = SyncRecord(object: "full", entity: "Thing")
    expected.remoteID = "g"
    expected.createdAt = 14
    expected.updatedAt = 15
    expected.creatorID = "d"
    expected.updaterID = "v"
    expected.state = "draft"
    expected.mark = Marks.push
    expected.order = 7
    expected.received = ["text": "z"]
    #expect(record == expected)
    var twin = Self.full
    twin.ledger.append(UnansweredWrite(.create, identifier: nil, base: 5, order: 7))
    twin.forgetTwin()
    #expect(
      [twin.remoteID, twin.state] == [nil, nil] && twin.updatedAt == nil && twin.createdAt == 4)
    #expect(twin.received == [:] && twin.ledger.writes.map(\.operation) == [.create])
    #expect(twin.isUncertain && twin.order == 7 && twin.mark == Marks.push)
    #expect(!Self.full.isUncertain && !Self.record("a").isUncertain)
  }

  @Test func `the last mark replaces others, unless it only sends the changes`() throws {
    let space = try SyncSpace()
    let (one, two) = (try space.insert("a"), try space.insert("b"))
    let rows: [(String, String)] = [
      (Marks.push, Marks.push), (Marks.publish, Marks.publish), (Marks.push, Marks.publish),
      (Marks.draft, Marks.draft), (Marks.trash, Marks.trash), (Marks.push, Marks.trash),
      (Marks.delete, Marks.delete), (Marks.push, Marks.delete),
    ]
    for (index, (mark, expected)) in rows.enumerated() {
      space.synchroniser.mark(mark, [one, two])
      let marked = try space.records.marked("Thing")
      #expect(marked.map(\.mark) == [expected, expected])
      #expect(
        marked.map(\.object) == [one, two].map { $0.objectID.uriRepresentation().absoluteString })
      #expect(marked.map(\.order) == [Int64(2 * index + 1), Int64(2 * index + 2)])
      #expect(marked.map(\.entity) == ["Thing", "Thing"])
    }
    try Marks.set(Marks.push, on: [], in: space.context)
    let all = [Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete]
    #expect(all.map(Marks.remove) == [false, false, false, true, true])
    #expect(all == ["toPush", "toPublic", "toDraft", "toTrash", "toDelete"])
  }
}
