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
    final func saveAsNew(_ object: NSManagedObject) {
      updated.remove(object)
      object.state.remove(.updated)
      object.state.insert(.inserted)
      inserted.insert(object)
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

    /// Takes all attributes of another object of the entity.
    final func takeValues(of other: NSManagedObject) {
      fire()
      for index in values.indices { setAttribute(index, to: other.values[index]) }
    }
  }
#endif
