#if !canImport(CoreData)
  import Foundation

  extension NSManagedObject {
    /// Reads the object's values from the store if it is a fault.
    ///
    /// If the store does not have the object or cannot be reached, all values become null. An
    /// object that the store does not have is also deleted from the context. If
    /// ``NSManagedObjectContext/shouldDeleteInaccessibleFaults`` is `false`, both cases end the
    /// process.
    final func fire() {
      guard isFault else { return }
      do {
        try realize()
      } catch {
        guard managedObjectContext?.shouldDeleteInaccessibleFaults ?? true else {
          preconditionFailure(
            "NSObjectInaccessibleException: Core Data could not fulfill a fault for "
              + "'\(objectID)': \(error)")
        }
        values = Array(repeating: .null, count: plan.attributes.count)
        relations = plan.emptyRelations
        state.remove(.fault)
        if (error as NSError).code == NSManagedObjectReferentialIntegrityError {
          managedObjectContext?.deleteInaccessible(self)
        } else {
          inaccessible = true
        }
      }
    }

    /// Whether all values are null because the store could not be reached.
    final var inaccessible: Bool {
      get { state.contains(.inaccessible) }
      set { if newValue { state.insert(.inaccessible) } else { state.remove(.inaccessible) } }
    }

    /// Reads the object's values if it is a fault, or throws the reason why they cannot be read.
    package final func realize() throws {
      if inaccessible { becomeFault() }
      guard isFault else { return }
      if snapshot == nil {
        guard let context = managedObjectContext else {
          throw NSError.coreData(
            NSManagedObjectReferentialIntegrityError, "The context of the fault no longer exists.")
        }
        guard let found = try context.storedSnapshot(of: objectID) else {
          throw NSError.coreData(
            NSManagedObjectReferentialIntegrityError,
            "Core Data could not fulfill a fault for '\(objectID)'",
            [NSAffectedObjectsErrorKey: [self]])
        }
        snapshot = found
      }
      values = snapshot?.values ?? plan.defaults
      relations = plan.unresolvedRelations
      state.remove(.fault)
      awakeFromFetch()
    }

    /// Discards the object's values and changes, so that it becomes a fault.
    ///
    /// - Parameter kept: The stored values to keep in memory, so that the store is not read again.
    final func becomeFault(keeping kept: Snapshot? = nil) {
      if !isFault { willTurnIntoFault() }
      let wasFault = isFault
      values = []
      relations = []
      committedRelations = [:]
      changedAttributes = ChangeBits()
      changedRelations = ChangeBits()
      snapshot = kept
      state = .fault
      if !wasFault { didTurnIntoFault() }
    }

    /// Returns a relationship's objects, which are read from the store on the first call.
    final func resolved(_ index: Int) -> RelationValue {
      fire()
      guard relations[index].isUnresolved else { return relations[index] }
      do {
        try realizeRelationship(index)
      } catch {
        guard managedObjectContext?.shouldDeleteInaccessibleFaults ?? true else {
          preconditionFailure(
            "NSObjectInaccessibleException: Core Data could not fulfill a relationship fault for "
              + "'\(objectID)': \(error)")
        }
        return plan.emptyRelations[index]
      }
      return relations[index]
    }

    /// Reads the related objects, or throws the reason why they cannot be read.
    package final func realizeRelationship(named name: String) throws {
      try realize()
      guard let index = plan.relationship(name) else { return }
      try realizeRelationship(index)
    }

    private func realizeRelationship(_ index: Int) throws {
      guard case .unresolved(let added, let removed) = relations[index] else { return }
      guard let context = managedObjectContext else {
        relations[index] = plan.emptyRelations[index]
        return
      }
      let relationship = plan.relationships[index]
      guard relationship.isToMany else {
        let id = try context.storedOne(of: self, index)
        relations[index] = .one(id.map { context.object(with: $0) })
        return
      }
      var objects = try context.storedMany(of: self, index).map { context.object(with: $0) }
      // Reading may have called this method recursively, so the relationship may be resolved
      // already.
      guard relations[index].isUnresolved else { return }
      objects.removeAll { removed.contains($0) || $0.state.contains(.propagated) }
      for object in added where !objects.contains(where: { $0 === object }) {
        objects.append(object)
      }
      relations[index] = relationship.isOrdered ? .ordered(objects) : .set(Set(objects))
      // The committed objects are the current ones without the changes in `added` and `removed`,
      // which were made through inverse relationships.
      if committedRelations[index] != nil {
        var before = relations[index]
        for object in added { before.remove(object) }
        for object in removed { before.insert(object) }
        committedRelations[index] = before
      }
    }

    /// Returns a relationship's objects as they were when the relationship was last read or saved.
    final func committed(_ index: Int) -> RelationValue {
      if isInserted { return plan.emptyRelations[index] }
      if case .unresolved? = committedRelations[index] { _ = resolved(index) }
      if let before = committedRelations[index] { return before }
      return resolved(index)
    }
  }

  extension NSManagedObject.State {
    static let inaccessible = NSManagedObject.State(rawValue: 32)
  }
#endif
