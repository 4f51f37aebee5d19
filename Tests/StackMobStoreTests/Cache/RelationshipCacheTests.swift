import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

@MainActor @Suite(.serialized) struct `Relationships in the cache` {
  private static func box(_ caching: CachingApp) throws -> NSManagedObject {
    caching.app.context.object(with: try caching.id("x", "Box"))
  }

  @Test func `a cache has the order, the members and the fields of related objects`() throws {
    let caching = try CachingApp(BoxModel.given, model: BoxModel.make())
    #expect(try caching.keys(nil, "Thing") == .keys(["a", "b", "c"]))
    #expect(try caching.keys(nil, "Box") == .keys(["x"]))
    for app in [caching, try CachingApp(model: BoxModel.make(), folder: caching.folder)] {
      app.network.isOn = true
      let box = try Self.box(app)
      #expect(box.value(forKey: "name") as? String == "X")
      #expect(box.keys("things") == ["c", "a", "b"])
      #expect(box.keys("bag") == ["a", "c"])
      #expect(box.keys("best") == ["b"])
      let best = try #require(box.value(forKey: "best") as? NSManagedObject)
      #expect(best.value(forKey: "name") as? String == "Nb")
    }
  }

  @Test func `an offline change of relations is read back, and synchronised in its order`()
    async throws
  {
    let caching = try CachingApp(BoxModel.given, model: BoxModel.make())
    _ = try (caching.keys(nil, "Thing"), caching.keys(nil, "Box"))
    let box = try Self.box(caching)
    let things = try ["a", "b", "c"].map {
      caching.app.context.object(with: try caching.id($0, "Thing"))
    }
    box.setValue(NSOrderedSet(array: [things[1], things[2], things[0]]), forKey: "things")
    box.setValue(Set([things[2], things[1]]), forKey: "bag")
    box.setValue(things[0], forKey: "best")
    #expect(await caching.save(SMSavePolicyCacheOnly) == nil)
    let again = try CachingApp(model: BoxModel.make(), folder: caching.folder)
    again.network.isOn = true
    let read = try Self.box(again)
    #expect(
      ["things", "bag", "best"].map { read.keys($0) } == [["b", "c", "a"], ["b", "c"], ["a"]])
    let count = caching.app.lines.count
    #expect(await caching.store.syncWithServerAndWait()?.count == 1)
    #expect(
      caching.app.whole(after: count).last
        == "POST /box [relations bag=thing&best=thing&things=thing] "
        + #"{"bag":["b","c"],"best":"a","box_id":"x","name":"X","things":["b","c","a"]}"#)
    let stored = try await caching.app.stored("box")["x"]
    #expect(stored?["things"] == ["b", "c", "a"])
    #expect(try Self.box(caching).keys("things") == ["b", "c", "a"])
  }

  @Test func `a save sends ordered relations in their order, and others sorted`() async throws {
    let app = try StoreApp(BoxModel.given, model: BoxModel.make())
    let box = try #require(try app.fetch("Box").first)
    let things = try app.fetch("Thing")
    #expect(box.keys("things") == ["c", "a", "b"])
    box.setValue(NSOrderedSet(array: [things[2], things[1]]), forKey: "things")
    box.setValue(Set([things[2], things[1]]), forKey: "bag")
    #expect(await app.save() == nil)
    #expect(
      app.whole().last == "POST /box [relations bag=thing&things=thing] "
        + #"{"bag":["b","c"],"box_id":"x","things":["c","b"]}"#)
    #expect(box.keys("things") == ["c", "b"])
  }

  @Test func `a removed object leaves the relations of a cached one empty`() async throws {
    let caching = try CachingApp(BoxModel.given, model: BoxModel.make())
    _ = try (caching.keys(nil, "Thing"), caching.keys(nil, "Box"))
    let cache = try #require(caching.store.settings.cache)
    let key = ObjectKey(entity: "Box", key: "x")
    try cache.purge([key])
    let row = try cache.read { context in
      try cache.row(key, context).map { row in
        [
          "\(row.isReference)", "\(row.dirtyState.kind == nil)",
          "\(row.value(forKey: "name") ?? "-")", "\(row.value(forKey: "boxId") ?? "-")",
        ] + ["things", "bag", "best"].map { "\(cache.related(row, $0).count)" }
      }
    }
    #expect(row == ["true", "true", "-", "-", "0", "0", "0"])
    #expect(try caching.keys(SMFetchPolicyCacheOnly, "Thing") == .keys(["a", "b", "c"]))
  }

  @Test func `rows are found in parts of ten thousand keys`() throws {
    let caching = try CachingApp(model: BoxModel.make())
    let cache = try #require(caching.store.settings.cache)
    let keys = ["a", "b"].map { ObjectKey(entity: "Thing", key: $0) }
    let box = ObjectKey(entity: "Box", key: "a")
    try cache.write { context in for key in keys + [box] { _ = try cache.madeRow(key, context) } }
    let others = (0..<20_000).map { ObjectKey(entity: "Thing", key: "none\($0)") }
    let found = try cache.read { context in try cache.rows(others + keys + [box], context).count }
    #expect(found == 3)
    #expect(try cache.held(keys) == [])
    #expect(try keys.map { try cache.holds($0) } == [false, false])
  }

  private nonisolated static let searches: [(String, [String])] = [
    ("yearBorn == 2 AND owner == %@", ["b"]), ("yearBorn != 2 AND owner == %@", ["a", "c"]),
    ("yearBorn < 2 AND owner == %@", ["a"]), ("yearBorn <= 2 AND owner == %@", ["a", "b"]),
    ("yearBorn > 2 AND owner == %@", ["c"]), ("yearBorn >= 2 AND owner == %@", ["b", "c"]),
    ("yearBorn BETWEEN {2, 3} AND owner == %@", ["b", "c"]),
    ("yearBorn IN {1, 3} AND owner == %@", ["a", "c"]), ("owner != %@", ["d"]),
    ("yearBorn == 2 OR owner == %@", ["a", "b", "c", "d"]),
    ("NOT (owner == %@) AND yearBorn > 0", ["d"]), ("owner == %@ AND title == nil", ["c"]),
    ("owner == %@ AND title == 'A'", ["a"]), ("owner == %@", ["a", "b", "c"]),
  ]

  @Test(arguments: searches, [true, false]) func `a cache searches with each operator`(
    _ row: (format: String, keys: [String]), _ isObject: Bool
  ) throws {
    let caching = try CachingApp([
      .schema(
        "todo", ["owner": "relationship[user]", "year_born": "integer", "title": "string"]),
      .user("bob"), .user("ann"),
      .object("todo", ["todo_id": "a", "owner": "bob", "year_born": 1, "title": "A"]),
      .object("todo", ["todo_id": "b", "owner": "bob", "year_born": 2, "title": "B"]),
      .object("todo", ["todo_id": "c", "owner": "bob", "year_born": 3]),
      .object("todo", ["todo_id": "d", "owner": "ann", "year_born": 2, "title": "D"]),
    ])
    _ = try caching.keys()
    let id = try caching.id("bob", "User")
    let bob: Any = isObject ? caching.app.context.object(with: id) : id
    let predicate = NSPredicate(format: row.format, argumentArray: [bob])
    #expect(
      try caching.keys(SMFetchPolicyCacheOnly, where: predicate) == .keys(row.keys.sorted()))
  }
}
