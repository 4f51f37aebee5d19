#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  // Re-exported, so that apps can declare managed objects with only `import StackMob`.
  @_exported public import ManagedObjects
  import Synchronization

  /// A data store for apps that use Core Data: contexts save to StackMob and fetch from it.
  ///
  /// Get the client's store with ``SMClient/coreDataStore(with:)``. Contexts have three levels. The
  /// lowest is a private context on the coordinator, whose saves send the requests.
  /// ``mainThreadContext`` is its child. Each other thread has a context that is a child of
  /// ``mainThreadContext``. The methods of `NSManagedObjectContext` in this module save and fetch
  /// through all levels, and do not block the main queue.
  ///
  /// The store lives as long as its client. Use each context only on its own queue.
  ///
  /// ```swift
  /// import StackMob
  ///
  /// func renameAll(in store: SMCoreDataStore) throws {
  ///   let context = store.contextForCurrentThread()
  ///   let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
  ///   for person in try context.executeFetchRequestAndWait(request) {
  ///     person.setValue("Jack", forKey: "name")
  ///   }
  ///   try context.saveAndWait()
  /// }
  /// ```
  ///
  /// - Source: protocol reference B13.
  public final class SMCoreDataStore: SMDataStore {
    /// The coordinator of the contexts, whose only store sends requests to StackMob.
    public nonisolated let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context of the main queue, for the app's user interface.
    public nonisolated let mainThreadContext: NSManagedObjectContext

    nonisolated let privateContext: NSManagedObjectContext
    nonisolated let settings: StoreSettings
    private nonisolated let threadKey = "StackMob.context." + UUID().uuidString

    /// Creates a store that uses a session, for the entities of a model.
    ///
    /// Apps normally call ``SMClient/coreDataStore(with:)`` instead.
    public nonisolated init(
      apiVersion: String, session: SMUserSession, managedObjectModel: NSManagedObjectModel
    ) {
      settings = StoreSettings(session, cache: Self.cache(session, managedObjectModel))
      persistentStoreCoordinator = NSPersistentStoreCoordinator(
        managedObjectModel: managedObjectModel)
      SMIncrementalStore.register
      do {
        try persistentStoreCoordinator.addPersistentStore(
          ofType: SMIncrementalStoreType, configurationName: nil, at: nil,
          options: [StoreSettings.key: settings])
      } catch {
        SMException(name: SMExceptionAddPersistentStore, reason: "\(error)").raise()
      }
      privateContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      privateContext.persistentStoreCoordinator = persistentStoreCoordinator
      mainThreadContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      mainThreadContext.parent = privateContext
      super.init(apiVersion: apiVersion, session: session)
      for context in [privateContext, mainThreadContext] {
        context.mergePolicy = settings.mergePolicy
      }
      settings.held.observe(mainThreadContext)
    }

    /// Returns the main queue's context on the main queue, otherwise the current thread's own
    /// context.
    ///
    /// Use it only in code without `await`, because a task can continue on a different thread after
    /// each `await`.
    public nonisolated func contextForCurrentThread() -> NSManagedObjectContext {
      if MainQueue.isCurrent { return mainThreadContext }
      let dictionary = Thread.current.threadDictionary
      if let known = dictionary[threadKey] as? NSManagedObjectContext { return known }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.parent = mainThreadContext
      context.mergePolicy = settings.mergePolicy
      dictionary[threadKey] = context
      return context
    }

    private nonisolated static func cache(
      _ session: SMUserSession, _ model: NSManagedObjectModel
    ) -> ObjectCache? {
      guard SM_CACHE_ENABLED else { return nil }
      let file = session.environment.storageFolder
        .appendingPathComponent("\(session.publicKey)-CoreDataStore.sqlite")
      do { return try ObjectCache(model, session, at: file) } catch {
        ((error as? SMException)
          ?? SMException(name: SMExceptionCacheError, reason: "\(error)")).raise()
      }
    }

    /// The context of the main queue or of the current thread.
    @available(*, deprecated, renamed: "contextForCurrentThread()")
    public nonisolated var managedObjectContext: NSManagedObjectContext {
      contextForCurrentThread()
    }

    /// Sets the merge policy of contexts that are created later.
    ///
    /// The default is `NSMergeByPropertyObjectTrumpMergePolicy`. If `apply` is `true`, the main
    /// queue's context and the private context below it get the policy too.
    public nonisolated func setDefaultCoreDataMergePolicy(
      _ mergePolicy: Any, applyToMainThreadContextAndParent apply: Bool
    ) {
      guard let policy = mergePolicy as? NSMergePolicy else { return }
      settings.mergePolicy = policy
      guard apply else { return }
      for context in [mainThreadContext, privateContext] {
        context.performBlocking { context.mergePolicy = policy }
      }
    }

    /// Sets the merge policy of contexts that are created later.
    @available(
      *, deprecated, renamed: "setDefaultCoreDataMergePolicy(_:applyToMainThreadContextAndParent:)"
    )
    public nonisolated func setDefaultMergePolicy(
      _ mergePolicy: Any, applyToMainThreadContextAndParent apply: Bool
    ) {
      setDefaultCoreDataMergePolicy(mergePolicy, applyToMainThreadContextAndParent: apply)
    }

    /// The options of saves and fetches for which the app does not pass options.
    ///
    /// Only ``SMRequestOptions/isSecure`` has an effect, and with a cache also
    /// ``SMRequestOptions/fetchPolicy``, ``SMRequestOptions/savePolicy`` and
    /// ``SMRequestOptions/cacheResults``.
    public nonisolated var globalRequestOptions: SMRequestOptions {
      get { settings.globalRequestOptions }
      set { settings.globalRequestOptions = newValue }
    }
  }

  /// The state that a Core Data store shares with the persistent store of its coordinator.
  final class StoreSettings: Sendable {
    /// The key for the settings in the options of the persistent store.
    static let key = "SMCoreDataStoreSettings"

    let session: SMUserSession
    /// The object cache on this device; `nil` if caching is off.
    let cache: ObjectCache?
    let sync = SyncSettings()
    let writes: SentWrites
    let held: HeldChanges
    let policies: StorePolicies
    private let state = Mutex(
      (policy: Callback(StoreSettings.firstPolicy), options: SMRequestOptions()))

    init(_ session: SMUserSession, cache: ObjectCache? = nil) {
      self.session = session
      self.cache = cache
      writes = SentWrites(cache)
      held = cache?.held ?? HeldChanges()
      policies = StorePolicies(session.networkMonitor)
    }

    private static var firstPolicy: NSMergePolicy {
      NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    }

    var mergePolicy: NSMergePolicy {
      get { state.withLock { $0.policy }.block }
      set {
        let policy = Callback(newValue)
        state.withLock { $0.policy = policy }
      }
    }

    var globalRequestOptions: SMRequestOptions {
      get { state.withLock { $0.options } }
      set { state.withLock { $0.options = newValue } }
    }
  }

  /// Recognizes the main queue by a queue-specific value, because different threads can run it.
  enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
  }

  extension SMException {
    /// Ends the process with the exception's description, as an uncaught exception does.
    ///
    /// Use it in calls that cannot throw.
    func raise() -> Never { fatalError(description) }

    /// Runs `body` and returns its result; if `body` throws, ends the process.
    static func raising<Value>(_ body: () throws(SMException) -> Value) -> Value {
      do throws(SMException) { return try body() } catch { error.raise() }
    }
  }
#endif
