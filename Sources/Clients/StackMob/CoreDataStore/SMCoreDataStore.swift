#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  // Apps write managed objects with nothing but `import StackMob`.
  @_exported public import ManagedObjects
  import Synchronization

  /// A data store that Core Data saves to and fetches from.
  ///
  /// Contexts stand in three levels: one of a private queue on the coordinator, whose save sends
  /// the requests; ``mainThreadContext`` above it; and above that one context for each thread that
  /// is not the main one. The methods of `NSManagedObjectContext` in this module save and fetch
  /// through all levels; they keep the main queue free.
  ///
  /// - Source: protocol reference B13.
  public final class SMCoreDataStore: SMDataStore {
    /// Leads contexts to StackMob.
    public nonisolated let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context of the main queue.
    public nonisolated let mainThreadContext: NSManagedObjectContext

    nonisolated let privateContext: NSManagedObjectContext
    nonisolated let settings: StoreSettings
    private nonisolated let threadKey = "StackMob.context." + UUID().uuidString

    /// A store of a session, for the entities of a model.
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

    /// The context of the main queue where the caller is on it, else one that this thread has for
    /// itself.
    ///
    /// For code without `await`: a task may go on with another thread after each.
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

    /// The context of the current thread.
    @available(*, deprecated, renamed: "contextForCurrentThread()")
    public nonisolated var managedObjectContext: NSManagedObjectContext {
      contextForCurrentThread()
    }

    /// Sets what contexts make of conflicts; `NSMergeByPropertyObjectTrumpMergePolicy` unless set.
    ///
    /// Contexts that are made from now on have it; those of the main queue and below only where
    /// that is asked for.
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

    /// Sets what contexts make of conflicts.
    @available(
      *, deprecated, renamed: "setDefaultCoreDataMergePolicy(_:applyToMainThreadContextAndParent:)"
    )
    public nonisolated func setDefaultMergePolicy(
      _ mergePolicy: Any, applyToMainThreadContextAndParent apply: Bool
    ) {
      setDefaultCoreDataMergePolicy(mergePolicy, applyToMainThreadContextAndParent: apply)
    }

    /// The options of saves and fetches that are given none.
    ///
    /// ``SMRequestOptions/isSecure`` counts, and with a cache ``SMRequestOptions/fetchPolicy``,
    /// ``SMRequestOptions/savePolicy`` and ``SMRequestOptions/cacheResults``.
    public nonisolated var globalRequestOptions: SMRequestOptions {
      get { settings.globalRequestOptions }
      set { settings.globalRequestOptions = newValue }
    }
  }

  /// What a Core Data store and the store below its coordinator share.
  final class StoreSettings: Sendable {
    /// The place among the options that a store is added with.
    static let key = "SMCoreDataStoreSettings"

    let session: SMUserSession
    /// The objects on this device; `nil` where nothing is to be cached.
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

  /// The main queue, known by a mark: the thread that serves it differs.
  enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
  }

  extension SMException {
    /// Ends the process, as an exception that nobody catches does: for calls that cannot throw.
    func raise() -> Never { fatalError(description) }

    /// What a body answers; the process ends where it throws.
    static func raising<Value>(_ body: () throws(SMException) -> Value) -> Value {
      do throws(SMException) { return try body() } catch { error.raise() }
    }
  }
#endif
