#if !canImport(CoreData)
  public import Foundation
  import Synchronization

  /// The kind of queue on which a context works.
  ///
  /// Pass it to ``NSManagedObjectContext/init(concurrencyType:)``. The raw values are Apple's. A
  /// context of the confinement kind, which Apple has deprecated, has a private queue here.
  public enum NSManagedObjectContextConcurrencyType: UInt, Sendable, Hashable {
    /// Apple's confinement to one thread; here the same as a private queue.
    case confinementConcurrencyType = 0
    /// A private queue.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
  }

  /// A set of managed objects that are changed and saved together.
  ///
  /// Get one from an ``NSPersistentContainer``, or create one and set its coordinator or its
  /// parent. A context belongs to a queue, the main one or a private one. Use its objects only in
  /// blocks that ``perform(_:)``, `performAndWait(_:)` or ``perform(schedule:_:)`` runs; the
  /// context itself can be passed between threads.
  ///
  /// It holds unchanged objects weakly and changed objects strongly. Its objects lose their values
  /// when the context is released.
  ///
  /// Unlike Apple's class it does not support undo, ``refresh(_:mergeChanges:)`` always reads from
  /// the store, and ``stalenessInterval`` has no effect.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func rename(_ id: NSManagedObjectID, to name: String, in context: NSManagedObjectContext) async throws {
  ///   try await context.perform {
  ///     context.object(with: id).setValue(name, forKey: "name")
  ///     try context.save()
  ///   }
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSManagedObjectContext".
  nonisolated open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    /// The kind of queue on which a context works, with the shorter names that newer Apple SDKs
    /// use.
    ///
    /// Pass it to ``init(_:)``. The cases mean the same as those of
    /// ``NSManagedObjectContextConcurrencyType``; there is no case for confinement.
    public enum ConcurrencyType: Sendable, Hashable {
      /// A private queue.
      case privateQueue
      /// The main queue.
      case mainQueue
    }

    /// Determines when ``NSManagedObjectContext/perform(schedule:_:)`` runs its block.
    ///
    /// Here both cases submit the block to the queue and suspend the caller until it has run. In
    /// Core Data, the default runs the block immediately if the caller is on the context's queue.
    public enum ScheduledTaskType: Sendable, Hashable {
      /// In Core Data, runs immediately if the caller is on the context's queue; here like
      /// ``enqueued``.
      case immediate
      /// Runs after the blocks that are already in the queue.
      case enqueued
    }

    /// The kind of the context's queue.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    final let queue: ContextQueue
    private var lazyRegistry: ObjectRegistry?
    final let children = Mutex<[WeakContext]>([])
    /// The objects with unsaved insertions, changes and deletions, which the context holds
    /// strongly.
    final var inserted: Set<NSManagedObject> = [] { didSet { forgetOrder() } }
    final var updated: Set<NSManagedObject> = [] { didSet { forgetOrder() } }
    final var deleted: Set<NSManagedObject> = [] { didSet { forgetOrder() } }
    /// The cached result of ``changeSet()``; `nil` after `inserted`, `updated` or `deleted` has
    /// changed.
    private var orderedChanges: ChangeSet?
    /// The object whose change was recorded last; `nil` after an insertion, deletion or
    /// notification.
    private var lastNoted: ObjectIdentifier?
    /// New objects that were deleted before they were saved, until their delete rules have been
    /// applied.
    final var discarded: [NSManagedObject] = []
    final var pending = PendingChanges() { didSet { lastNoted = nil } }
    final var changeCounter: UInt64 = 0
    private var isProcessingScheduled = false

    /// The coordinator whose stores the context reads from and saves to.
    ///
    /// A context with a parent uses the parent's coordinator.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
      get { parent?.persistentStoreCoordinator ?? ownCoordinator }
      set {
        ownCoordinator?.remove(self)
        ownCoordinator = newValue
        newValue?.add(self)
      }
    }
    private var ownCoordinator: NSPersistentStoreCoordinator?

    /// The context from which this one reads and to which it saves, in place of a coordinator.
    open var parent: NSManagedObjectContext? {
      didSet {
        oldValue?.removeChild(self)
        parent?.addChild(self)
      }
    }

    /// A name for debugging.
    open var name: String?
    /// A name for the author of the saved changes; the context stores it but does not use it.
    open var transactionAuthor: String?
    /// Arbitrary values that an app attaches to the context.
    public final let userInfo = NSMutableDictionary()
    /// The ``NSMergePolicy`` that resolves conflicts between this context and the store.
    open var mergePolicy: Any = NSErrorMergePolicy
    /// The maximum age of values in memory, in seconds; the context stores it but does not use it.
    open var stalenessInterval: TimeInterval = -1
    /// Whether the context holds its unchanged objects strongly too.
    open var retainsRegisteredObjects: Bool = false
    /// Whether delete rules are applied whenever changes are processed, not only before a save.
    open var propagatesDeletesAtEndOfEvent: Bool = true
    /// Whether an object whose row the store no longer has counts as deleted.
    ///
    /// With `false`, reading an object that the store does not have, or cannot read, ends the
    /// process.
    open var shouldDeleteInaccessibleFaults: Bool = true
    /// Whether saves to this context's parent or coordinator are merged into this context
    /// automatically.
    open var automaticallyMergesChangesFromParent: Bool = false
    /// Always `nil`, because undo is not supported and Foundation has no `UndoManager` on Linux.
    ///
    /// Apps that do not want undo can set it to `nil`, as they do with Core Data.
    open var undoManager: UndoManagerUnavailable? {
      get { nil }
      set {}
    }
    private var strongObjects: Set<NSManagedObject> = []

    /// Creates a context that works on the main queue or on a private queue.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
      concurrencyType = ct
      queue =
        ct == .mainQueueConcurrencyType
        ? .main : ContextQueue(label: "NSManagedObjectContext")
      super.init()
    }

    /// Creates a context that works on the main queue or on a private queue.
    public convenience init(_ concurrencyType: ConcurrencyType) {
      self.init(
        concurrencyType: concurrencyType == .mainQueue
          ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    deinit {
      // Related objects may hold each other strongly, so their relationships are emptied to break
      // reference cycles.
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

    /// Returns the entity of a class.
    ///
    /// If no entity has this class, the process ends, as in Core Data.
    final func knownEntity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
      guard let entity = entity(of: objectClass) else {
        preconditionFailure("No NSEntityDescription in the context's model claims \(objectClass)")
      }
      return entity
    }

    // MARK: Queue

    /// Submits a block to the context's queue and returns immediately.
    ///
    /// After the block, the context processes its pending changes.
    ///
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/perform(_:)`.
    @preconcurrency open func perform(_ block: @escaping @Sendable () -> Void) {
      queue.perform { [self] in
        block()
        processPendingChanges()
      }
    }

    /// Runs a block on the context's queue, and blocks the caller until it has run.
    ///
    /// Calls can be nested, even if a parent context uses the main queue and the caller is on it.
    ///
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/performandwait(_:)-ypye`.
    @preconcurrency open func performAndWait(_ block: @Sendable () -> Void) { onQueue(block) }

    /// Runs a block on the queue and blocks the caller; the block need not be `@Sendable`.
    final func onQueue<T>(_ block: () throws -> T) rethrows -> T {
      try queue.performAndWait {
        defer { processPendingChanges() }
        return try block()
      }
    }

    // MARK: Changes

    /// Whether objects were inserted, changed or deleted since the last save.
    open var hasChanges: Bool {
      !inserted.isEmpty || !deleted.isEmpty || !updated.isEmpty
    }
    /// The objects that were inserted since the last save.
    open var insertedObjects: Set<NSManagedObject> { inserted }
    /// The objects that were changed since the last save.
    open var updatedObjects: Set<NSManagedObject> { updated }
    /// The objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { deleted }
    /// All objects of the context that are in memory.
    open var registeredObjects: Set<NSManagedObject> { Set(registry.objects) }

    /// Inserts an object that does not belong to any context yet.
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
      // Properties that the app sets next are part of the insertion, so they are not recorded as
      // changes.
      lastNoted = ObjectIdentifier(object)
      object.awakeFromInsert()
      scheduleProcessing()
    }

    private func forgetOrder() {
      orderedChanges = nil
      lastNoted = nil
    }

    /// Whether ``changeSet()`` can return its last result, because no set of changes has changed.
    final var isOrderKnown: Bool { orderedChanges != nil }

    /// Returns the changed objects, in the order in which they were changed.
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

    /// Records that the app has changed a property of an object.
    final func markChanged(_ object: NSManagedObject) {
      // Fast path: apps often set several properties of one object in a row, and only the first
      // change has to be recorded.
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

    /// Schedules the processing of changes that were made on the main queue outside of a block.
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
    /// Runs a block on the context's queue, and blocks the caller until it has a result.
    ///
    /// Calls can be nested, even if a parent context uses the main queue and the caller is on it.
    ///
    /// - Source: `/documentation/coredata/nsmanagedobjectcontext/performandwait(_:)-6aaf1`.
    @preconcurrency nonisolated public func performAndWait<T>(
      _ block: @Sendable () throws -> T
    ) rethrows -> T {
      try onQueue(block)
    }

    /// Runs a block on the context's queue, and suspends the caller until it has a result.
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

  /// The type of ``NSManagedObjectContext/undoManager``, which has no values.
  ///
  /// Undo is not supported, and Foundation has no `UndoManager` on Linux. The type only lets apps
  /// write `context.undoManager = nil`.
  public enum UndoManagerUnavailable: Sendable {}

  final class WeakContext: @unchecked Sendable {
    private(set) weak var context: NSManagedObjectContext?

    init(_ context: NSManagedObjectContext) { self.context = context }
  }
#endif
