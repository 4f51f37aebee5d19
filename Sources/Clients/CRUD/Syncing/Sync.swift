#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightSync
  // Re-exported, so that apps can synchronise managed objects with only `import CRUD`.
  @_exported public import GhostlightSyncStatus
  @_exported public import ManagedObjects

  /// Synchronises managed objects with collections of the service.
  ///
  /// Class, entity and collection have the same name, and attributes have the names of the
  /// properties. A run first pulls all changes from the service, then pushes the objects that the
  /// app has marked. If both sides have changed an object, the service's version wins.
  /// Relationships are not synchronised. Keep one instance for the lifetime of its context; it can
  /// be used from any thread.
  ///
  /// ```swift
  /// import CRUD
  ///
  /// nonisolated final class Author: NSManagedObject {}
  ///
  /// func start(_ crud: CRUD, _ context: NSManagedObjectContext, _ author: Author) {
  ///   let sync = Sync(crud: crud, context: context)
  ///   sync.toPush(entities: [author])
  ///   sync.sync(types: [Author.self])
  /// }
  /// ```
  ///
  /// Marks and the state of the remote documents are stored in a file next to the context's first
  /// store, whose name is that of the store with `-sync` added. If that store is in memory only, so
  /// are the marks.
  ///
  /// - Source: protocol reference C5 and C7.1.
  public final class Sync: Sendable {
    private let crud: CRUD
    private let context: NSManagedObjectContext
    private let synchroniser: Synchroniser<CRUDService>

    /// Creates an instance that synchronises the objects of a context, which must have a persistent
    /// store.
    public init(crud: CRUD, context: NSManagedObjectContext) {
      self.crud = crud
      self.context = context
      synchroniser = Synchroniser(context, CRUDService(crud: crud)) { $0 }
    }

    /// Creates an instance with a new main-queue context, whose persistent store is in memory only.
    ///
    /// Returns `nil` if the model has no entities. To keep objects in a file, pass your own context
    /// to ``init(crud:context:)`` instead.
    public convenience init?(crud: CRUD, managedObjectModel: NSManagedObjectModel) {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: managedObjectModel)
      guard !managedObjectModel.entities.isEmpty,
        (try? coordinator.addPersistentStore(
          ofType: NSInMemoryStoreType, configurationName: nil, at: nil)) != nil
      else { return nil }
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      self.init(crud: crud, context: context)
    }

    /// The context whose objects are synchronised.
    public var managedObjectContext: NSManagedObjectContext { context }

    /// Whether drafts are kept on this device; `true` by default.
    ///
    /// If it is `false`, a sync deletes objects on this device that are drafts in the service.
    public var keepsDrafts: Bool {
      get { synchroniser.options.keepsDrafts }
      set { synchroniser.options.keepsDrafts = newValue }
    }

    /// Returns the name of the collection for the name of a class.
    ///
    /// By default both names are the same.
    public var collectionNameTransform: @Sendable (String) -> String {
      get { synchroniser.options.collectionName }
      set { synchroniser.options.collectionName = newValue }
    }

    // MARK: Synchronising

    /// Synchronises classes in the background, after any run that is in progress.
    ///
    /// To observe the progress, register with
    /// `addObserverForSyncStatus(observer:selector:object:)`. Progress is reported on the callback
    /// queue of the ``CRUD/CRUD`` instance.
    public func sync(types: [NSManagedObject.Type]) { sync(types: types) { _ in } }

    /// Synchronises classes in the background, then calls a closure on the callback queue.
    ///
    /// The closure gets `nil`, or the last error of the run: a ``CRUDError`` if the service
    /// rejected a request or could not be reached, a `SyncError` if documents and objects do not
    /// match.
    public func sync(
      types: [NSManagedObject.Type], completion: @escaping ((any Error)?) -> Void
    ) {
      let handler = CompletionHandler(completion)
      let crud = crud
      synchroniser.start(types) { status in
        crud.callbackQueue.async { status.post(from: self) }
      } completion: { error in
        crud.callbackQueue.async { handler(error) }
      }
    }

    // MARK: Marks

    /// Marks objects as changed.
    ///
    /// The next push creates or updates them in the service, and keeps their states.
    public func toPush(entities: [NSManagedObject]) { mark(Marks.push, entities) }

    /// Marks objects as changed; the next push also gives them the state `PUBLIC`.
    public func toPublic(entities: [NSManagedObject]) { mark(Marks.publish, entities) }

    /// Marks objects as changed; the next push also gives them the state `DRAFT`.
    public func toDraft(entities: [NSManagedObject]) { mark(Marks.draft, entities) }

    /// Marks objects for the trash.
    ///
    /// The next push gives them the state `TRASH` in the service and deletes them on this device.
    public func toTrash(entities: [NSManagedObject]) { mark(Marks.trash, entities) }

    /// Marks objects for deletion.
    ///
    /// The next push gives them the state `DELETED` in the service and deletes them on this device.
    public func toDelete(entities: [NSManagedObject]) { mark(Marks.delete, entities) }

    private func mark(_ mark: String, _ entities: [NSManagedObject]) {
      synchroniser.mark(mark, entities)
    }
  }
#endif
