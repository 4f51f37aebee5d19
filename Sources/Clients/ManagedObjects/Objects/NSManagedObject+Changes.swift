#if !canImport(CoreData)
  import Foundation

  extension NSManagedObject {
    /// Notes that an attribute is about to change.
    final func willChangeAttribute(_ index: Int) {
      changedAttributes.insert(index)
      noteChanged()
    }

    /// Notes that a relationship is about to change, and remembers what it was.
    final func willChangeRelation(_ index: Int) {
      if !isInserted, committedRelations[index] == nil {
        committedRelations[index] = relations[index]
      }
      changedRelations.insert(index)
      noteChanged()
    }

    private func noteChanged() {
      guard let context = managedObjectContext else { return }
      if state.isDisjoint(with: [.inserted, .updated]) { state.insert(.updated) }
      context.noteChanged(self)
    }

    /// Sets an attribute.
    final func setAttribute(_ index: Int, to value: StoredValue) {
      fire()
      willChangeAttribute(index)
      values[index] = value
    }

    /// Sets the object of a relationship to one, and what leads back.
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

    /// Sets the objects of a relationship to many, and what leads back.
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

    /// Adds an object to a relationship to many.
    final func addRelated(_ object: NSManagedObject, at index: Int) {
      guard !resolved(index).contains(object) else { return }
      check(object, for: plan.relationships[index])
      willChangeRelation(index)
      relations[index].insert(object)
      object.linkInverse(of: plan.relationships[index], to: self)
    }

    /// Takes an object out of a relationship.
    final func removeRelated(_ object: NSManagedObject, at index: Int) {
      guard resolved(index).contains(object) else { return }
      willChangeRelation(index)
      relations[index].remove(object)
      object.unlinkInverse(of: plan.relationships[index], from: self)
    }

    /// The receiver is now related to `object` by `relationship` of the other: lead back.
    private func linkInverse(of relationship: NSRelationshipDescription, to object: NSManagedObject)
    {
      guard let inverse = relationship.inverseRelationship,
        let index = plan.relationship(inverse.name)
      else { return }
      fire()
      if inverse.isToMany {
        if inverse.isOrdered { _ = resolved(index) }
        // A change of both even where it was known here: others may have changed or deleted it.
        willChangeRelation(index)
        relations[index].insert(object)
      } else {
        guard case .one(let partner) = resolved(index), partner !== object else { return }
        willChangeRelation(index)
        relations[index] = .one(object)
        // The partner that was there leads here no more.
        guard let partner, let back = partner.plan.relationship(relationship.name) else { return }
        partner.fire()
        partner.willChangeRelation(back)
        partner.relations[back].remove(self)
      }
    }

    /// The receiver is no longer related to `object` by `relationship` of the other.
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

    /// Objects of two contexts, or of the wrong entity, cannot be related.
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
