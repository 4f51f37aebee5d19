import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Metadata that an app sets` {
  private static var set: [String: Any] {
    ["name": "Lab", "number": 3, "list": ["a", "b"], "data": Data([1, 2])]
  }

  /// Returns the app's values in the file's metadata, read by a different coordinator.
  private static func stored(_ space: Workspace) throws -> NSDictionary {
    let url = try #require(space.store.url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    defer { try? coordinator.remove(store) }
    return custom(coordinator.metadata(for: store))
  }

  private static func custom(_ metadata: [String: Any]) -> NSDictionary {
    let own = [NSStoreUUIDKey, NSStoreTypeKey, NSStoreModelVersionHashesKey]
    return NSDictionary(dictionary: metadata.filter { !own.contains($0.key) })
  }

  @Test func `metadata is in the file after the next save`() throws {
    let space = try Workspace(.sqlite)
    space.coordinator.setMetadata(Self.set, for: space.store)
    let all = NSDictionary(dictionary: Self.set)
    #expect(Self.custom(space.coordinator.metadata(for: space.store)) == all)
    #expect(try Self.stored(space) == NSDictionary())
    try space.context.save()
    #expect(try Self.stored(space) == NSDictionary(), "there was nothing to save")
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    #expect(try Self.stored(space) == all)
    space.store.metadata = nil
    space.insert("Skill", ["name": "Swift"])
    try space.context.save()
    #expect(try Self.stored(space) == NSDictionary())
  }

  @Test func `metadata is written by the next save that succeeds`() throws {
    let model = Company.model()
    model.entitiesByName["Skill"]?.uniquenessConstraints = [["name"]]
    let space = try Workspace(.sqlite, model: model)
    for _ in 1...2 { space.insert("Skill", ["name": "C"]) }
    space.coordinator.setMetadata(["name": "Lab"], for: space.store)
    #expect(throws: (any Error).self) { try space.context.save() }
    space.context.rollback()
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let again = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: space.store.url)
    #expect(Self.custom(coordinator.metadata(for: again)) == ["name": "Lab"])
  }

  @Test func `metadata that is not a property list fails the save`() throws {
    struct Opaque {}
    let space = try Workspace(.sqlite)
    space.coordinator.setMetadata(["name": Opaque()], for: space.store)
    space.insert("Skill", ["name": "C"])
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSPersistentStoreSaveError)
    #expect(try space.newContext().find("Skill").isEmpty)
    space.coordinator.setMetadata(["name": "Lab"], for: space.store)
    try space.context.save()
    #expect(try Self.stored(space) == ["name": "Lab"])
  }

  @Test(arguments: StoreKind.allCases)
  func `the metadata of the store itself is not changed`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let skill = space.insert("Skill", ["name": "C"])
    try space.context.save()
    let uri = skill.objectID.uriRepresentation()
    let before = space.coordinator.metadata(for: space.store)
    for metadata in [["name": "Lab"], [NSStoreUUIDKey: "other", NSStoreTypeKey: "other"], nil] {
      space.coordinator.setMetadata(metadata, for: space.store)
      let now = space.coordinator.metadata(for: space.store)
      for (key, value) in before {
        #expect(now[key] as? NSObject == value as? NSObject, "\(key)")
      }
      #expect(space.coordinator.managedObjectID(forURIRepresentation: uri) == skill.objectID)
    }
  }

  @Test func `metadata is still there after a migration`() throws {
    let space = try Workspace(.sqlite)
    space.coordinator.setMetadata(["name": "Lab"], for: space.store)
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    let model = Company.model()
    model.entitiesByName["Skill"]?.properties.append(
      Company.attribute("level", .stringAttributeType))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let url = try #require(space.store.url)
    try space.coordinator.remove(space.store)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    #expect(Self.custom(coordinator.metadata(for: store)) == ["name": "Lab"])
  }
}

@Suite(.limitedConcurrency) struct `Metadata of a store that no coordinator has open` {
  private static func read(
    _ url: URL, _ type: String = NSSQLiteStoreType
  ) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
  }

  @Test func `the metadata of a closed file shows whether a model fits it`() throws {
    let space = try Workspace(.sqlite)
    space.coordinator.setMetadata(["name": "Lab"], for: space.store)
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    let url = try #require(space.store.url)
    let open = NSDictionary(dictionary: space.coordinator.metadata(for: space.store))
    try space.coordinator.remove(space.store)
    let metadata = try Self.read(url)
    #expect(NSDictionary(dictionary: metadata) == open)
    let newer = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    #expect(NSDictionary(dictionary: newer) == open)
    let other = Company.model()
    other.entitiesByName["Skill"]?.properties.append(
      Company.attribute("level", .stringAttributeType))
    for (model, fits) in [(Company.model(), true), (other, false)] {
      #expect(
        model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) == fits)
    }
  }

  @Test func `metadata that cannot be read is refused with the reason`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "store.sqlite")
    func code(_ type: String = NSSQLiteStoreType) -> Int? {
      #expect(throws: NSError.self) { try Self.read(file, type) }?.code
    }
    #expect(code() == CocoaError.fileReadNoSuchFile.rawValue)
    #expect(code("Stone") == NSPersistentStoreInvalidTypeError)
    #expect(code(NSBinaryStoreType) == NSPersistentStoreInvalidTypeError)
    #expect(code(NSInMemoryStoreType) == NSPersistentStoreOperationError)
    try Data("no database at all".utf8).write(to: file)
    #expect(code() == NSPersistentStoreOpenError)
    try Data().write(to: file)
    #expect(code() == NSPersistentStoreOpenError)
  }

  @Test func `destroying a store deletes its file, even if the store is open`() throws {
    let space = try Workspace(.sqlite)
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    let url = try #require(space.store.url)
    try space.coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    #expect(space.coordinator.persistentStores == [])
    let folder = url.deletingLastPathComponent()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    // Deleting a store that does not exist is not an error.
    try space.coordinator.destroyPersistentStore(at: url, type: .sqlite)
    let error = #expect(throws: NSError.self) {
      try space.coordinator.destroyPersistentStore(at: url, ofType: "Stone")
    }
    #expect(error?.code == NSPersistentStoreInvalidTypeError)
  }
}
