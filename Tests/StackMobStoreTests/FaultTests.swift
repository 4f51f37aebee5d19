import Foundation
import GhostlightClient
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

@MainActor @Suite struct `Faults` {
  private static let given: [Given] = [
    .schema("tag", ["name": "string", "todos": "relationships[todo]"]),
    .schema(
      "todo",
      ["tags": "relationships[tag]", "best": "relationship[tag]", "owner": "relationship[user]"]),
    .user("bob"),
    .object("tag", ["tag_id": "x", "name": "X"]), .object("tag", ["tag_id": "y", "name": "Y"]),
    .object(
      "todo",
      ["todo_id": "t", "title": "T", "owner": "bob", "best": "x", "tags": ["x", "y"]]),
  ]

  @Test func `an object is read once, with the ids of all related objects`() throws {
    let app = try StoreApp(Self.given)
    let todo = try #require(try app.fetch("Todo").first)
    #expect(todo.isFault)
    #expect(app.lines == ["GET /todo"])
    #expect(todo.value(forKey: "title") as? String == "T")
    #expect(todo.value(forKey: "done") == nil)
    let best = try #require(todo.value(forKey: "best") as? NSManagedObject)
    let tags = try #require(todo.value(forKey: "tags") as? Set<NSManagedObject>)
    #expect(tags.compactMap { $0.smObjectId() }.sorted() == ["x", "y"])
    #expect(tags.contains(best))
    #expect(app.lines == ["GET /todo", "GET /todo/t"])
    #expect(best.value(forKey: "name") as? String == "X")
    #expect(best.value(forKey: "name") as? String == "X")
    #expect(app.lines(after: 2) == ["GET /tag/x"])
  }

  @Test func `a refreshed object is read again`() throws {
    let app = try StoreApp(Self.given)
    let todo = try #require(try app.fetch("Todo").first)
    #expect(todo.value(forKey: "title") as? String == "T")
    try app.testStage.setUp(
      [.object("todo", ["todo_id": "t", "title": "U"])], in: "stackmob")
    #expect(todo.value(forKey: "title") as? String == "T")
    app.context.refresh(todo, mergeChanges: true)
    #expect(todo.value(forKey: "title") as? String == "U")
    #expect(todo.objectIDs(forRelationshipNamed: "tags") == [])
    #expect(app.lines == ["GET /todo", "GET /todo/t", "GET /todo/t"])
  }

  @Test func `a fetch turns known objects into faults, but for their changes`() throws {
    let app = try StoreApp(Self.given)
    let tags = try app.fetch("Tag")
    tags[0].setValue("mine", forKey: "name")
    #expect(tags[1].value(forKey: "name") as? String == "Y")
    let again = try app.fetch("Tag")
    #expect(again == tags)
    #expect(tags[0].value(forKey: "name") as? String == "mine")
    #expect(tags[1].isFault)
  }

  @Test func `values have the types of their attributes`() throws {
    let app = try StoreApp([
      .object(
        "note",
        [
          "note_id": "n", "small": 3, "large": 5_000_000_000, "ratio": 0.5, "share": 1.5,
          "price": 12.5, "open": true, "day": 1_371_040_000_123, "text": "t",
          "place": ["lat": 37.5, "lon": -122.25], "site": "http://a.b/c",
          "key": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "unknown": "left out",
        ])
    ])
    let note = try #require(try app.fetch("Note").first)
    #expect(note.value(forKey: "small") as? Int == 3)
    #expect(note.value(forKey: "large") as? Int == 5_000_000_000)
    #expect(note.value(forKey: "ratio") as? Double == 0.5)
    #expect(note.value(forKey: "share") as? Float == 1.5)
    #expect(note.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
    #expect(note.value(forKey: "open") as? Bool == true)
    #expect(
      note.value(forKey: "day") as? Date == Date(timeIntervalSince1970: 1_371_040_000.123))
    #expect(note.value(forKey: "text") as? String == "t")
    #expect(note.value(forKey: "site") as? URL == URL(string: "http://a.b/c"))
    #expect(
      note.value(forKey: "key") as? UUID
        == UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    let data = try #require(note.value(forKey: "place") as? Data)
    #expect(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: SMGeoPoint.self, from: data)
        == SMGeoPoint(latitude: 37.5, longitude: -122.25))
  }

  @Test func `a relationship that cannot be read fails with -107`() throws {
    let isCut = Switch()
    let app = try StoreApp(Self.given) { isCut.cut(&$0) }
    let todo = try #require(try app.fetch("Todo").first)
    isCut.isOn = true
    let error = #expect(throws: NSError.self) { try todo.value(forRelationshipKey: "tags") }
    #expect(error?.domain == "SMError")
    #expect(error?.code == -107)
    #expect(error?.localizedDescription.contains("tags could not be read: no route") == true)
    isCut.isOn = false
    let tags = try todo.value(forRelationshipKey: "tags") as? Set<NSManagedObject>
    #expect(tags?.count == 2)
  }

  @Test func `a deleted object has no values`() throws {
    let app = try StoreApp(Self.given)
    let tag = try #require(try app.fetch("Tag").first)
    let other = try StoreApp(Self.given)
    #expect(other.lines == [])
    #expect(throws: Never.self) {
      try app.context.executeFetchRequestAndWait(NSFetchRequest<NSManagedObject>(entityName: "Tag"))
    }
    #expect(tag.isFault)
    let id = app.context.persistentStoreCoordinator?.managedObjectID(
      forURIRepresentation: tag.objectID.uriRepresentation().deletingLastPathComponent()
        .appending(path: "pnowhere"))
    let ghost = app.context.object(with: try #require(id))
    #expect(ghost.value(forKey: "name") == nil)
    #expect(app.lines.last == "GET /tag/nowhere")
  }
}

final class Switch: Sendable {
  private let lock = Lines()

  var isOn: Bool {
    get { lock.all.count % 2 == 1 }
    set { if newValue != isOn { lock.add("") } }
  }

  func cut(_ environment: inout SMEnvironment) {
    let transport = environment.transport
    environment.transport = Transport { request throws(TransportError) in
      if self.isOn { throw .notConnectedToInternet("no route") }
      return try await transport.send(request)
    }
  }
}
