#if !canImport(CoreData)
  import Foundation

  extension NSManagedObject {
    /// Records that an attribute is about to change.
    final func willChangeAttribute(_ index: Int) {
      changedAttributes.insert(index)
      markChanged()
    }

    /// Records that a relationship is about to change, and remembers its committed objects.
    final func willChangeRelation(_ index: Int) {
      if !isInserted, committedRelations[index] == nil {
        committedRelations[index] = relations[index]
      }
      changedRelations.insert(index)
      markChanged()
    }

    private func markChanged() {
      guard let context = managedObjectContext else { return }
      if state.isDisjoint(with: [.inserted, .updated]) { state.insert(.updated) }
      context.markChanged(self)
    }

    final func setAttribute(_ index: Int, to value: StoredValue) {
      fire()
      willChangeAttribute(index)
      values[index] = value
    }

    /// Sets the related object of a to-one relationship, and updates the inverse relationships.
    final func setOne(_ index: Int, to new: NSManagedObject?) {
      guard case .one(let old) = resolved(index) else { return }
      guard old !== new else {
        willChangeRelation(index)
        return
      }
      check(new, for: plan.relationships[index])
      willChangeRelation(index)
      relations[index] = .one(new)
      if let old { old.unlinkInverse(of: plan.relationships[index], from: self) }
      if let new { new.linkInverse(of: plan.relationships[index], to: self) }
    }

    /// Sets the related objects of a to-many relationship, and updates the inverse relationships.
    final func setMany(_ index: Int, to new: [NSManagedObject]) {
      let relationship = plan.relationships[index]
      let old = resolved(index).objects
      let oldSet = Set(old)
      let newSet = Set(new)
      for object in new where !oldSet.contains(object) { check(object, for: relationship) }
      willChangeRelation(index)
      relations[index] = relationship.isOrdered ? .ordered(unique(new)) : .set(newSet)
      for object in old where !newSet.contains(object) {
        object.unlinkInverse(of: relationship, from: self)
      }
      for object in unique(new) where !oldSet.contains(object) {
        object.linkInverse(of: relationship, to: self)
      }
    }

    private func unique(_ objects: [NSManagedObject]) -> [NSManagedObject] {
      var seen: Set<NSManagedObject> = []
      return objects.filter { seen.insert($0).inserted }
    }

    /// Adds an object to a to-many relationship, and updates its inverse relationship.
    final func addRelated(_ object: NSManagedObject, at index: Int) {
      guard !resolved(index).contains(object) else { return }
      check(object, for: plan.relationships[index])
      willChangeRelation(index)
      relations[index].insert(object)
      object.linkInverse(of: plan.relationships[index], to: self)
    }

    /// Removes an object from a relationship, and updates its inverse relationship.
    final func removeRelated(_ object: NSManagedObject, at index: Int) {
      guard resolved(index).contains(object) else { return }
      willChangeRelation(index)
      relations[index].remove(object)
      object.unlinkInverse(of: plan.relationships[index], from: self)
    }

    /// Adds `object` to this object's inverse of `relationship`, after this object was added to
    /// `relationship` of `object`.
    private func linkInverse(of relationship: NSRelationshipDescription, to object: NSManagedObject)
    {
      guard let inverse = relationship.inverseRelationship,
        let index = plan.relationship(inverse.name)
      else { return }
      fire()
      if inverse.isToMany {
        if inverse.isOrdered { _ = resolved(index) }
        // Both objects count as changed even if they were already related, because another context
        // may have changed or deleted one of them.
        willChangeRelation(index)
        relations[index].insert(object)
      } else {
        guard case .one(let partner) = resolved(index), partner !== object else { return }
        willChangeRelation(index)
        relations[index] = .one(object)
        // The inverse is to-one, so this object leaves the relationship of its previous partner.
        guard let partner, let back = partner.plan.relationship(relationship.name) else { return }
        _ = partner.resolved(back)
        partner.willChangeRelation(back)
        partner.relations[back].remove(self)
      }
    }

    /// Removes `object` from this object's inverse of `relationship`, after this object was removed
    /// from `relationship` of `object`.
    final func unlinkInverse(
      of relationship: NSRelationshipDescription, from object: NSManagedObject
    ) {
      guard let inverse = relationship.inverseRelationship,
        let index = plan.relationship(inverse.name)
      else { return }
      fire()
      if inverse.isToMany, !inverse.isOrdered, relations[index].isUnresolved {
        willChangeRelation(index)
        return relations[index].remove(object)
      }
      guard resolved(index).contains(object) else { return }
      willChangeRelation(index)
      relations[index].remove(object)
    }

    /// Checks that a related object is in the same context and has the right entity.
    ///
    /// Otherwise the process ends.
    private func check(_ object: NSManagedObject?, for relationship: NSRelationshipDescription) {
      guard let object else { return }
      if let mine = managedObjectContext, let other = object.managedObjectContext {
        precondition(
          mine === other,
          "Illegal attempt to establish a relationship '\(relationship.name)' between objects in "
            + "different contexts")
      }
      if let destination = relationship.destinationEntity {
        precondition(
          object.entity.isKindOf(entity: destination)
            || object.entity.name == destination.name,
          "Unacceptable type of value for to-one relationship: property = "
            + "\"\(relationship.name)\"; desired type = \(destination.displayName); given type = "
            + "\(object.entity.displayName)")
      }
    }
  }
#endif
