#if canImport(CoreData) || ManagedObjects
  public import Dispatch
  import Foundation
  import GhostlightClient
  public import ManagedObjects

  /// Synchronising offline changes with the server.
  ///
  /// All blocks, including merge policies, run on ``syncCallbackQueue``. Syncs need the cache: set
  /// `SM_CACHE_ENABLED` before you create the client and its store.
  ///
  /// - Source: protocol reference B13 and B21; the guide, "Offline Sync".
  extension SMCoreDataStore {
    // MARK: Merge policies

    /// The policy that chooses between the client's and the server's version of an object.
    ///
    /// It is called for objects that were changed on both sides.
    ///
    /// The default is ``SMMergePolicyServerModifiedWins``.
    public nonisolated var defaultSMMergePolicy: SMMergePolicy {
      get { settings.sync.options.defaultPolicy.block }
      set { settings.sync.options.defaultPolicy = Callback(newValue) }
    }

    /// The policy for objects that were created offline.
    ///
    /// If it is `nil`, ``defaultSMMergePolicy`` decides.
    public nonisolated var insertsSMMergePolicy: SMMergePolicy? {
      get { settings.sync.options.policies[.inserted]?.block }
      set { settings.sync.options.policies[.inserted] = newValue.map { Callback($0) } }
    }

    /// The policy for objects that were changed offline.
    ///
    /// If it is `nil`, ``defaultSMMergePolicy`` decides.
    public nonisolated var updatesSMMergePolicy: SMMergePolicy? {
      get { settings.sync.options.policies[.updated]?.block }
      set { settings.sync.options.policies[.updated] = newValue.map { Callback($0) } }
    }

    /// The policy for objects that were deleted offline.
    ///
    /// If it is `nil`, ``defaultSMMergePolicy`` decides.
    public nonisolated var deletesSMMergePolicy: SMMergePolicy? {
      get { settings.sync.options.policies[.deleted]?.block }
      set { settings.sync.options.policies[.deleted] = newValue.map { Callback($0) } }
    }

    // MARK: Callbacks

    /// The queue on which merge policies and callbacks of syncs run.
    ///
    /// The default is the main queue.
    public nonisolated var syncCallbackQueue: DispatchQueue {
      get { settings.sync.options.queue }
      set { settings.sync.options.queue = newValue }
    }

    /// Called with the new objects that a sync could not create on the server.
    ///
    /// The array contains dictionaries with ``SMFailedManagedObjectID`` and
    /// ``SMFailedManagedObjectError``.
    public nonisolated var syncCallbackForFailedInserts: SMSyncCallback? {
      get { settings.sync.options.onFailure[.inserted]?.block }
      set { settings.sync.options.onFailure[.inserted] = newValue.map { Callback($0) } }
    }

    /// Called with the changed objects that a sync could not send.
    ///
    /// The array has the same form as that of ``syncCallbackForFailedInserts``.
    public nonisolated var syncCallbackForFailedUpdates: SMSyncCallback? {
      get { settings.sync.options.onFailure[.updated]?.block }
      set { settings.sync.options.onFailure[.updated] = newValue.map { Callback($0) } }
    }

    /// Called with the objects that a sync could not delete on the server.
    ///
    /// The array has the same form as that of ``syncCallbackForFailedInserts``.
    public nonisolated var syncCallbackForFailedDeletes: SMSyncCallback? {
      get { settings.sync.options.onFailure[.deleted]?.block }
      set { settings.sync.options.onFailure[.deleted] = newValue.map { Callback($0) } }
    }

    /// Called at the end of each sync that reached the server, after the callbacks for failures.
    ///
    /// The array contains an ``SMSyncedObject`` for each object that the sync handled.
    public nonisolated var syncCompletionCallback: SMSyncCallback? {
      get { settings.sync.options.onCompletion?.block }
      set { settings.sync.options.onCompletion = newValue.map { Callback($0) } }
    }

    /// Sets ``syncCallbackForFailedInserts``.
    public nonisolated func setSyncCallbackForFailedInserts(_ callback: SMSyncCallback?) {
      syncCallbackForFailedInserts = callback
    }

    /// Sets ``syncCallbackForFailedUpdates``.
    public nonisolated func setSyncCallbackForFailedUpdates(_ callback: SMSyncCallback?) {
      syncCallbackForFailedUpdates = callback
    }

    /// Sets ``syncCallbackForFailedDeletes``.
    public nonisolated func setSyncCallbackForFailedDeletes(_ callback: SMSyncCallback?) {
      syncCallbackForFailedDeletes = callback
    }

    /// Sets ``syncCompletionCallback``.
    public nonisolated func setSyncCompletionCallback(_ callback: SMSyncCallback?) {
      syncCompletionCallback = callback
    }

    // MARK: Syncing

    /// Whether syncs send the `createddate` and `lastmoddate` that this device has set.
    ///
    /// The default is `false`.
    public nonisolated var sendLocalTimestamps: Bool {
      get { settings.sync.options.sendsTimestamps }
      set { settings.sync.options.sendsTimestamps = newValue }
    }

    /// Whether a sync is running.
    public nonisolated var syncInProgress: Bool { settings.sync.isRunning }

    /// Starts a sync in the background, which sends the offline changes to the server.
    ///
    /// The call does nothing while another sync is running. Without a network the sync ends without
    /// a callback, and all changes wait for the next sync.
    public nonisolated func syncWithServer() {
      NotificationCenter.default.post(name: SMSyncWithServerNotification, object: self)
      guard let run = settings.beginSync(stackMobStore, refresh: refresh) else { return }
      Task.detached { await run() }
    }

    /// Sends the offline changes to the server, and returns the handled objects after the callbacks
    /// have run.
    ///
    /// Returns `nil` without a network, and while another sync is running.
    @discardableResult
    nonisolated(nonsending) public func syncWithServerAndWait() async -> [SMSyncedObject]? {
      NotificationCenter.default.post(name: SMSyncWithServerNotification, object: self)
      guard let run = settings.beginSync(stackMobStore, refresh: refresh) else { return nil }
      return await Task.detached { await run() }.value
    }

    /// Returns whether an object has changes that the server does not have.
    ///
    /// The call can wait for the cache, but never for a request.
    public nonisolated func isDirtyObject(_ objectID: NSManagedObjectID) -> Bool {
      guard let cache = settings.cache, let name = objectID.entity.name,
        let key = objectID.stackMobID
      else { return false }
      return cache.isDirty(ObjectKey(entity: name, key: key))
    }

    // MARK: Objects that failed

    /// Marks an object that a sync could not send as synced, and discards its unsent changes.
    ///
    /// Pass the dictionary that a callback for failures got. The object stays in the cache unless
    /// `purgeFromCache` is `true`; an object that was deleted offline is removed in both cases.
    public nonisolated func markFailedObject(
      asSynced object: [AnyHashable: Any], purgeFromCache: Bool
    ) {
      NotificationCenter.default.post(
        name: SMMarkObjectAsSyncedNotification, object: self,
        userInfo: [SMFailedManagedObjectID: object[SMFailedManagedObjectID] as Any])
      mark([object], purgeFromCache)
    }

    /// Marks objects that a sync could not send as synced.
    ///
    /// Pass the array that a callback for failures got, or a part of it.
    public nonisolated func markArrayOfFailedObjects(
      asSynced objects: [Any], purgeFromCache: Bool
    ) {
      NotificationCenter.default.post(
        name: SMMarkArrayOfObjectsAsSyncedNotification, object: self)
      mark(objects, purgeFromCache)
    }

    /// Marks an object that a sync could not send as synced; the guide's name.
    public nonisolated func markObject(asSynced object: [AnyHashable: Any], purgeFromCache: Bool) {
      markFailedObject(asSynced: object, purgeFromCache: purgeFromCache)
    }

    /// Marks objects that a sync could not send as synced; the guide's name.
    public nonisolated func markArrayOfObjects(asSynced objects: [Any], purgeFromCache: Bool) {
      markArrayOfFailedObjects(asSynced: objects, purgeFromCache: purgeFromCache)
    }

    private nonisolated func mark(_ objects: [Any], _ purges: Bool) {
      let keys = objects.compactMap { object -> ObjectKey? in
        let id = (object as? [AnyHashable: Any])?[SMFailedManagedObjectID] ?? object
        guard let id = id as? NSManagedObjectID, let name = id.entity.name,
          let key = id.stackMobID
        else { return nil }
        return ObjectKey(entity: name, key: key)
      }
      guard let cache = settings.cache, !keys.isEmpty else { return }
      let store = stackMobStore
      let refresh = refresh
      cache.context.perform {
        try? cache.markSynced(keys, purges: purges)
        store?.announceDirtyObjects(cache)
        Task { await refresh(keys.compactMap { store?.objectID(of: $0) }) }
      }
    }

    /// A closure that refreshes objects in the store's contexts from the cache, and keeps unsaved
    /// changes.
    private nonisolated var refresh: @Sendable ([NSManagedObjectID]) async -> Void {
      let contexts = [privateContext, mainThreadContext]
      return { ids in
        for context in contexts {
          await withCheckedContinuation { continuation in
            context.perform {
              for id in ids { context.refresh(context.object(with: id), mergeChanges: true) }
              continuation.resume()
            }
          }
        }
      }
    }

    private nonisolated var stackMobStore: SMIncrementalStore? {
      mainThreadContext.stackMobStore
    }
  }
#endif
