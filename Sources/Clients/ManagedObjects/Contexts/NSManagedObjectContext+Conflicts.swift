#if !canImport(CoreData)
  import Foundation

  /// Methods with which a merge policy changes objects to resolve conflicts.
  extension NSManagedObjectContext {
    /// Drops an object that is marked for deletion but that the store no longer contains.
    final func dropDeleted(_ object: NSManagedObject) {
      deleted.remove(object)
      registry.remove(object.objectID)
      object.detach()
    }

    /// Marks an object for insertion under its old ID, because the store has deleted it.
    ///
    /// The new version is the current time in milliseconds, which is greater than any version that
    /// saves have counted. A context that read the object before its deletion therefore gets a
    /// conflict.
    final func saveAsNew(_ object: NSManagedObject) {
      for index in object.relations.indices { _ = object.resolved(index) }
      object.snapshot = Snapshot(
        values: object.values, ones: object.oneIDs,
        version: Int64(Date().timeIntervalSince1970 * 1_000))
      updated.remove(object)
      object.state.remove(.updated)
      object.state.insert(.inserted)
      inserted.insert(object)
    }

    /// Marks all properties of the object as changed, so that the save overwrites the stored ones.
    final func overwrite(_ stored: Snapshot, with object: NSManagedObject) {
      for index in object.values.indices { object.changedAttributes.insert(index) }
      for (index, relationship) in object.plan.relationships.enumerated() {
        _ = object.resolved(index)
        if case .links = RelationshipLayout(relationship) {
          // A save writes only the difference between the current and the committed objects, so the
          // committed objects must be the stored ones.
          let others = (try? storedMany(of: object, index)) ?? []
          object.committedRelations[index] = .set(Set(others.map { self.object(with: $0) }))
        } else if relationship.isToMany {
          continue
        }
        object.changedRelations.insert(index)
      }
      object.snapshot = stored
    }

    /// Discards an object's changes and replaces its values by the stored ones.
    ///
    /// If the store no longer has the object (`stored` is `nil`), the object is removed from the
    /// context.
    final func discardChanges(of object: NSManagedObject, keeping stored: Snapshot?) {
      updated.remove(object)
      if let stored {
        object.becomeFault(keeping: stored)
        pending.refreshed.insert(object)
      } else {
        pending.updated.remove(object)
        pending.deleted.insert(object)
        registry.remove(object.objectID)
        object.detach()
      }
    }

    /// Cancels the deletion of an object, and replaces its values by the stored ones.
    final func undelete(_ object: NSManagedObject, _ stored: Snapshot) {
      deleted.remove(object)
      pending.deleted.remove(object)
      object.becomeFault(keeping: stored)
      pending.refreshed.insert(object)
    }

    /// Removes deleted objects from the relationships of inserted and changed objects.
    ///
    /// - Parameter others: Whether related objects that this context has not deleted are also
    ///   looked up in the store, because another context may have deleted them.
    final func nullifyReferencesToDeleted(byOthers others: Bool) {
      var known: [IDKey: Bool] = [:]
      for object in inserted.union(updated) {
        object.nullifyReferencesToDeleted { related in
          guard others else { return related.isDeleted }
          let key = IDKey(related.objectID)
          if let isGone = known[key] { return isGone }
          let isGone = isGone(related)
          known[key] = isGone
          return isGone
        }
      }
    }

    /// Returns whether an object is deleted in this context or its store; only stores that are
    /// cheap to read are queried.
    final func isGone(_ object: NSManagedObject) -> Bool {
      guard object.managedObjectContext === self, !object.isDeleted else { return true }
      let id = object.objectID
      guard !object.isInserted, !object.isUpdated, id.persistentStore?.cachesRows == false else {
        return false
      }
      do { return try storedSnapshot(of: id) == nil } catch { return false }
    }

    /// Discards the related objects of to-many relationships, so that they are read again after a
    /// conflict.
    final func forgetRelated(_ objects: [NSManagedObject]) {
      for object in objects where !object.isFault {
        for index in object.relations.indices where object.plan.relationships[index].isToMany {
          object.relations[index] = .fresh
        }
      }
    }

    /// Discards a new object, or the unsaved changes of an existing one.
    final func discard(_ object: NSManagedObject) {
      object.isInserted ? discardNew(object) : refresh(object, mergeChanges: false)
    }

    final func discardNew(_ object: NSManagedObject) {
      inserted.remove(object)
      pending.inserted.remove(object)
      registry.remove(object.objectID)
      object.detach()
    }
  }

  extension NSManagedObject {
    /// Returns the attribute values of `snapshot`, keyed by name, in the form that
    /// ``NSMergeConflict`` uses.
    final func dictionary(_ snapshot: Snapshot) -> [String: Any] {
      plan.attributes.indices.reduce(into: [:]) { result, index in
        result[plan.attributes[index].name] =
          snapshot.values[index].external(plan.types[index]) ?? NSNull()
      }
    }

    /// Converts the values of an app's own store, keyed by property name, to a snapshot.
    final func snapshot(of values: [String: Any], version: Int64) -> Snapshot {
      Snapshot(
        values: plan.attributes.map { attribute in
          StoredValue.coerced(values[attribute.name], for: attribute) ?? .null
        },
        ones: plan.relationships.map { relationship in
          switch values[relationship.name] {
          case let id as NSManagedObjectID: id
          case let object as NSManagedObject: object.objectID
          default: nil
          }
        }, version: version)
    }

    /// Discards the unsaved changes of properties that have also changed in the store.
    final func dropChanges(thatDifferIn stored: Snapshot) {
      guard let read = snapshot else { return }
      for index in values.indices where changedAttributes.contains(index) {
        if !read.values[index].isSame(as: stored.values[index]) { changedAttributes.remove(index) }
      }
      for (index, relationship) in plan.relationships.enumerated()
      where changedRelations.contains(index) && !relationship.isToMany {
        let same =
          switch (read.one(index), stored.one(index)) {
          case (nil, nil): true
          case (let left?, let right?): left.isSame(as: right)
          default: false
          }
        if !same {
          changedRelations.remove(index)
          committedRelations[index] = nil
        }
      }
    }

    /// Removes deleted objects from relationships whose inverse has the nullify or cascade delete
    /// rule.
    final func nullifyReferencesToDeleted(_ isGone: (NSManagedObject) -> Bool) {
      guard !isFault else { return }
      for (index, relationship) in plan.relationships.enumerated()
      where relationship.inverseRelationship?.clearsReferences == true {
        let isChanged = isInserted || changedRelations.contains(index)
        if !relationship.isToMany, let one = knownOne(index) {
          guard one.isDeleted || isChanged && isGone(one) else { continue }
          willChangeRelation(index)
          relations[index] = .one(nil)
        } else if isChanged, relationship.isToMany {
          for related in relations[index].objects where isGone(related) {
            relations[index].remove(related)
          }
        }
      }
    }

    /// Returns the object of a to-one relationship if it is in memory.
    private func knownOne(_ index: Int) -> NSManagedObject? {
      switch relations[index] {
      case .one(let object): object
      case .unresolved:
        snapshot?.one(index).flatMap { managedObjectContext?.registeredObject(for: $0) }
      case .set, .ordered: nil
      }
    }

    /// Copies all attribute values from `other`, an object of the same entity.
    final func copyValues(of other: NSManagedObject) {
      fire()
      for index in values.indices { setAttribute(index, to: other.values[index]) }
    }
  }
#endif
