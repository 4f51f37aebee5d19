import Foundation
import GhostlightClient
import GhostlightSync
// Apps synchronise managed objects with `import MIASync` alone.
@_exported public import GhostlightSyncStatus
@_exported public import ManagedObjects
@_exported public import mkApp

/// Synchronises managed objects with the collections of the backend up to BaaS 3.
///
/// Class, entity and collection have the same name, and attributes have the names of the fields. A
/// run first pulls all changes of the backend, then pushes the marked objects. If both sides have
/// changed an object, the backend wins. Relationships are not synchronised. Keep one instance as
/// long as its context; it can be used from any thread.
///
/// ```swift
/// import MIASync
///
/// nonisolated final class News: NSManagedObject {}
///
/// func start(_ managedObjectModel: NSManagedObjectModel, _ news: News) {
///   let miaSyncro = MIASyncro(managedObjectModel: managedObjectModel)
///   miaSyncro?.toPush([news])
///   miaSyncro?.sync([News.self])
/// }
/// ```
///
/// Marks and the state of the remote items are stored in a file next to the context's store, with
/// `-sync` added to its name. They survive a restart if the objects do.
///
/// - Source: protocol reference B11, C5 and C6.
public final class MIASyncro: Sendable {
  /// The context whose objects are synchronised.
  public let managedObjectContext: NSManagedObjectContext
  private let instance: MKAppInstance
  private let synchroniser: Synchroniser<BaaSService>

  /// Creates a synchronisation with a new context of the main queue.
  ///
  /// Its store is `miasync.sqlite` in the storage directory of the app's instance.
  ///
  /// The store is in memory if the instance's environment has its own store. A file with an older
  /// model is migrated. Returns `nil` if the model has no entities or the file cannot be opened.
  public convenience init?(managedObjectModel: NSManagedObjectModel) {
    guard !managedObjectModel.entities.isEmpty,
      let context = try? Self.context(of: managedObjectModel, for: .current)
    else { return nil }
    self.init(managedObjectContext: context)
  }

  /// Creates a synchronisation of the objects of a context, which must have a store.
  public init(managedObjectContext: NSManagedObjectContext) {
    let instance = MKAppInstance.current
    self.managedObjectContext = managedObjectContext
    self.instance = instance
    synchroniser = Synchroniser(managedObjectContext, BaaSService(instance)) {
      instance.path(of: $0)
    }
  }

  private static func context(
    of model: NSManagedObjectModel, for instance: MKAppInstance
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    if instance.environment.store != nil {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    } else {
      let folder = instance.storageDirectory
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil,
        at: folder.appendingPathComponent("miasync.sqlite"),
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ])
    }
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Whether drafts are stored on the device; `true` by default.
  ///
  /// Otherwise a draft is deleted here.
  public var keepsDrafts: Bool {
    get { synchroniser.options.keepsDrafts }
    set { synchroniser.options.keepsDrafts = newValue }
  }

  /// Called with the name of a class to get the name of its collection.
  ///
  /// By default both are equal. The name is in lower case if the app's instance is configured that
  /// way.
  public var collectionNameTransform: @Sendable (String) -> String {
    get { synchroniser.options.collectionName }
    set { synchroniser.options.collectionName = newValue }
  }

  // MARK: Synchronising

  /// Synchronises classes in the background, after a run that is in progress.
  ///
  /// The progress is posted as `Notification.Name.MIASyncroStatus`, on the callback queue of the
  /// app's instance.
  public func sync(_ types: [NSManagedObject.Type]) { sync(types) { _ in } }

  /// Synchronises classes in the background, and passes the last error, if any, to a closure on the
  /// callback queue.
  ///
  /// The error is an `MKError` if the backend refused or was not reached. It is a `SyncError` if
  /// items and objects do not fit each other.
  public func sync(
    _ types: [NSManagedObject.Type], completion: @escaping ((any Error)?) -> Void
  ) {
    let handler = CompletionHandler(completion)
    let instance = instance
    synchroniser.start(types) { status in
      instance.onCallbackQueue { status.post(from: self) }
    } completion: { error in
      instance.onCallbackQueue { handler(error) }
    }
  }

  /// Marks objects as changed.
  ///
  /// The next push creates or updates them.
  public func toPush(_ objects: [NSManagedObject]) { mark(Marks.push, objects) }

  /// Marks objects for permanent deletion.
  ///
  /// The next push deletes them on the backend and here.
  ///
  /// Other devices do not get that change. Use ``toTrash(_:)`` so that they delete the objects too.
  public func toDelete(_ objects: [NSManagedObject]) { mark(Marks.delete, objects) }

  /// Marks objects for the trash.
  ///
  /// The next push moves them to the backend's trash and deletes them here.
  public func toTrash(_ objects: [NSManagedObject]) { mark(Marks.trash, objects) }

  private func mark(_ mark: String, _ objects: [NSManagedObject]) {
    synchroniser.mark(mark, objects)
  }
}
