import CRUD
import Foundation
import GhostlightCore
import GhostlightSync
import HTTPTypes
import ManagedObjects
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) final class `The records of CRUD's Sync` {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("CRUDSync-\(UUID().uuidString)")
  private let project: MiaProject
  private let server: CRUDServer
  private var file: URL { folder.appendingPathComponent("app.sqlite") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    project = try MiaProject()
    server = CRUDServer(project: project)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `marks, twins and the pull's cursor are in a file next to the app's after a restart`()
    async throws
  {
    server.create("theirs", "first")
    do {
      let device = try CRUDDevice("a", project.transport, file: file)
      #expect(await device.sync() == nil)
      try device.change("theirs", ["text": "changed"], Marks.draft)
      try device.insert(["title": "mine", "text": "new"], Marks.push)
    }
    #expect(FileManager.default.fileExists(atPath: file.path + "-sync"))
    let device = try CRUDDevice("a", project.transport, file: file)
    #expect(try device.news().map(\.mark) == [Marks.push, Marks.draft])
    let count = project.journalCount
    #expect(await device.sync() == nil)
    #expect(project.calls(since: count).first?.contains("$gte") == true)
    #expect(
      server.documents().map { server.document($0.id) } == [
        ["title": "theirs", "text": "changed", "__STATE__": "DRAFT"],
        ["title": "mine", "text": "new", "__STATE__": "PUBLIC"],
      ])
    #expect(try device.news().map(\.mark) == [nil, nil])
  }

  @Test func `a record is copied into attributes with its names, and is not sent`() async throws {
    let device = try CRUDDevice("a", project.transport)
    try device.insert(["name": "Verga", "id": "mine"], Marks.push, entity: "Author")
    #expect(await device.sync([Author.self]) == nil)
    let document = project.send(.get, "/v2/Author/")[0] ?? .null
    let values = try device.context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
      return try device.context.fetch(request).map { object in
        ["id", "creatorId", "updaterId", "createdAt", "updatedAt", "name"]
          .map { "\(object.value(forKey: $0) ?? "-")" }
      }
    }
    let time = document["createdAt"]?.string.flatMap(ISODate.milliseconds) ?? 0
    #expect(
      values == [
        [
          document["_id"]?.string ?? "", "public", "public",
          "\(Date(timeIntervalSince1970: Double(time) / 1000))", "\(time)", "Verga",
        ]
      ])
    #expect(
      project.calls().contains {
        $0.hasPrefix(#"POST /v2/Author/ {"__STATE__":"PUBLIC","name":"Verga"}"#)
      })
  }

  @Test(arguments: [
    ([Marks.draft, Marks.push], Marks.draft), ([Marks.push, Marks.trash], Marks.trash),
    ([Marks.trash, Marks.publish], Marks.publish), ([Marks.push], Marks.push),
    ([Marks.delete, Marks.push], Marks.delete),
  ])
  func `the last mark replaces others unless it only includes the changes`(
    _ marks: [String], _ last: String
  ) throws {
    let device = try CRUDDevice("a", project.transport)
    try device.insert(["title": "n"], nil)
    for mark in marks { try device.change("n", [:], mark) }
    #expect(try device.news().map(\.mark) == [last])
  }

  @Test func `a marked object can be deleted in the app before the push`() async throws {
    server.create("n", "first")
    let device = try CRUDDevice("a", project.transport)
    _ = await device.sync()
    try device.context.performAndWait {
      let objects = try device.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "News"))
      device.sync.toTrash(entities: objects)
      for object in objects { device.context.delete(object) }
      try device.context.save()
    }
    #expect(await device.sync() == nil)
    #expect(server.documents().map { server.state($0.id) } == ["TRASH"])
    #expect(try device.news() == [])
  }

  @Test func `an object marked again during its push has the new mark`() async throws {
    let device = try CRUDDevice("a", project.transport)
    try device.insert(["title": "n", "text": "first"], Marks.push)
    let (project, sent) = (project, device)
    project.intercept { request in
      guard request.method == .post else { return nil }
      project.intercept(nil)
      try? sent.change("n", ["text": "second"], Marks.push)
      return nil
    }
    #expect(await device.sync() == nil)
    #expect(try device.news().map(\.mark) == [Marks.push])
    #expect(await device.sync() == nil)
    #expect(server.documents().map(\.text) == ["second"])
  }

  @Test func `a created document without a response is recognised`() async throws {
    let device = try CRUDDevice("a", project.transport)
    for title in ["n", "m"] { try device.insert(["title": title, "price": 1], Marks.draft) }
    let project = project
    project.intercept { request in
      guard request.method == .post else { return nil }
      project.send(.post, "/v2/News/", try? JSON.parse(request.body))
      return .json(.gatewayTimeout, [:])
    }
    #expect(await device.sync() != nil)
    project.intercept(nil)
    #expect(await device.sync() == nil)
    #expect(server.documents().map(\.title).sorted() == ["m", "n"])
    #expect(
      try device.news().map { [$0.title, $0.mark, $0.state] } == [
        ["m", nil, "DRAFT"], ["n", nil, "DRAFT"],
      ])
  }

  @Test func `a context without a store is refused`() async throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: NewsModel.make())
    let crud = CRUD(basePath: "http://host/v2", secret: "s", transport: project.transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    let sync = Sync(crud: crud, context: context)
    let error = await withCheckedContinuation { continuation in
      sync.sync(types: [News.self]) { continuation.resume(returning: $0) }
    }
    #expect(error as? SyncError == .noStore)
  }

  @Test func `the records are in memory if Sync creates its own context`() async throws {
    let crud = CRUD(
      basePath: "http://127.0.0.1:4402/v2", secret: MiaProject.secret,
      transport: project.transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    #expect(Sync(crud: crud, managedObjectModel: NSManagedObjectModel()) == nil)
    let sync = try #require(Sync(crud: crud, managedObjectModel: NewsModel.make()))
    #expect(sync.managedObjectContext.concurrencyType == .mainQueueConcurrencyType)
    server.create("n", "first")
    let error = await withCheckedContinuation { continuation in
      sync.sync(types: [News.self]) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    let context = sync.managedObjectContext
    let titles = try await context.perform {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "News"))
        .map { $0.value(forKey: "title") as? String }
    }
    #expect(titles == ["n"])
  }

  @Test func `a document that does not fit is skipped, with an error`() async throws {
    server.create(["title": "n", "rating": 1.5, "__STATE__": "PUBLIC"])
    server.create(["title": "m", "rating": 2, "__STATE__": "PUBLIC"])
    let device = try CRUDDevice("a", project.transport)
    let id = server.documents()[0].id
    #expect(
      await device.sync() as? SyncError
        == .invalidDocument(entity: "News", id: id, reason: "rating cannot be 1.5."))
    #expect(try device.news().map(\.title) == ["m"])
  }
}
