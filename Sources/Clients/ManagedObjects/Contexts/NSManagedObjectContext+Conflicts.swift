#if !canImport(CoreData)
  import Foundation

  /// What merge policies do to objects.
  extension NSManagedObjectContext {
    /// A deletion of what is gone already needs no store.
    final func dropDeleted(_ object: NSManagedObject) {
      deleted.remove(object)
      registry.remove(object.objectID)
      object.detach()
    }

    /// An object that others deleted is stored anew, under its id.
    ///
    /// Its versions go on where no count has ever been, so that nobody who read it before takes it
    /// for what it was.
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

    /// All that is in memory of the object is stored, whatever others saved.
    final func overwrite(_ stored: Snapshot, with object: NSManagedObject) {
      for index in object.values.indices { object.changedAttributes.insert(index) }
      for (index, relationship) in object.plan.relationships.enumerated() {
        _ = object.resolved(index)
        if case .links = RelationshipLayout(relationship) {
          // What differs from the stored objects is what is saved of a relationship to many.
          let others = (try? storedMany(of: object, index)) ?? []
          object.committedRelations[index] = .set(Set(others.map { self.object(with: $0) }))
        } else if relationship.isToMany {
          continue
        }
        object.changedRelations.insert(index)
      }
      object.snapshot = stored
    }

    /// The object is as it is stored; without anything stored it is deleted here too.
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

    /// The deletion is given up.
    final func undelete(_ object: NSManagedObject, _ stored: Snapshot) {
      deleted.remove(object)
      pending.deleted.remove(object)
      object.becomeFault(keeping: stored)
      pending.refreshed.insert(object)
    }

    /// Relationships of changed objects lead to nothing that is deleted, here or by others.
    ///
    /// - Parameter others: Whether the store is asked about what is not changed here.
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

    /// Whether an object is deleted, here or in a store that is asked without much ado.
    final func isGone(_ object: NSManagedObject) -> Bool {
      guard object.managedObjectContext === self, !object.isDeleted else { return true }
      let id = object.objectID
      guard !object.isInserted, !object.isUpdated, id.persistentStore?.cachesRows == false else {
        return false
      }
      do { return try storedSnapshot(of: id) == nil } catch { return false }
    }

    /// What is in memory of relationships to many is brought anew, after others had a say in it.
    final func forgetRelated(_ objects: [NSManagedObject]) {
      for object in objects where !object.isFault {
        for index in object.relations.indices where object.plan.relationships[index].isToMany {
          object.relations[index] = .fresh
        }
      }
    }

    /// A new object is given up, a changed one is as it is stored.
    final func giveUp(_ object: NSManagedObject) {
      object.isInserted ? discardNew(object) : refresh(object, mergeChanges: false)
    }

    /// A new object is given up.
    final func discardNew(_ object: NSManagedObject) {
      inserted.remove(object)
      pending.inserted.remove(object)
      registry.remove(object.objectID)
      object.detach()
    }
  }

  extension NSManagedObject {
    /// Values by name, as conflicts show them.
    final func dictionary(_ snapshot: Snapshot) -> [String: Any] {
      plan.attributes.indices.reduce(into: [:]) { result, index in
        result[plan.attributes[index].name] =
          snapshot.values[index].external(plan.types[index]) ?? NSNull()
      }
    }

    /// Values by name, as a store of an app's own gives them.
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

    /// Gives up changes of properties that others changed too.
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

    /// Takes objects that are gone out of relationships, unless the model wants them left there.
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

    /// The object of a relationship to one, where it is there already.
    private func knownOne(_ index: Int) -> NSManagedObject? {
      switch relations[index] {
      case .one(let object): object
      case .unresolved:
        snapshot?.one(index).flatMap { managedObjectContext?.registeredObject(for: $0) }
      case .set, .ordered: nil
      }
    }

    /// Takes all attributes of another object of the entity.
    final func takeValues(of other: NSManagedObject) {
      fire()
      for index in values.indices { setAttribute(index, to: other.values[index]) }
    }
  }
#endif
