import Foundation
import GhostlightClient
import GhostlightSync
// Apps synchronise managed objects with nothing but `import MIASync`.
@_exported public import GhostlightSyncStatus
@_exported public import ManagedObjects
@_exported public import mkApp

/// Synchronises managed objects with the collections of the backend up to BaaS 3.
///
/// Class, entity and collection have one name; attributes have the names of the fields. A run pulls
/// first, then pushes what was marked; where both sides changed, the backend wins. Relationships are
/// not synchronised.
///
/// ```swift
/// let miaSyncro = MIASyncro(managedObjectModel: managedObjectModel)
/// miaSyncro?.sync([News.self, Author.self])
/// ```
///
/// Marks and all that is known of the objects' remote twins are kept in a file of their own beside
/// the context's store, its name with `-sync`, so that they survive a restart where the objects do.
///
/// - Source: protocol reference B11, C5 and C6.
public final class MIASyncro: Sendable {
  /// The context whose objects are synchronised.
  public let managedObjectContext: NSManagedObjectContext
  private let instance: MKAppInstance
  private let synchroniser: Synchroniser<BaaSService>

  /// Makes a context of the main queue, whose store is `miasync.sqlite` in the storage directory of
  /// the app's instance.
  ///
  /// The store is in memory where the instance's environment keeps its files in a store of its own.
  /// An older file is migrated. `nil` where the model has no entity, or the file cannot be opened.
  public convenience init?(managedObjectModel: NSManagedObjectModel) {
    guard !managedObjectModel.entities.isEmpty,
      let context = try? Self.context(of: managedObjectModel, for: .current)
    else { return nil }
    self.init(managedObjectContext: context)
  }

  /// Synchronises the objects of a context, which has a store.
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

  /// Whether drafts are kept here; true at first; else a draft counts as deleted.
  public var keepsDrafts: Bool {
    get { synchroniser.options.keepsDrafts }
    set { synchroniser.options.keepsDrafts = newValue }
  }

  /// The collection of a class, by the class's name: the same name at first, in lower case where the
  /// app's instance says so.
  public var collectionNameTransform: @Sendable (String) -> String {
    get { synchroniser.options.collectionName }
    set { synchroniser.options.collectionName = newValue }
  }

  // MARK: Synchronising

  /// Synchronises classes, and returns at once; a run that is under way is finished first.
  ///
  /// `Notification.Name.MIASyncroStatus` says how far it is, on the callback queue of the app's
  /// instance.
  public func sync(_ types: [NSManagedObject.Type]) { sync(types) { _ in } }

  /// Synchronises classes, and tells a closure on the callback queue what failed last, if anything.
  ///
  /// The error is an `MKError` where the backend refused or was not reached, and a `SyncError`
  /// where documents or objects do not fit.
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

  /// Marks objects as changed: the next push creates or updates them.
  public func toPush(_ objects: [NSManagedObject]) { mark(Marks.push, objects) }

  /// Marks objects for deletion: the next push deletes them for good, there and here.
  ///
  /// Other devices do not learn of it; ``toTrash(_:)`` tells them.
  public func toDelete(_ objects: [NSManagedObject]) { mark(Marks.delete, objects) }

  /// Marks objects for the trash: the next push moves them there, and deletes them here.
  public func toTrash(_ objects: [NSManagedObject]) { mark(Marks.trash, objects) }

  private func mark(_ mark: String, _ objects: [NSManagedObject]) {
    synchroniser.mark(mark, objects)
  }
}
