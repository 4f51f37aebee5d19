#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightSync
  // Apps synchronise managed objects with nothing but `import CRUD`.
  @_exported public import GhostlightSyncStatus
  @_exported public import ManagedObjects

  /// Synchronises managed objects with collections of the service.
  ///
  /// Class, entity and collection have one name; attributes have the names of the properties. A run
  /// pulls first, then pushes what was marked; where both sides changed, the service wins.
  /// Relationships are not synchronised.
  ///
  /// ```swift
  /// let sync = Sync(crud: crud, context: managedObjectContext)
  /// sync.toPush(entities: [author])
  /// sync.sync(types: [Author.self, Book.self])
  /// ```
  ///
  /// Marks and all that is known of the objects' remote twins are kept in a file of their own beside
  /// the context's first store, its name with `-sync`; in memory where that store is.
  ///
  /// - Source: protocol reference C5 and C7.1.
  public final class Sync: Sendable {
    private let crud: CRUD
    private let context: NSManagedObjectContext
    private let synchroniser: Synchroniser<CRUDService>

    /// Synchronises the objects of a context, which has a store.
    public init(crud: CRUD, context: NSManagedObjectContext) {
      self.crud = crud
      self.context = context
      synchroniser = Synchroniser(context, CRUDService(crud: crud)) { $0 }
    }

    /// Makes a context of the main queue, in memory only.
    ///
    /// `nil` where the model has no entity. An app that wants a file passes its own context.
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

    /// The context whose objects are synchronised: the one given, or the one that was made.
    public var managedObjectContext: NSManagedObjectContext { context }

    /// Whether drafts are kept here; true at first; else a draft counts as deleted.
    public var keepsDrafts: Bool {
      get { synchroniser.options.keepsDrafts }
      set { synchroniser.options.keepsDrafts = newValue }
    }

    /// The collection of a class, by the class's name; the same name at first.
    public var collectionNameTransform: @Sendable (String) -> String {
      get { synchroniser.options.collectionName }
      set { synchroniser.options.collectionName = newValue }
    }

    // MARK: Synchronising

    /// Synchronises classes, and returns at once; a run that is under way is finished first.
    ///
    /// `addObserverForSyncStatus(observer:selector:object:)` registers for how far it is; that is
    /// told on the callback queue of the instance.
    public func sync(types: [NSManagedObject.Type]) { sync(types: types) { _ in } }

    /// Synchronises classes, and tells a closure on the callback queue what failed last, if anything.
    ///
    /// The error is a ``CRUDError`` where the service refused or was not reached, and a `SyncError`
    /// where documents or objects do not fit.
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

    /// Marks objects as changed: the next push creates or updates them, in the state they have.
    public func toPush(entities: [NSManagedObject]) { mark(Marks.push, entities) }

    /// Marks objects as changed and to become public.
    public func toPublic(entities: [NSManagedObject]) { mark(Marks.publish, entities) }

    /// Marks objects as changed and to become drafts.
    public func toDraft(entities: [NSManagedObject]) { mark(Marks.draft, entities) }

    /// Marks objects for the trash: the next push moves them there, and deletes them here.
    public func toTrash(entities: [NSManagedObject]) { mark(Marks.trash, entities) }

    /// Marks objects for deletion: the next push gives them the state DELETED, and deletes them here.
    public func toDelete(entities: [NSManagedObject]) { mark(Marks.delete, entities) }

    private func mark(_ mark: String, _ entities: [NSManagedObject]) {
      synchroniser.mark(mark, entities)
    }
  }
#endif
