#if !canImport(CoreData)
  import Foundation
  import Synchronization

  extension NSManagedObjectContext {
    /// Returns the object with an ID if the context already has it in memory, otherwise `nil`.
    public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
      registry.object(current(objectID))
    }

    /// Returns the object with an ID, without reading from the store.
    ///
    /// If the context does not have the object in memory, the result is a fault. The store need not
    /// have an object with this ID; a missing one is noticed only when the fault's values are read.
    public func object(with objectID: NSManagedObjectID) -> NSManagedObject {
      let id = current(objectID)
      return registry.object(id) ?? materialize(id, nil)
    }

    /// Returns the object with an ID, after its values have been read from the store.
    ///
    /// - Throws: An error if no object has the ID, or if the object's store cannot be reached.
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
      let object = object(with: objectID)
      if object.isDeleted { throw Self.missing(objectID) }
      try object.realize()
      return object
    }

    static func missing(_ id: NSManagedObjectID) -> NSError {
      .coreData(
        NSManagedObjectReferentialIntegrityError,
        "Object's persistent store is not reachable "
          + "from this context's coordinator, or the object does not exist: \(id)")
    }

    /// Returns the permanent ID that replaced `id` if there is one, otherwise `id` itself.
    final func current(_ id: NSManagedObjectID) -> NSManagedObjectID {
      guard id.isTemporaryID, registry.object(id) == nil else { return id }
      return persistentStoreCoordinator?.permanentID(forTemporary: id) ?? id
    }

    final func materialize(_ id: NSManagedObjectID, _ snapshot: Snapshot?) -> NSManagedObject {
      let object = id.entity.plan.objectClass.init(
        materializing: ObjectMaterialization(
          entity: id.entity, id: id, registry: registry, snapshot: snapshot))
      registry.register(object, id)
      retain(object)
      persistentStoreCoordinator?.didRegister(id, self)
      return object
    }

    /// Creates an object of the class that belongs to an entity, and inserts it into the context.
    final func makeInserted(_ entity: NSEntityDescription) -> NSManagedObject {
      let object = entity.plan.objectClass.init(
        materializing: ObjectMaterialization(
          entity: entity, id: nil, registry: nil, snapshot: nil))
      insert(object)
      return object
    }

    /// Returns the object for a row of a fetch.
    ///
    /// If the object is a fault, it gets the values of the row.
    final func object(for row: FetchedRow, refreshing: Bool = false) -> NSManagedObject {
      guard let known = registry.object(row.id) else { return materialize(row.id, row.snapshot) }
      guard let snapshot = row.snapshot else { return known }
      if known.isFault {
        known.snapshot = snapshot
      } else if refreshing, !known.hasChanges {
        known.becomeFault(keeping: snapshot)
      }
      return known
    }

    /// Marks an object for deletion; the next save deletes it in the store.
    public func delete(_ object: NSManagedObject) {
      guard object.managedObjectContext === self, !object.isDeleted else { return }
      object.prepareForDeletion()
      let wasInserted = object.isInserted
      object.state.insert(.deleted)
      pending.updated.remove(object)
      if wasInserted {
        inserted.remove(object)
        if pending.inserted.remove(object) == nil { pending.deleted.insert(object) }
        discarded.append(object)
      } else {
        updated.remove(object)
        deleted.insert(object)
        number(object)
        pending.deleted.insert(object)
      }
      scheduleProcessing()
    }

    /// Cancels the deletion of an object that the app inserts again before a save.
    final func restoreDeleted(_ object: NSManagedObject) {
      guard object.isDeleted else { return }
      object.state.remove(.deleted)
      object.state.remove(.propagated)
      deleted.remove(object)
      pending.deleted.remove(object)
      discarded.removeAll { $0 === object }
      if object.isInserted {
        inserted.insert(object)
        pending.inserted.insert(object)
      } else if !object.isFault,
        !object.changedAttributes.isEmpty || !object.changedRelations.isEmpty
      {
        updated.insert(object)
      }
    }

    /// Marks a fault as deleted because the store does not have its row.
    ///
    /// The next save does not send this deletion to the store.
    final func deleteInaccessible(_ object: NSManagedObject) {
      object.state.insert(.deleted)
      pending.deleted.insert(object)
    }

    /// Applies the delete rules of all deleted objects to their related objects.
    final func propagateDeletions() {
      while true {
        let open = (Array(deleted) + discarded).filter { !$0.state.contains(.propagated) }
        guard !open.isEmpty else { break }
        for object in open.sorted(by: { $0.changeNumber < $1.changeNumber }) {
          object.state.insert(.propagated)
          propagateDeletion(of: object)
        }
      }
      for object in discarded {
        registry.remove(object.objectID)
        object.registry = nil
        object.state = []
      }
      discarded = []
    }

    private func propagateDeletion(of object: NSManagedObject) {
      if (try? object.realize()) == nil { return }
      for (index, relationship) in object.plan.relationships.enumerated() {
        switch relationship.deleteRule {
        case .noActionDeleteRule, .denyDeleteRule: continue
        case .nullifyDeleteRule: break
        case .cascadeDeleteRule:
          for related in object.resolved(index).objects { delete(related) }
        }
        guard relationship.inverseRelationship != nil else { continue }
        for related in object.resolved(index).objects
        where related.managedObjectContext === self {
          related.unlinkInverse(of: relationship, from: object)
        }
      }
    }

    /// Replaces the temporary IDs of objects by permanent ones, without saving the objects.
    ///
    /// - Throws: `NSPersistentStoreCoordinatorLockingError` if the coordinator has no stores,
    ///   otherwise the error of the store.
    public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
      let open = objects.filter { $0.objectID.isTemporaryID }
      guard !open.isEmpty else { return }
      guard let coordinator = persistentStoreCoordinator else {
        throw NSError.coreData(
          NSPersistentStoreCoordinatorLockingError, "The context has no persistent stores.")
      }
      let ids = try coordinator.permanentIDs(for: open, self)
      for (object, id) in zip(open, ids) { rename(object, to: id) }
    }

    private func rename(_ object: NSManagedObject, to id: NSManagedObjectID) {
      let old = object.objectID
      // Parent and child contexts may still use the old ID, so the coordinator records its
      // replacement.
      if parent != nil || !children.withLock(\.isEmpty) {
        persistentStoreCoordinator?.setPermanentID(id, forTemporary: old)
      }
      object.storedID = id
      registry.rename(object, from: old, to: id)
      persistentStoreCoordinator?.didRegister(id, self)
      guard let parent else { return }
      parent.onQueue {
        if let twin = parent.registry.object(old) { parent.rename(twin, to: id) }
      }
    }

    /// Selects the store in which a new object is saved, if several stores accept its entity.
    public func assign(_ object: Any, to store: NSPersistentStore) {
      guard let object = object as? NSManagedObject else { return }
      persistentStoreCoordinator?.assign(object, to: store)
    }

    final func addChild(_ context: NSManagedObjectContext) {
      children.withLock { children in
        children.removeAll { $0.context == nil }
        children.append(WeakContext(context))
      }
    }

    final func removeChild(_ context: NSManagedObjectContext?) {
      children.withLock { $0.removeAll { $0.context == nil || $0.context === context } }
    }
  }

  extension NSManagedObject {
    /// Removes the object from its context, and releases the related objects.
    final func detach() {
      relations = isFault ? [] : plan.emptyRelations
      committedRelations = [:]
      changedAttributes = ChangeBits()
      changedRelations = ChangeBits()
      if isFault {
        values = Array(repeating: .null, count: plan.attributes.count)
        relations = plan.emptyRelations
      }
      state = []
      registry = nil
    }
  }
#endif
