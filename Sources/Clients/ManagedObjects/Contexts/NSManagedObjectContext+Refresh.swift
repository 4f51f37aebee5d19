#if !canImport(CoreData)
  public import Foundation

  extension NSManagedObjectContext {
    /// Updates an object from the store, with or without keeping its unsaved changes.
    ///
    /// - Parameters:
    ///   - object: An object of this context.
    ///   - flag: Whether unsaved changes are kept and applied on top of the values that are stored
    ///     now. With `false` they are discarded, and the object becomes a fault.
    public func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
      guard object.managedObjectContext === self, !object.isInserted,
        !object.objectID.isTemporaryID
      else { return }
      persistentStoreCoordinator?.forgetRow(object.objectID)
      if flag, object.hasChanges, !object.isFault {
        guard let stored = try? storedSnapshot(of: object.objectID) else { return }
        object.rebase(on: stored)
        object.nullifyReferencesToDeleted(isGone)
      } else if !object.isDeleted {
        updated.remove(object)
        pending.updated.remove(object)
        object.becomeFault()
      }
      pending.refreshed.insert(object)
      scheduleProcessing()
    }

    /// Updates all objects of the context from the store.
    ///
    /// Unsaved changes are kept.
    public func refreshAllObjects() {
      for object in registry.objects where !object.isInserted {
        refresh(object, mergeChanges: true)
      }
    }

    /// Discards all changes since the last save.
    public func rollback() {
      for object in inserted.union(discarded) {
        registry.remove(object.objectID)
        object.detach()
      }
      for object in updated.union(deleted) {
        let stored = object.snapshot
        object.becomeFault(keeping: stored)
        object.awake(fromSnapshotEvents: .rollback)
        pending.refreshed.insert(object)
      }
      pending.deleted = pending.deleted.union(inserted.subtracting(pending.inserted))
      pending.inserted = []
      pending.updated = []
      pending.deleted.subtract(deleted)
      inserted = []
      updated = []
      deleted = []
      discarded = []
      processPendingChanges()
    }

    /// Does nothing, because undo is not supported.
    public func undo() {}

    /// Does nothing, because undo is not supported.
    public func redo() {}

    /// Removes all objects from the context, and discards all changes.
    public func reset() {
      let objects = registry.objects
      let ids = objects.map(\.objectID)
      registry.removeAll()
      for object in objects { object.detach() }
      inserted = []
      updated = []
      deleted = []
      discarded = []
      releaseAll()
      pending = PendingChanges()
      pending.invalidatedAll = true
      persistentStoreCoordinator?.didUnregister(ids + registry.drainGone(), self)
      processPendingChanges()
    }

    /// Merges the changes that another context saved into this context.
    ///
    /// - Parameter notification: The other context's `NSManagedObjectContextDidSave` notification.
    public func mergeChanges(fromContextDidSave notification: Notification) {
      merge(MergedIDs(notification.userInfo ?? [:]))
    }

    /// Merges changes that another context or process saved into each of several contexts.
    ///
    /// The keys of `changeNotificationData` are those in the user info of
    /// `NSManagedObjectContextDidSave` or `NSManagedObjectContextDidSaveObjectIDs`.
    public static func mergeChanges(
      fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
      into contexts: [NSManagedObjectContext]
    ) {
      let changes = MergedIDs(changeNotificationData)
      for context in contexts { context.performAndWait { context.merge(changes) } }
    }

    final func merge(_ changes: MergedIDs) {
      for id in changes.inserted {
        let object = object(with: id)
        pending.inserted.insert(object)
      }
      for id in changes.updated {
        guard let object = registry.object(current(id)) else { continue }
        let wasRefreshed = pending.refreshed.contains(object)
        refresh(object, mergeChanges: true)
        if !wasRefreshed { pending.refreshed.remove(object) }
        pending.updated.insert(object)
      }
      for id in changes.deleted {
        guard let object = registry.object(current(id)), !object.isInserted else { continue }
        updated.remove(object)
        deleted.remove(object)
        pending.updated.remove(object)
        pending.deleted.insert(object)
        registry.remove(object.objectID)
        if object.isFault { object.values = [] }
        object.detach()
      }
      if !changes.deleted.isEmpty {
        for object in inserted.union(updated) {
          object.nullifyReferencesToDeleted { $0.managedObjectContext !== self }
        }
      }
      scheduleProcessing()
    }
  }

  /// The IDs of the objects that a save inserted, changed and deleted.
  struct MergedIDs: @unchecked Sendable {
    let inserted: [NSManagedObjectID]
    let updated: [NSManagedObjectID]
    let deleted: [NSManagedObjectID]

    /// Reads the IDs from a notification's user info, which contains objects or IDs.
    init(_ info: [AnyHashable: Any]) {
      func ids(_ keys: String...) -> [NSManagedObjectID] {
        keys.flatMap { key -> [NSManagedObjectID] in
          switch info[key] {
          case let objects as Set<NSManagedObject>: objects.map(\.objectID)
          case let ids as Set<NSManagedObjectID>: Array(ids)
          case let ids as [NSManagedObjectID]: ids
          case let objects as [NSManagedObject]: objects.map(\.objectID)
          default: []
          }
        }.sorted { $0.precedes($1) }
      }
      inserted = ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
      updated = ids(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey)
      deleted = ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
    }
  }

  extension NSManagedObject {
    /// Applies unsaved changes on top of the values that are stored now.
    final func rebase(on stored: Snapshot) {
      for index in values.indices where !changedAttributes.contains(index) {
        values[index] = stored.values[index]
      }
      for index in relations.indices where !changedRelations.contains(index) {
        relations[index] = .fresh
      }
      for index in relations.indices where changedRelations.contains(index) {
        // For a to-one relationship, the stored object becomes the committed one.
        if !plan.relationships[index].isToMany {
          let before = stored.one(index).flatMap { managedObjectContext?.object(with: $0) }
          committedRelations[index] = .one(before)
          continue
        }
        guard case .set(let now) = relations[index],
          let before = committedRelations[index], !before.isUnresolved
        else { continue }
        let old = Set(before.objects)
        relations[index] = .unresolved(
          added: Array(now.subtracting(old)), removed: old.subtracting(now))
        committedRelations[index] = .fresh
      }
      snapshot = stored
    }
  }
#endif
