#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightSync
  // Apps synchronise managed objects with `import CRUD` alone.
  @_exported public import GhostlightSyncStatus
  @_exported public import ManagedObjects

  /// Synchronises managed objects with collections of the service.
  ///
  /// Class, entity and collection have the same name, and attributes have the names of the
  /// properties. A run first pulls all changes of the service, then pushes the marked objects. If
  /// both sides have changed an object, the service wins. Relationships are not synchronised. Keep
  /// one instance as long as its context; it can be used from any thread.
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
  /// store, with `-sync` added to its name. If that store is in memory, they are in memory too.
  ///
  /// - Source: protocol reference C5 and C7.1.
  public final class Sync: Sendable {
    private let crud: CRUD
    private let context: NSManagedObjectContext
    private let synchroniser: Synchroniser<CRUDService>

    /// Creates a synchronisation of the objects of a context, which must have a store.
    public init(crud: CRUD, context: NSManagedObjectContext) {
      self.crud = crud
      self.context = context
      synchroniser = Synchroniser(context, CRUDService(crud: crud)) { $0 }
    }

    /// Creates a synchronisation with a new context of the main queue, whose store is in memory
    /// only.
    ///
    /// Returns `nil` if the model has no entities. An app that stores objects in a file passes its
    /// own context instead.
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

    /// Whether drafts are stored on the device; `true` by default.
    ///
    /// Otherwise a draft is deleted here.
    public var keepsDrafts: Bool {
      get { synchroniser.options.keepsDrafts }
      set { synchroniser.options.keepsDrafts = newValue }
    }

    /// Called with the name of a class to get the name of its collection.
    ///
    /// By default both are equal.
    public var collectionNameTransform: @Sendable (String) -> String {
      get { synchroniser.options.collectionName }
      set { synchroniser.options.collectionName = newValue }
    }

    // MARK: Synchronising

    /// Synchronises classes in the background, after a run that is in progress.
    ///
    /// To observe the progress, register with
    /// `addObserverForSyncStatus(observer:selector:object:)`. It is reported on the callback queue
    /// of the instance.
    public func sync(types: [NSManagedObject.Type]) { sync(types: types) { _ in } }

    /// Synchronises classes in the background, and passes the last error, if any, to a closure on
    /// the callback queue.
    ///
    /// The error is a ``CRUDError`` if the service refused or was not reached. It is a `SyncError`
    /// if documents and objects do not fit each other.
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
    /// The next push creates or updates them and keeps their states.
    public func toPush(entities: [NSManagedObject]) { mark(Marks.push, entities) }

    /// Marks objects as changed and to be published.
    public func toPublic(entities: [NSManagedObject]) { mark(Marks.publish, entities) }

    /// Marks objects as changed and to become drafts.
    public func toDraft(entities: [NSManagedObject]) { mark(Marks.draft, entities) }

    /// Marks objects for the trash.
    ///
    /// The next push moves them to the service's trash and deletes them here.
    public func toTrash(entities: [NSManagedObject]) { mark(Marks.trash, entities) }

    /// Marks objects for deletion.
    ///
    /// The next push gives them the state `DELETED` and deletes them here.
    public func toDelete(entities: [NSManagedObject]) { mark(Marks.delete, entities) }

    private func mark(_ mark: String, _ entities: [NSManagedObject]) {
      synchroniser.mark(mark, entities)
    }
  }
#endif
