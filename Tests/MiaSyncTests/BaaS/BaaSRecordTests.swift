import Dispatch
import Foundation
import GhostlightCore
import GhostlightSync
import HTTPTypes
import MIASync
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) final class `The store of MIASync` {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("MIASync-\(UUID().uuidString)")
  private let project: MiaProject
  private let server: BaaSServer

  init() throws {
    project = try MiaProject()
    server = BaaSServer(project: project)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The app's instance, whose storage directory is a temporary folder.
  private var instance: MKAppInstance {
    var environment = MKEnvironment(transport: project.transport)
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    let instance = MKAppInstance(environment)
    instance.APIEndpoint = "http://127.0.0.1:4402"
    instance.APISecret = MiaProject.secret
    instance.analyticsEnabled = false
    instance.storageDirectory = folder
    return instance
  }

  private func syncro() throws -> MIASyncro {
    try #require(
      MKAppInstance.$current.withValue(instance) {
        MIASyncro(managedObjectModel: NewsModel.make())
      })
  }

  private func run(_ syncro: MIASyncro) async -> (any Error)? {
    await withCheckedContinuation { continuation in
      syncro.sync([News.self]) { continuation.resume(returning: $0) }
    }
  }

  private func titles(_ syncro: MIASyncro) async throws -> [String] {
    let context = syncro.managedObjectContext
    return try await context.perform {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "News"))
        .compactMap { $0.value(forKey: "title") as? String }.sorted()
    }
  }

  @Test func `the store is miasync.sqlite in the storage directory, next to marks and twins`()
    async throws
  {
    server.create("theirs", "first")
    do {
      let syncro = try syncro()
      #expect(syncro.managedObjectContext.concurrencyType == .mainQueueConcurrencyType)
      #expect(await run(syncro) == nil)
      let context = syncro.managedObjectContext
      try await context.perform {
        let object = NSEntityDescription.insertNewObject(forEntityName: "News", into: context)
        object.setValue("mine", forKey: "title")
        try context.save()
        syncro.toPush([object])
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      files.filter { $0.hasSuffix("sqlite") || $0.hasSuffix("sync") }
        == ["miasync.sqlite", "miasync.sqlite-sync"])
    let syncro = try syncro()
    #expect(try await titles(syncro) == ["mine", "theirs"])
    #expect(await run(syncro) == nil)
    #expect(try await titles(syncro) == ["mine", "theirs"])
    #expect(server.documents().map(\.title) == ["theirs", "mine"])
  }

  @Test func `there is no store for an empty model or if the file cannot be created`() throws {
    let instance = instance
    let empty = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectModel: NSManagedObjectModel())
    }
    #expect(empty == nil)
    _ = FileManager.default.createFile(atPath: folder.path, contents: Data())
    let barred = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectModel: NewsModel.make())
    }
    #expect(barred == nil)
  }

  @Test func `the folder of the store is created for its user only`() throws {
    let instance = instance
    let nested = folder.appendingPathComponent("a").appendingPathComponent("b")
    instance.storageDirectory = nested
    let syncro = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectModel: NewsModel.make())
    }
    #expect(syncro != nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: nested.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func `an instance with a store of its own keeps the objects in memory`() throws {
    var environment = MKEnvironment(transport: project.transport)
    environment.store = MKMemoryStore()
    let instance = MKAppInstance(environment)
    instance.storageDirectory = folder
    let syncro = MKAppInstance.$current.withValue(instance) {
      MIASyncro(managedObjectModel: NewsModel.make())
    }
    let context = try #require(syncro?.managedObjectContext)
    #expect(
      context.persistentStoreCoordinator?.persistentStores.map(\.type) == [NSInMemoryStoreType])
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `the file of an older model is migrated`() async throws {
    do {
      let syncro = try syncro()
      server.create("old", "first")
      #expect(await run(syncro) == nil)
    }
    let model = NewsModel.make()
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType, attribute.isOptional) = (
      "added", .stringAttributeType, true
    )
    for entity in model.entities where entity.name == "News" {
      entity.properties.append(attribute)
    }
    let newer = try #require(
      MKAppInstance.$current.withValue(instance) { MIASyncro(managedObjectModel: model) })
    #expect(try await titles(newer) == ["old"])
  }

  @Test func `a synchronisation without a closure is a run too`() async throws {
    let syncro = try syncro()
    let count = project.journalCount
    syncro.sync([News.self])
    #expect(await run(syncro) == nil)
    #expect(project.calls(since: count).count == 2)
  }

  @Test func `requests use the collection name of the transform`() async throws {
    project.send(.post, "/articles/", ["title": "n"])
    project.send(.post, "/news/", ["title": "m"])
    let device = try BaaSDevice("a", project.transport)
    device.syncro.collectionNameTransform = { _ in "articles" }
    #expect(await device.sync() == nil)
    #expect(try device.news().map(\.title) == ["n"])
    let lower = try BaaSDevice("b", project.transport)
    lower.instance.jsonCollectionNameLowerCaseOnly = true
    #expect(await lower.sync() == nil)
    #expect(try lower.news().map(\.title) == ["m"])
  }

  @Test func `a value without a form in JSON is not sent`() async throws {
    let device = try BaaSDevice("a", project.transport)
    try device.insert(["title": "n", "price": Double.infinity], Marks.push)
    let error = await device.sync() as? SyncError
    #expect(
      error
        == .invalidValue(
          entity: "News", attribute: "price", reason: "inf is not a number in JSON."))
    #expect(try device.news().map(\.mark) == [Marks.push])
  }

  @Test func `bytes are not sent, since the backend has no form for them`() async throws {
    let device = try BaaSDevice("a", project.transport)
    try device.insert(["bytes": Data([1])], Marks.push, entity: "Kinds")
    let error = await device.sync([Kinds.self]) as? SyncError
    #expect(
      error
        == .invalidValue(entity: "Kinds", attribute: "bytes", reason: "Bytes cannot be sent."))
  }

  @Test func `values of all other types are sent in the backend's form`() async throws {
    let device = try BaaSDevice("a", project.transport)
    try device.insert(KindsModel.values, Marks.push, entity: "Kinds")
    #expect(await device.sync([Kinds.self]) == nil)
    var item = project.send(.get, "/Kinds/")[0]?.object ?? [:]
    for name in ["id", "createdAt", "updatedAt", "creatorId", "updaterId"] { item[name] = nil }
    #expect(
      item == [
        "day": 1_586_106_974_175, "exact": 12.5, "flag": true,
        "key": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "large": 9_007_199_254_740_993,
        "list": ["a": ["b", 1]], "middle": 70_000, "narrow": 0.25, "place": "file:///a",
        "small": -7, "sync": 0, "text": "x", "trash": 0, "wide": 0.1,
      ])
  }

  @Test func `a created item without a response is recognised`() async throws {
    let device = try BaaSDevice("a", project.transport)
    try device.insert(["title": "n", "price": 1], Marks.push)
    let project = project
    project.intercept { request in
      guard request.method == .post else { return nil }
      project.send(.post, "/News/", try? JSON.parse(request.body))
      return .json(.gatewayTimeout, [:])
    }
    #expect(await device.sync() != nil)
    project.intercept(nil)
    #expect(await device.sync() == nil)
    #expect(server.documents().map(\.title) == ["n"])
    #expect(try device.news().map(\.mark) == [nil])
  }
}
