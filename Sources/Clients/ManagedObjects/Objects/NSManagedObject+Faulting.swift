#if !canImport(CoreData)
  import Foundation

  extension NSManagedObject {
    /// Brings the values of a fault.
    ///
    /// A fault whose object is gone, or cannot be reached, has no values: the context deletes what
    /// is gone where ``NSManagedObjectContext/shouldDeleteInaccessibleFaults`` says so.
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

    /// Whether the values are a makeshift, since the store could not be reached.
    final var inaccessible: Bool {
      get { state.contains(.inaccessible) }
      set { if newValue { state.insert(.inaccessible) } else { state.remove(.inaccessible) } }
    }

    /// Brings the values of a fault, or says why they do not come.
    package final func realize() throws {
      if inaccessible { becomeFault() }
      guard isFault else { return }
      if snapshot == nil {
        guard let context = managedObjectContext else {
          throw NSError.coreData(
            NSManagedObjectReferentialIntegrityError, "The context of the fault is gone.")
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

    /// Gives the values up; what is stored may stay in mind.
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

    /// The objects of a relationship, brought where they have not been asked for yet.
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

    /// Brings the objects of a relationship, or says why they do not come.
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
      // Firing may have come back here.
      guard relations[index].isUnresolved else { return }
      objects.removeAll { removed.contains($0) || $0.state.contains(.propagated) }
      for object in added where !objects.contains(where: { $0 === object }) {
        objects.append(object)
      }
      relations[index] = relationship.isOrdered ? .ordered(objects) : .set(Set(objects))
      // What it was before inverses changed it.
      if committedRelations[index] != nil {
        var before = relations[index]
        for object in added { before.remove(object) }
        for object in removed { before.insert(object) }
        committedRelations[index] = before
      }
    }

    /// The objects of a relationship as they were when last read or saved.
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
