import Foundation
import GhostlightSync
import ManagedObjects
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A record file of an earlier version` {
  @Test(arguments: SyncKind.allCases)
  func `the file can be read, with its marks and a creation without a response`(
    _ kind: SyncKind
  ) async throws {
    let project = try MiaProject()
    let server = kind.server(project)
    server.create("known", "one")
    server.create("new", "two")
    let ids = server.documents().reduce(into: [:]) { $0[$1.title] = $1.id }
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder["app.sqlite"])
    let uris = try Self.objects(["known": "three", "new": "two"], in: file)
    try OldRecordFile.write(
      [
        [
          "objectURI": uris["known"], "entityName": "News", "remoteID": ids["known"],
          "updatedAt": MiaProject.opening + 1000, "mark": Marks.push, "order": 1 as Int64,
          "received": #"{"text":"one","title":"known"}"#, "remoteState": "0/0",
        ],
        [
          "objectURI": uris["new"], "entityName": "News", "mark": Marks.push, "order": 2 as Int64,
          "received": "{}", "creation": #"{"text":"two","title":"new"}"#,
          "creationOrder": 2 as Int64,
        ],
      ], to: URL(filePath: file.path + "-sync"))
    let device = try kind.device("a", project.transport, file: file)
    #expect(try device.news().map(\.mark) == [Marks.push, Marks.push])
    #expect(try device.news().map(\.pending) == [0, 1])
    #expect(await device.sync() == nil)
    #expect(server.documents().count == 2)
    let news = try device.news()
    #expect(news.map(\.text) == ["three", "two"])
    #expect(news.map(\.remoteID) == [ids["known"], ids["new"]])
    #expect(news.map(\.mark) == [nil, nil])
    #expect(news.map(\.pending) == [0, 0])
  }

  /// Creates objects as an older version of the app has stored them.
  ///
  /// - Returns: The URIs of the objects' IDs, keyed by title.
  private static func objects(_ texts: [String: String], in file: URL) throws -> [String: String] {
    let context = try NewsModel.context(file)
    return try context.performAndWait {
      let objects = texts.map { title, text in
        let object = NSEntityDescription.insertNewObject(forEntityName: "News", into: context)
        object.setValue(title, forKey: "title")
        object.setValue(text, forKey: "text")
        return (title, object)
      }
      try context.save()
      return objects.reduce(into: [:]) {
        $0[$1.0] = $1.1.objectID.uriRepresentation().absoluteString
      }
    }
  }
}

/// A record file of a version that did not have ledgers.
///
/// It has one creation without a response, and no other write.
private enum OldRecordFile {
  private static let texts = [
    "objectURI", "entityName", "remoteID", "creatorID", "updaterID", "remoteState", "mark",
    "received", "creation",
  ]
  private static let numbers = [
    "createdAt", "updatedAt", "order", "creationSince", "creationOrder",
  ]

  static func write(_ records: [[String: Any?]], to file: URL) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: file)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performBlocking {
      for record in records {
        let row = NSEntityDescription.insertNewObject(forEntityName: "Record", into: context)
        for (name, value) in record { row.setValue(value, forKey: name) }
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  private static func model() -> NSManagedObjectModel {
    let record = NSEntityDescription()
    record.name = "Record"
    record.properties =
      texts.map { ItemModel.attribute($0, .stringAttributeType) }
      + numbers.map { ItemModel.attribute($0, .integer64AttributeType) }
    record.indexes = ["objectURI", "remoteID", "mark", "creation", "order"].map { name in
      let property = record.propertiesByName[name] ?? NSAttributeDescription()
      return NSFetchIndexDescription(
        name: "by\(name)",
        elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)])
    }
    let cursor = NSEntityDescription()
    cursor.name = "Cursor"
    cursor.properties = [
      ItemModel.attribute("entityName", .stringAttributeType),
      ItemModel.attribute("since", .integer64AttributeType),
    ]
    let model = NSManagedObjectModel()
    model.entities = [record, cursor]
    return model
  }
}
