import Foundation
import GhostlightClient
import GhostlightSync
// Apps synchronise managed objects with `import MIASync` alone.
@_exported public import GhostlightSyncStatus
@_exported public import ManagedObjects
@_exported public import mkApp

/// Synchronises managed objects with the collections of the backend up to BaaS 3.
///
/// A class, its entity and its collection have the same name, and attributes have the names of the
/// collection's fields. A run first pulls all changes of the backend, then pushes the marked
/// objects. If both sides have changed an object, the backend wins. Relationships are not
/// synchronised. Use a single instance for a context, and keep it until the context is released. It
/// can be used from any thread.
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
/// The instance stores marks and the states of remote items in a file next to the context's store;
/// its name is that of the store with `-sync`. If the store is in memory, marks and states are lost
/// when the process ends.
///
/// - Source: protocol reference B11, C5 and C6.
public final class MIASyncro: Sendable {
  /// The context whose objects are synchronised.
  public let managedObjectContext: NSManagedObjectContext
  private let instance: MKAppInstance
  private let synchroniser: Synchroniser<BaaSService>

  /// Creates a synchronisation with a new context on the main queue.
  ///
  /// The context's store is `miasync.sqlite` in the storage directory of the app's instance. If the
  /// instance's environment has a store of its own, the context's store is in memory. A file with
  /// an older version of the model is migrated. The result is `nil` if the model does not have
  /// entities, or if the file cannot be opened.
  public convenience init?(managedObjectModel: NSManagedObjectModel) {
    guard !managedObjectModel.entities.isEmpty,
      let context = try? Self.context(of: managedObjectModel, for: .current)
    else { return nil }
    self.init(managedObjectContext: context)
  }

  /// Creates a synchronisation of a context's objects; the context must have a store.
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

  /// Whether pulls store drafts on the device; `true` by default.
  ///
  /// If it is `false`, an object whose item has become a draft is deleted on the device.
  public var keepsDrafts: Bool {
    get { synchroniser.options.keepsDrafts }
    set { synchroniser.options.keepsDrafts = newValue }
  }

  /// Called with an entity's name to get the name of its collection.
  ///
  /// By default both names are equal; the collection's name is in lower case if the app's instance
  /// is configured that way. A run uses the closure that was set when the run was started.
  public var collectionNameTransform: @Sendable (String) -> String {
    get { synchroniser.options.collectionName }
    set { synchroniser.options.collectionName = newValue }
  }

  // MARK: Synchronising

  /// Synchronises the objects of some classes in the background, after any run that is in progress.
  ///
  /// The progress is posted as `Notification.Name.MIASyncroStatus`, on the callback queue of the
  /// app's instance.
  public func sync(_ types: [NSManagedObject.Type]) { sync(types) { _ in } }

  /// Synchronises the objects of some classes in the background, and then calls a closure.
  ///
  /// The closure is called on the callback queue of the app's instance, with the run's last error
  /// or `nil`. It is an `MKError` if the backend rejected a request or was not reached. It is a
  /// `SyncError` if an item does not fit its object.
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

  /// Marks objects as changed; the next push creates or updates their items.
  public func toPush(_ objects: [NSManagedObject]) { mark(Marks.push, objects) }

  /// Marks objects for permanent deletion on the backend and on this device, by the next push.
  ///
  /// Other devices are not told about such a deletion and keep their objects. Use ``toTrash(_:)``
  /// if they must delete them too.
  public func toDelete(_ objects: [NSManagedObject]) { mark(Marks.delete, objects) }

  /// Marks objects for the trash: the next push moves their items there and deletes the objects
  /// here.
  public func toTrash(_ objects: [NSManagedObject]) { mark(Marks.trash, objects) }

  private func mark(_ mark: String, _ objects: [NSManagedObject]) {
    synchroniser.mark(mark, objects)
  }
}
