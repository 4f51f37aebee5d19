#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The queue that a context works on.
  public enum NSManagedObjectContextConcurrencyType: UInt, Sendable, Hashable {
    /// The thread that uses it; treated as a queue of its own.
    case confinementConcurrencyType = 0
    /// A queue of its own.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
  }

  /// A space of objects that are changed together and saved together.
  ///
  /// It belongs to a queue: the main one, or one of its own. There is no undo.
  /// - Source: Core Data, "NSManagedObjectContext".
  nonisolated open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    /// The queue that a context works on, under the short names of newer systems.
    public enum ConcurrencyType: Sendable, Hashable {
      /// A queue of its own.
      case privateQueue
      /// The main queue.
      case mainQueue
    }

    /// When ``NSManagedObjectContext/perform(schedule:_:)`` runs its block.
    public enum ScheduledTaskType: Sendable, Hashable {
      /// At once where the caller is on the context's queue already.
      case immediate
      /// Behind what waits for the queue.
      case enqueued
    }

    /// The kind of the queue.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    final let queue: ContextQueue
    private var lazyRegistry: ObjectRegistry?
    final let children = Mutex<[WeakContext]>([])
    /// The changed objects, held strongly.
    final var inserted: Set<NSManagedObject> = [] { didSet { forgetOrder() } }
    final var updated: Set<NSManagedObject> = [] { didSet { forgetOrder() } }
    final var deleted: Set<NSManagedObject> = [] { didSet { forgetOrder() } }
    /// The changed objects in order, until one comes or goes.
    private var orderedChanges: ChangeSet?
    /// The object whose change was noted last, until anything else is noted.
    private var lastNoted: ObjectIdentifier?
    /// New objects that were deleted before they were saved, until that is carried over.
    final var discarded: [NSManagedObject] = []
    final var pending = PendingChanges() { didSet { lastNoted = nil } }
    final var changeCounter: UInt64 = 0
    private var isProcessingScheduled = false

    /// The coordinator whose stores the context reads and saves to, where it has no parent.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
      get { parent?.persistentStoreCoordinator ?? ownCoordinator }
      set {
        ownCoordinator?.remove(self)
        ownCoordinator = newValue
        newValue?.add(self)
      }
    }
    private var ownCoordinator: NSPersistentStoreCoordinator?

    /// The context that this one reads from and saves to, instead of a coordinator.
    open var parent: NSManagedObjectContext? {
      didSet {
        oldValue?.removeChild(self)
        parent?.addChild(self)
      }
    }

    /// A name for people.
    open var name: String?
    /// Who changes what is saved; kept, and without effect here.
    open var transactionAuthor: String?
    /// What an app keeps with the context.
    public final let userInfo = NSMutableDictionary()
    /// What becomes of conflicts with what others saved: an ``NSMergePolicy``.
    open var mergePolicy: Any = NSErrorMergePolicy
    /// How old what is in memory may be; kept, and without effect here.
    open var stalenessInterval: TimeInterval = -1
    /// Whether unchanged objects are held strongly too.
    open var retainsRegisteredObjects: Bool = false
    /// Whether deletions are carried over to related objects before each save only.
    open var propagatesDeletesAtEndOfEvent: Bool = true
    /// Whether objects whose data is gone are deleted, instead of stopping the app.
    open var shouldDeleteInaccessibleFaults: Bool = true
    /// Whether what others save to the parent, or to the coordinator, shows here by itself.
    open var automaticallyMergesChangesFromParent: Bool = false
    /// Always `nil`: there is no undo, and Foundation has no `UndoManager` on Linux.
    ///
    /// It can be set to `nil`, as apps do that want no undo.
    open var undoManager: UndoManagerUnavailable? {
      get { nil }
      set {}
    }
    private var strongObjects: Set<NSManagedObject> = []

    /// A context with a kind of queue.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
      concurrencyType = ct
      queue =
        ct == .mainQueueConcurrencyType
        ? .main : ContextQueue(label: "NSManagedObjectContext")
      super.init()
    }

    /// A context with a kind of queue, under the short names of newer systems.
    public convenience init(_ concurrencyType: ConcurrencyType) {
      self.init(
        concurrencyType: concurrencyType == .mainQueue
          ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    deinit {
      // Objects that hold each other go with the context.
      for object in lazyRegistry?.objects ?? [] { object.detach() }
      parent?.removeChild(nil)
      ownCoordinator?.remove(nil)
    }

    final var registry: ObjectRegistry {
      if let lazyRegistry { return lazyRegistry }
      let made = ObjectRegistry(self)
      lazyRegistry = made
      return made
    }

    final var model: NSManagedObjectModel? { persistentStoreCoordinator?.managedObjectModel }

    final func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
      model.flatMap { EntityClasses.entity(of: objectClass, in: $0) }
        ?? EntityClasses.entity(of: objectClass)
    }

    /// Returns the entity of a class; the app stops here if the class has none, as with Core Data.
    final func knownEntity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
      guard let entity = entity(of: objectClass) else {
        preconditionFailure("No NSEntityDescription in the context's model claims \(objectClass)")
      }
      return entity
    }

    // MARK: Queue

    /// Runs a block later on the context's queue.
    ///
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/perform(_:)`.
    @preconcurrency open func perform(_ block: @escaping @Sendable () -> Void) {
      queue.perform { [self] in
        block()
        processPendingChanges()
      }
    }

    /// Runs a block on the context's queue, and waits for it.
    ///
    /// Calls may nest, also through a parent on the main queue.
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/performandwait(_:)-ypye`.
    @preconcurrency open func performAndWait(_ block: @Sendable () -> Void) { onQueue(block) }

    /// Runs a block on the queue and waits for it; the block need not be `@Sendable`.
    final func onQueue<T>(_ block: () throws -> T) rethrows -> T {
      try queue.performAndWait {
        defer { processPendingChanges() }
        return try block()
      }
    }

    // MARK: Changes

    /// Whether anything was inserted, changed or deleted since the last save.
    open var hasChanges: Bool {
      !inserted.isEmpty || !deleted.isEmpty || !updated.isEmpty
    }
    /// The new objects.
    open var insertedObjects: Set<NSManagedObject> { inserted }
    /// The changed objects.
    open var updatedObjects: Set<NSManagedObject> { updated }
    /// The objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { deleted }
    /// All objects that there are of the context.
    open var registeredObjects: Set<NSManagedObject> { Set(registry.objects) }

    /// Inserts an object that has no context.
    open func insert(_ object: NSManagedObject) {
      guard object.managedObjectContext == nil else {
        precondition(
          object.managedObjectContext === self,
          "An NSManagedObject may not be in more than one NSManagedObjectContext.")
        return restoreDeleted(object)
      }
      object.registry = registry
      object.state = .inserted
      registry.register(object, object.objectID)
      number(object)
      inserted.insert(object)
      pending.inserted.insert(object)
      retain(object)
      // What is set next is told with the insertion.
      lastNoted = ObjectIdentifier(object)
      object.awakeFromInsert()
      scheduleProcessing()
    }

    private func forgetOrder() {
      orderedChanges = nil
      lastNoted = nil
    }

    /// Whether the changed objects are those that were listed last.
    final var isOrderKnown: Bool { orderedChanges != nil }

    /// The changed objects, in the order in which they were changed.
    final func changeSet() -> ChangeSet {
      if let orderedChanges { return orderedChanges }
      func ordered(_ objects: Set<NSManagedObject>) -> [NSManagedObject] {
        objects.sorted { $0.changeNumber < $1.changeNumber }
      }
      let changes = ChangeSet(
        inserted: ordered(inserted), updated: ordered(updated), deleted: ordered(deleted))
      orderedChanges = changes
      return changes
    }

    final func number(_ object: NSManagedObject) {
      changeCounter += 1
      object.changeNumber = changeCounter
    }

    final func retain(_ object: NSManagedObject) {
      if retainsRegisteredObjects { strongObjects.insert(object) }
    }

    final func releaseAll() { strongObjects = [] }

    /// Notes that an object's properties changed.
    final func noteChanged(_ object: NSManagedObject) {
      // One object's properties are often set one after the other.
      guard lastNoted != ObjectIdentifier(object) else { return }
      defer { lastNoted = ObjectIdentifier(object) }
      if !object.state.contains(.inserted), !object.state.contains(.deleted),
        updated.insert(object).inserted
      {
        number(object)
      }
      guard !object.state.contains(.inserted) || !pending.inserted.contains(object) else {
        return scheduleProcessing()
      }
      pending.updated.insert(object)
      scheduleProcessing()
    }

    /// On the main queue outside of any block, changes are processed when the queue comes to it.
    final func scheduleProcessing() {
      guard concurrencyType == .mainQueueConcurrencyType, !isProcessingScheduled else { return }
      isProcessingScheduled = true
      queue.perform { [weak self] in
        guard let self else { return }
        isProcessingScheduled = false
        processPendingChanges()
      }
    }
  }

  extension NSManagedObjectContext {
    /// Runs a block on the context's queue, and waits for its result.
    ///
    /// Calls may nest, also through a parent on the main queue.
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/performandwait(_:)-6aaf1`.
    @preconcurrency nonisolated public func performAndWait<T>(
      _ block: @Sendable () throws -> T
    ) rethrows -> T {
      try onQueue(block)
    }

    /// Runs a block on the context's queue, without blocking a thread.
    ///
    /// - Throws: The error that the block throws.
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/perform(schedule:_:)`.
    @preconcurrency nonisolated public func perform<T>(
      schedule: ScheduledTaskType = .immediate, _ block: @escaping @Sendable () throws -> T
    ) async rethrows -> T {
      let work = AwaitedWork { [self] in
        defer { processPendingChanges() }
        return try block()
      }
      await work.run { queue.perform($0) }
      return try work.get(throwingAs: block)
    }
  }

  /// Stands where Apple has an undo manager; there is none.
  public enum UndoManagerUnavailable: Sendable {}

  /// A context that may go.
  final class WeakContext: @unchecked Sendable {
    private(set) weak var context: NSManagedObjectContext?

    init(_ context: NSManagedObjectContext) { self.context = context }
  }
#endif
