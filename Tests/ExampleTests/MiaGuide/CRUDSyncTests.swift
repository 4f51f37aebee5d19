#if canImport(CoreData) || ManagedObjects
  import CRUD
  import Dispatch
  import Foundation
  import GhostlightCore
  import GhostlightSyncStatus
  import ManagedObjects
  import TestSupport
  import Testing

  /// The entity of the guide's authors, whose class has the name of the collection.
  private final class Author: NSManagedObject {}
  /// The entity of the guide's books.
  private final class Book: NSManagedObject {}

  /// Runs the samples under the guide's heading "Sync" unchanged, except for `#selector`.
  @Suite struct `The guide on Sync` {
    /// The guide's screen, which observes the status.
    private final class Screen: Sendable {
      let progress = Mailbox(of: Double.self)

      func syncState(_ sender: Notification) {
        guard let status = sender.userInfo?[kMIASyncroNotificationKeyStatus] as? SyncStatus else {
          return
        }

        let lastSyncedEntity = status.lastSyncedEntity
        let syncingEntity = status.syncingEntity
        let error = status.error
        let progress = status.progress
        if lastSyncedEntity != nil, syncingEntity == nil, error == nil {
          self.progress.put(progress)
        }
      }
    }

    /// Returns a context with the guide's classes, whose names start with a capital letter.
    ///
    /// The collection of the app has a lower-case name.
    private static func context() throws -> NSManagedObjectContext {
      let model = NSManagedObjectModel()
      let classes: [(NSManagedObject.Type, [String])] = [
        (Author.self, ["name", "surname"]), (Book.self, ["title", "author"]),
      ]
      model.entities = classes.map { type, names in
        let entity = NSEntityDescription()
        entity.name = String(describing: type)
        entity.properties = names.map { name in
          let attribute = NSAttributeDescription()
          attribute.name = name
          attribute.attributeType = .stringAttributeType
          return attribute
        }
        return entity
      }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }

    @Test func `a sync pushes and deletes marked entities and reports progress`() async throws {
      let app = try CRUDGuideApp(authors: [["name": "Alessandro", "__STATE__": "PUBLIC"]])
      let crud = app.crud
      crud.callbackQueue = DispatchQueue(label: "guide")
      let managedObjectContext = try Self.context()
      let sync = Sync(crud: crud, context: managedObjectContext)
      sync.collectionNameTransform = { _ in "author" }
      let screen = Screen()
      NotificationCenter.default.addObserverForSyncStatus(
        observer: screen, selector: screen.syncState, object: sync)

      sync.sync(types: [Author.self])
      #expect(await screen.progress.next() == 1)

      let entities = try managedObjectContext.performAndWait {
        let pulled = try managedObjectContext.fetch(
          NSFetchRequest<NSManagedObject>(entityName: "Author"))
        #expect(pulled.map { $0.value(forKey: "name") as? String } == ["Alessandro"])
        let made = ["Giovanni", "Carlo"].map { name in
          let author = NSEntityDescription.insertNewObject(
            forEntityName: "Author", into: managedObjectContext)
          author.setValue(name, forKey: "name")
          return author
        }
        sync.toPush(entities: [made[0]])
        sync.toDraft(entities: [made[1]])
        sync.toTrash(entities: pulled)
        return made.count
      }
      sync.sync(types: [Author.self])
      #expect(await screen.progress.next() == 1)
      #expect(entities == 2)
      let data = try crud.get(collection: "author").states(State.allCases).sync()
      let states = (try JSON.parse(Array(data)).array ?? []).map {
        "\($0["name"]?.string ?? "-") \($0["__STATE__"]?.string ?? "-")"
      }
      #expect(states == ["Alessandro TRASH", "Giovanni PUBLIC", "Carlo DRAFT"])
    }
  }
#endif
