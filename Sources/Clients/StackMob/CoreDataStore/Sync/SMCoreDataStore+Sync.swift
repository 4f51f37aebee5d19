#if canImport(CoreData) || ManagedObjects
  public import Dispatch
  import Foundation
  import GhostlightClient
  public import ManagedObjects

  /// Sending to the server what was saved without it.
  ///
  /// Blocks run on ``syncCallbackQueue``, merge policies among them. Everything needs the cache:
  /// set `SM_CACHE_ENABLED` before client and store are made.
  ///
  /// - Source: protocol reference B13 and B21; the guide, "Offline Sync".
  extension SMCoreDataStore {
    // MARK: Merge policies

    /// Who wins where an object was changed on both sides; ``SMMergePolicyServerModifiedWins`` unless
    /// set.
    public nonisolated var defaultSMMergePolicy: SMMergePolicy {
      get { settings.sync.options.defaultPolicy.block }
      set { settings.sync.options.defaultPolicy = Callback(newValue) }
    }

    /// Who wins over an object that was made without the server; the default policy where `nil`.
    public nonisolated var insertsSMMergePolicy: SMMergePolicy? {
      get { settings.sync.options.policies[.inserted]?.block }
      set { settings.sync.options.policies[.inserted] = newValue.map { Callback($0) } }
    }

    /// Who wins over an object that was changed without the server; the default policy where `nil`.
    public nonisolated var updatesSMMergePolicy: SMMergePolicy? {
      get { settings.sync.options.policies[.updated]?.block }
      set { settings.sync.options.policies[.updated] = newValue.map { Callback($0) } }
    }

    /// Who wins over an object that was deleted without the server; the default policy where `nil`.
    public nonisolated var deletesSMMergePolicy: SMMergePolicy? {
      get { settings.sync.options.policies[.deleted]?.block }
      set { settings.sync.options.policies[.deleted] = newValue.map { Callback($0) } }
    }

    // MARK: Callbacks

    /// Where merge policies and callbacks of syncs run; the main queue unless set.
    public nonisolated var syncCallbackQueue: DispatchQueue {
      get { settings.sync.options.queue }
      set { settings.sync.options.queue = newValue }
    }

    /// Called with the new objects that a sync could not send: an array of dictionaries with
    /// ``SMFailedManagedObjectID`` and ``SMFailedManagedObjectError``.
    public nonisolated var syncCallbackForFailedInserts: SMSyncCallback? {
      get { settings.sync.options.onFailure[.inserted]?.block }
      set { settings.sync.options.onFailure[.inserted] = newValue.map { Callback($0) } }
    }

    /// Called with the changed objects that a sync could not send, as
    /// ``syncCallbackForFailedInserts`` is.
    public nonisolated var syncCallbackForFailedUpdates: SMSyncCallback? {
      get { settings.sync.options.onFailure[.updated]?.block }
      set { settings.sync.options.onFailure[.updated] = newValue.map { Callback($0) } }
    }

    /// Called with the objects that a sync could not delete, as ``syncCallbackForFailedInserts`` is.
    public nonisolated var syncCallbackForFailedDeletes: SMSyncCallback? {
      get { settings.sync.options.onFailure[.deleted]?.block }
      set { settings.sync.options.onFailure[.deleted] = newValue.map { Callback($0) } }
    }

    /// Called at the end of each sync that reached the server, with the ``SMSyncedObject`` of all that
    /// it handled; after the callbacks for failures.
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

    /// Whether syncs send `createddate` and `lastmoddate` of this device; `false` unless set.
    public nonisolated var sendLocalTimestamps: Bool {
      get { settings.sync.options.sendsTimestamps }
      set { settings.sync.options.sendsTimestamps = newValue }
    }

    /// Whether a sync is under way.
    public nonisolated var syncInProgress: Bool { settings.sync.isRunning }

    /// Sends to the server what was saved without it, in the background.
    ///
    /// Nothing happens while a sync is under way. Without a network the sync ends with no callback and
    /// everything waits for the next one.
    public nonisolated func syncWithServer() {
      NotificationCenter.default.post(name: SMSyncWithServerNotification, object: self)
      guard let run = settings.beginSync(stackMobStore, refresh: refresh) else { return }
      Task.detached { await run() }
    }

    /// Sends to the server what was saved without it, and answers what was handled once the callbacks
    /// have run; `nil` where there is no network and while another sync is under way.
    @discardableResult
    nonisolated(nonsending) public func syncWithServerAndWait() async -> [SMSyncedObject]? {
      NotificationCenter.default.post(name: SMSyncWithServerNotification, object: self)
      guard let run = settings.beginSync(stackMobStore, refresh: refresh) else { return nil }
      return await Task.detached { await run() }.value
    }

    /// Whether the server has not been told yet what was done with an object.
    ///
    /// Waits for the cache, which no request holds up.
    public nonisolated func isDirtyObject(_ objectID: NSManagedObjectID) -> Bool {
      guard let cache = settings.cache, let name = objectID.entity.name,
        let key = objectID.stackMobID
      else { return false }
      return cache.isDirty(ObjectKey(entity: name, key: key))
    }

    // MARK: Objects that failed

    /// Counts an object that a sync could not send as synced; what was done with it is given up.
    ///
    /// It is a dictionary that a callback for failures got. The object stays in the cache as it is
    /// unless it is to be purged; one that was deleted is gone.
    public nonisolated func markFailedObject(
      asSynced object: [AnyHashable: Any], purgeFromCache: Bool
    ) {
      NotificationCenter.default.post(
        name: SMMarkObjectAsSyncedNotification, object: self,
        userInfo: [SMFailedManagedObjectID: object[SMFailedManagedObjectID] as Any])
      mark([object], purgeFromCache)
    }

    /// Counts objects that a sync could not send as synced: dictionaries that callbacks for failures
    /// got.
    public nonisolated func markArrayOfFailedObjects(
      asSynced objects: [Any], purgeFromCache: Bool
    ) {
      NotificationCenter.default.post(
        name: SMMarkArrayOfObjectsAsSyncedNotification, object: self)
      mark(objects, purgeFromCache)
    }

    /// Counts an object that a sync could not send as synced, by the guide's name.
    public nonisolated func markObject(asSynced object: [AnyHashable: Any], purgeFromCache: Bool) {
      markFailedObject(asSynced: object, purgeFromCache: purgeFromCache)
    }

    /// Counts objects that a sync could not send as synced, by the guide's name.
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

    /// Brings the objects of the contexts up to date with the cache; changes that are not saved stay.
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
