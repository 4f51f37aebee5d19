import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Stores and coordinators` {
  private static func coordinator() -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: Company.model())
  }

  @Test func `a description has the options that a store is opened with`() throws {
    let description = NSPersistentStoreDescription()
    #expect(description.type == NSSQLiteStoreType && description.url == nil)
    #expect(description.configuration == nil && !description.shouldAddStoreAsynchronously)
    #expect(!description.isReadOnly && description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    let flags: [(ReferenceWritableKeyPath<NSPersistentStoreDescription, Bool>, String)] = [
      (\.isReadOnly, NSReadOnlyPersistentStoreOption),
      (\.shouldMigrateStoreAutomatically, NSMigratePersistentStoresAutomaticallyOption),
      (\.shouldInferMappingModelAutomatically, NSInferMappingModelAutomaticallyOption),
    ]
    for (path, key) in flags {
      for value in [true, false] {
        let description = NSPersistentStoreDescription(url: URL(filePath: "/a"))
        let before = description.options.filter { $0.key != key }
        description[keyPath: path] = value
        #expect(description[keyPath: path] == value)
        #expect(description.options[key] as? Bool == value)
        #expect(
          NSDictionary(dictionary: description.options.filter { $0.key != key })
            == NSDictionary(dictionary: before))
        description.setOption(nil, forKey: key)
        #expect(!description[keyPath: path] && description.options[key] == nil)
      }
    }
    #expect(Set(flags.map(\.1)).count == 3)
    description.setOption("v" as NSString, forKey: "k")
    description.setValue("OFF" as NSString, forPragmaNamed: "a")
    description.setValue("ON" as NSString, forPragmaNamed: "b")
    #expect(description.options["k"] as? String == "v")
    #expect(
      description.options[NSSQLitePragmasOption] as? [String: String] == ["a": "OFF", "b": "ON"])
    #expect(NSPersistentStoreDescription(url: URL(filePath: "/a")).url?.path == "/a")
  }

  @Test func `a container adds each described store, and all contexts use its coordinator`()
    async throws
  {
    let file = try StoreFile()
    let container = NSPersistentContainer(name: "Lab", managedObjectModel: Company.model())
    #expect(container.name == "Lab" && container.managedObjectModel.isFrozen)
    #expect(
      container.persistentStoreDescriptions.map { $0.url?.lastPathComponent } == ["Lab.sqlite"])
    #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
    #expect(
      container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
    let (memory, sqlite, wrong) = (
      NSPersistentStoreDescription(), NSPersistentStoreDescription(url: file.url),
      NSPersistentStoreDescription()
    )
    memory.type = NSInMemoryStoreType
    sqlite.setValue("7" as NSString, forPragmaNamed: "user_version")
    wrong.type = "Stone"
    container.persistentStoreDescriptions = [memory, sqlite, wrong]
    var loaded: [(NSPersistentStoreDescription, NSError?)] = []
    container.loadPersistentStores { loaded.append(($0, $1 as NSError?)) }
    #expect(loaded.map(\.0) == [memory, sqlite, wrong])
    #expect(loaded.map { $0.1?.code } == [nil, nil, NSPersistentStoreInvalidTypeError])
    #expect(
      text(loaded.last?.1) == """
        NSCocoaErrorDomain \(NSPersistentStoreInvalidTypeError)
        NSLocalizedDescription: There is no store of type Stone.
        """)
    let stores = container.persistentStoreCoordinator.persistentStores
    #expect(stores.map(\.type) == [NSInMemoryStoreType, NSSQLiteStoreType])
    #expect(stores[1].url == file.url && stores[1].options?.count == 3)
    let background = container.newBackgroundContext()
    #expect(background.concurrencyType == .privateQueueConcurrencyType)
    #expect(background.persistentStoreCoordinator === container.persistentStoreCoordinator)
    let name = await container.performBackgroundTask { context in
      context.concurrencyType == .privateQueueConcurrencyType
        && context.persistentStoreCoordinator === container.persistentStoreCoordinator
    }
    #expect(name)
    await withCheckedContinuation { done in
      container.performBackgroundTask { context in
        #expect(context.concurrencyType == .privateQueueConcurrencyType)
        done.resume()
      }
    }
    let late = NSPersistentStoreDescription()
    late.type = NSInMemoryStoreType
    late.shouldAddStoreAsynchronously = true
    let error = await withCheckedContinuation { done in
      container.persistentStoreCoordinator.addPersistentStore(with: late) { _, error in
        done.resume(returning: error == nil)
      }
    }
    #expect(error && container.persistentStoreCoordinator.persistentStores.count == 3)
  }

  @Test func `a coordinator finds its stores, opens a file once, and removes it`() throws {
    let file = try StoreFile()
    let coordinator = Self.coordinator()
    #expect(coordinator.persistentStores.isEmpty && coordinator.name == nil)
    let one = try coordinator.addPersistentStore(type: .sqlite, at: file.url)
    let same = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: file.url)
    let memory = try coordinator.addPersistentStore(type: .inMemory, at: file.url)
    let second = try coordinator.addPersistentStore(type: .inMemory, at: nil)
    #expect(one === same && coordinator.persistentStores == [one, memory, second])
    #expect(coordinator.persistentStore(for: file.url) === one)
    #expect(coordinator.persistentStore(for: URL(filePath: "/nosuch")) == nil)
    #expect(coordinator.url(for: one) == file.url)
    #expect(coordinator.url(for: second) == URL(filePath: "/dev/null"))
    #expect(one.configurationName == "PF_DEFAULT_CONFIGURATION_NAME" && !one.isReadOnly)
    #expect(one.persistentStoreCoordinator === coordinator)
    let metadata = coordinator.metadata(for: one)
    #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
    #expect(
      metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        == coordinator.managedObjectModel.entityVersionHashesByName)
    #expect((metadata[NSStoreUUIDKey] as? String)?.count == 36 && metadata.count == 3)
    #expect(memory.metadata?[NSStoreTypeKey] as? String == NSInMemoryStoreType)
    #expect(memory.identifierText == memory.metadata?[NSStoreUUIDKey] as? String)
    #expect(memory.identifierText != second.identifierText)
    try coordinator.remove(one)
    #expect(coordinator.persistentStores == [memory, second])
    #expect(one.persistentStoreCoordinator == nil)
    #expect(
      text(failure { _ = try (one as? SQLiteStore)?.database() }) == """
        NSCocoaErrorDomain \(NSPersistentStoreOperationError)
        NSLocalizedDescription: The store is closed.
        """)
    let types = NSPersistentStoreCoordinator.registeredStoreTypes
    #expect(types[NSInMemoryStoreType] != nil && types[NSSQLiteStoreType] != nil)
    NSPersistentStoreCoordinator.registerStoreClass(
      DictionaryStore.self, type: .init(rawValue: "StoreTests"))
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["StoreTests"] != nil)
    NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "StoreTests")
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["StoreTests"] == nil)
    #expect(NSPersistentStore.StoreType.binary.rawValue == NSBinaryStoreType)
  }

  @Test func `a read-only store is read, and its errors have the whole user info`() throws {
    let file = try StoreFile()
    let options = [NSReadOnlyPersistentStoreOption: NSNumber(value: true)]
    let missing = failure { _ = try file.open(Company.model(), options) }
    #expect(
      missing?.code == NSPersistentStoreOpenError
        && missing?.localizedDescription.hasPrefix("The store cannot be opened: ") == true)
    let underlying = missing?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(underlying?.domain == NSSQLiteErrorDomain && underlying?.code == 14)
    #expect(underlying?.localizedDescription == "SQLite error 14: unable to open database file")
    try Data().write(to: file.url)
    #expect(
      text(failure { _ = try file.open(Company.model(), options) }) == """
        NSCocoaErrorDomain \(NSPersistentStoreOpenError)
        NSLocalizedDescription: There is no store to read.
        """)
    let writer = try file.open(Company.model())
    NSEntityDescription.insertNewObject(forEntityName: "Skill", into: writer)
      .setValue("C", forKey: "name")
    try writer.save()
    let reader = try file.open(Company.model(), options)
    let skill = try #require(try reader.find("Skill").first)
    skill.setValue("D", forKey: "name")
    #expect(reader.persistentStoreCoordinator?.persistentStores.first?.isReadOnly == true)
    #expect(
      text(failure { try reader.save() }) == """
        NSCocoaErrorDomain \(NSPersistentStoreSaveError)
        NSAffectedStoresErrorKey: ["SQLite"]
        NSLocalizedDescription: Attempt to save to a read-only store.
        """)
    _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: reader)
    #expect(
      text(failure { try reader.save() }) == """
        NSCocoaErrorDomain \(NSPersistentStoreSaveError)
        NSLocalizedDescription: No store of the coordinator accepts objects of the entity Skill.
        """)
  }

  @Test func `a failed save has SQLite's error below it`() throws {
    let file = try StoreFile()
    let trigger =
      "0; CREATE TEMP TRIGGER refusal BEFORE UPDATE ON main.E_Skill "
      + "BEGIN SELECT RAISE(ABORT, 'no'); END"
    let context = try file.open(Company.model())
    let skill = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
    try context.save()
    let other = try file.open(
      Company.model(), [NSSQLitePragmasOption: ["user_version": trigger]])
    let twin = try #require(try other.find("Skill").first)
    twin.setValue("D", forKey: "name")
    let error = failure { try other.save() }
    let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSPersistentStoreSaveError)
    #expect(underlying?.domain == NSSQLiteErrorDomain && underlying?.code == 19)
    #expect(error?.userInfo.count == 2)
    #expect(
      error?.localizedDescription
        == "The store cannot be saved: \(underlying?.localizedDescription ?? "")")
    #expect(twin.hasChanges && skill.text("name") == nil)
  }

  @Test func `an ID has a URI, from which its store finds it again`() throws {
    let file = try StoreFile()
    let context = try file.open(Zoo.model())
    try Zoo.fill(context)
    let coordinator = try #require(context.persistentStoreCoordinator)
    let store = coordinator.persistentStores[0]
    let objects = try context.everything()
    for object in objects {
      let uri = object.objectID.uriRepresentation()
      #expect(uri.host() == store.identifierText && uri.pathComponents[1] == object.entity.name)
      #expect(object.objectID.description == uri.absoluteString)
      let found = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
      #expect(found == object.objectID && found.hash == object.objectID.hash)
      #expect(found.entity === object.entity && found.persistentStore === store)
      for other in objects where other !== object { #expect(other.objectID != found) }
    }
    let id = store.identifierText
    for text in [
      "http://\(id)/Cat/p1", "x-coredata:///Cat/p1", "x-coredata://other/Cat/p1",
      "x-coredata://\(id)/Cow/p1", "x-coredata://\(id)/Cat/q1", "x-coredata://\(id)/Cat",
      "x-coredata://\(id)/Cat/px",
    ] {
      let url = try #require(URL(string: text))
      #expect(coordinator.managedObjectID(forURIRepresentation: url) == nil, "\(text)")
    }
    let lower = try #require(URL(string: "x-coredata://\(id.lowercased())/Cat/p1"))
    #expect(coordinator.managedObjectID(forURIRepresentation: lower)?.short == "Cat.p1")
    let cat = try #require(objects.first?.entity)
    let temporary = NSManagedObjectID(temporaryFor: cat)
    #expect(temporary.isTemporaryID && temporary.persistentStore == nil)
    #expect(temporary.uriRepresentation().lastPathComponent.hasPrefix("t"))
    #expect(temporary != NSManagedObjectID(temporaryFor: cat) && !temporary.isEqual("text"))
    let reference = NSManagedObjectID(entity: cat, key: .reference("a/b ä"), store: store)
    #expect(reference.uriRepresentation().absoluteString.hasSuffix("/pa%2Fb%20%C3%A4"))
    #expect(!reference.isTemporaryID)
  }

  @Test func `IDs have an order: rows, then references, then temporary ones`() throws {
    let space = try Workspace()
    let skill = try #require(space.model.entitiesByName["Skill"])
    func id(_ key: NSManagedObjectID.Key) -> NSManagedObjectID {
      NSManagedObjectID(entity: skill, key: key, store: space.store)
    }
    let ids = [
      id(.row(-1)), id(.row(2)), id(.row(10)), id(.reference("10")), id(.reference("2")),
      NSManagedObjectID(temporaryFor: skill), NSManagedObjectID(temporaryFor: skill),
    ]
    for (row, left) in ids.enumerated() {
      for (column, right) in ids.enumerated() {
        #expect(left.precedes(right) == (row < column), "\(row) \(column)")
        #expect(left.isSame(as: right) == (row == column))
        #expect((IDKey(left) == IDKey(right)) == (row == column))
      }
    }
    let other = try Workspace()
    let foreign = NSManagedObjectID(entity: skill, key: .row(2), store: other.store)
    #expect(foreign != ids[1] && id(.row(2)) == ids[1])
    let note = try #require(space.model.entitiesByName["Note"])
    #expect(NSManagedObjectID(entity: note, key: .row(2), store: space.store) != ids[1])
    let manager = try #require(space.model.entitiesByName["Manager"])
    let employee = try #require(space.model.entitiesByName["Employee"])
    #expect(
      NSManagedObjectID(entity: manager, key: .row(2), store: space.store)
        == NSManagedObjectID(entity: employee, key: .row(2), store: space.store))
  }
}
