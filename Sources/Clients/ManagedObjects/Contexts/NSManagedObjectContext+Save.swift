#if !canImport(CoreData)
  import Foundation
  import Synchronization

  /// The objects of a save, in the order in which they were changed.
  struct ChangeSet {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
    var all: [NSManagedObject] { deleted.isEmpty ? written : written + deleted }
    var written: [NSManagedObject] {
      if updated.isEmpty { return inserted }
      return inserted.isEmpty ? updated : inserted + updated
    }
  }

  extension NSManagedObjectContext {
    /// Saves all changes to the parent context, or to the coordinator's stores if there is no
    /// parent.
    ///
    /// - Throws: The validation errors of the changed objects, the conflicts that the merge policy
    ///   did not resolve, or the error of a store.
    public func save() throws {
      propagateDeletions()
      guard hasChanges else { return processPendingChanges() }
      post(.NSManagedObjectContextWillSave)
      callWillSave()
      processPendingChanges()
      propagateDeletions()
      if !deleted.isEmpty { nullifyReferencesToDeleted(byOthers: false) }
      try validate()
      let changes = changeSet()
      var hadConflicts = false
      if let parent {
        try parent.onQueue {
          try parent.apply(changes, from: self)
          parent.processPendingChanges()
        }
      } else {
        try obtainPermanentIDs(for: changes.inserted)
        hadConflicts = try saveResolvingConflicts()
      }
      finishSave(of: changeSet(), hadConflicts: hadConflicts)
    }

    /// Calls `willSave()` of all changed objects, which can change themselves and other objects.
    ///
    /// Objects that were changed by these calls are called in the next round, for at most 1,000
    /// rounds.
    private func callWillSave() {
      var called: Set<NSManagedObject> = []
      var open = changeSet().all
      for _ in 0..<1_000 {
        for object in open { object.willSave() }
        propagateDeletions()
        guard !isOrderKnown else { return }
        called.formUnion(open)
        open = changeSet().all.filter { !called.contains($0) }
      }
    }

    private func validate() throws {
      var errors: [NSError] = []
      func check(_ validate: () throws -> Void) {
        do { try validate() } catch { errors += NSManagedObject.details(of: error) }
      }
      let changes = changeSet()
      for object in changes.inserted { check { try object.validateForInsert() } }
      for object in changes.updated { check { try object.validateForUpdate() } }
      for object in changes.deleted { check { try object.validateForDelete() } }
      try NSManagedObject.raise(errors)
    }

    /// Saves to the stores, and repeats the save after the merge policy has resolved conflicts.
    ///
    /// If the 100th attempt has a conflict too, the method throws that conflict.
    ///
    /// - Returns: Whether there were conflicts.
    private func saveResolvingConflicts() throws -> Bool {
      let coordinator = try coordinator()
      let policy = mergePolicy as? NSMergePolicy ?? .error
      var unresolved: any Error = NSMergePolicy.failure([])
      var hadConflicts = false
      for _ in 0..<100 {
        do {
          try coordinator.save(changeSet(), self)
          return hadConflicts
        } catch {
          unresolved = error
          let info = (error as NSError).userInfo
          let conflicts = info[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
          if let conflicts, !conflicts.isEmpty {
            hadConflicts = true
            try policy.resolve(mergeConflicts: conflicts)
            nullifyReferencesToDeleted(byOthers: true)
          } else if let constraints = info[NSPersistentStoreSaveConflictsErrorKey]
            as? [NSConstraintConflict], !constraints.isEmpty
          {
            try policy.resolve(mergeConflicts: constraints)
          } else {
            throw error
          }
        }
      }
      throw unresolved
    }

    /// Marks the saved values as committed, and posts the notifications of the save.
    private func finishSave(of changes: ChangeSet, hadConflicts: Bool) {
      for object in changes.written {
        object.acceptSavedValues()
        object.state.subtract([.inserted, .updated])
      }
      if hadConflicts { forgetRelated(changes.written) }
      for object in changes.deleted {
        object.state = []
        registry.remove(object.objectID)
      }
      let info: [AnyHashable: Any] = [
        NSInsertedObjectsKey: inserted, NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted,
      ]
      inserted = []
      updated = []
      deleted = []
      let ids = Self.idInfo(changes)
      for object in changes.deleted { object.registry = nil }
      post(.NSManagedObjectContextDidSave, info)
      post(.NSManagedObjectContextDidSaveObjectIDs, ids)
      for object in changes.all { object.didSave() }
      announce(ids)
    }

    private static func idInfo(_ changes: ChangeSet) -> [AnyHashable: Any] {
      [
        NSInsertedObjectIDsKey: Set(changes.inserted.map(\.objectID)),
        NSUpdatedObjectIDsKey: Set(changes.updated.map(\.objectID)),
        NSDeletedObjectIDsKey: Set(changes.deleted.map(\.objectID)),
      ]
    }

    /// Merges the save into the contexts that merge changes automatically.
    private func announce(_ ids: [AnyHashable: Any]) {
      let others: [NSManagedObjectContext]
      if parent == nil {
        others =
          (persistentStoreCoordinator?.contexts ?? [])
          + children.withLock { $0.compactMap(\.context) }
      } else {
        others = parent?.children.withLock { $0.compactMap(\.context) } ?? []
      }
      let merging = others.filter { $0 !== self && $0.automaticallyMergesChangesFromParent }
      guard !merging.isEmpty else { return }
      let changes = MergedIDs(ids)
      for context in merging {
        context.perform { [weak context] in context?.merge(changes) }
      }
    }

    /// Applies `changes`, which `child` saves, to this context's objects.
    fileprivate func apply(_ changes: ChangeSet, from child: NSManagedObjectContext) throws {
      var twins: [ObjectIdentifier: NSManagedObject] = [:]
      for object in changes.inserted {
        let id = object.objectID
        let twin = registry.object(id) ?? adopt(id)
        twins[ObjectIdentifier(object)] = twin
      }
      for object in changes.updated {
        let twin = self.object(with: object.objectID)
        twin.borrow(from: object)
        try twin.realize()
        twins[ObjectIdentifier(object)] = twin
      }
      for object in changes.written {
        twins[ObjectIdentifier(object)]?.copyChanges(of: object)
      }
      for object in changes.deleted {
        let twin = self.object(with: object.objectID)
        twin.borrow(from: object)
        delete(twin)
      }
    }

    /// Inserts an object with the ID `id`, because a child context has inserted it.
    private func adopt(_ id: NSManagedObjectID) -> NSManagedObject {
      let object = materialize(id, nil)
      object.values = object.plan.defaults
      object.relations = object.plan.emptyRelations
      object.state = .inserted
      number(object)
      inserted.insert(object)
      pending.inserted.insert(object)
      return object
    }
  }

  extension NSManagedObject {
    /// Marks the values in memory as committed after a save.
    final func acceptSavedValues() {
      guard !isFault else { return }
      let saved = Snapshot(
        values: values, ones: oneIDs, version: (snapshot?.version ?? 0) + 1,
        unknownOnes: unknownOnes)
      snapshot = saved
      changedAttributes = ChangeBits()
      changedRelations = ChangeBits()
      committedRelations = [:]
      for index in relations.indices where relations[index].isUnresolved {
        relations[index] = .fresh
      }
    }

    /// Copies the snapshot of `other`, the same object in a child context, if the store is
    /// expensive to read.
    fileprivate final func borrow(from other: NSManagedObject) {
      guard isFault, snapshot == nil, objectID.persistentStore?.cachesRows == true else { return }
      snapshot = other.snapshot
    }

    /// Copies the changed properties of `other`, the same object in a child context.
    fileprivate final func copyChanges(of other: NSManagedObject) {
      guard let context = managedObjectContext else { return }
      for index in plan.attributes.indices
      where other.isInserted || other.changedAttributes.contains(index) {
        setAttribute(index, to: other.values[index])
      }
      for index in plan.relationships.indices
      where other.isInserted || other.changedRelations.contains(index) {
        let relationship = plan.relationships[index]
        func twins(_ objects: [NSManagedObject]) -> [NSManagedObject] {
          objects.map { context.object(with: $0.objectID) }
        }
        switch other.relations[index] {
        case .one(let one): setOne(index, to: one.map { context.object(with: $0.objectID) })
        case .ordered(let objects): setMany(index, to: twins(objects))
        case .unresolved(let added, let removed):
          for object in twins(added) { addRelated(object, at: index) }
          for object in twins(Array(removed)) { removeRelated(object, at: index) }
        case .set(let objects):
          guard relationship.isToMany else { continue }
          let before = Set(other.committed(index).objects)
          for object in twins(Array(objects.subtracting(before))) { addRelated(object, at: index) }
          for object in twins(Array(before.subtracting(objects))) {
            removeRelated(object, at: index)
          }
        }
      }
    }
  }
#endif
