#if !canImport(CoreData)
  import Foundation

  /// An object that a fetch found: its ID, and its stored values if the store returned them.
  struct FetchedRow: @unchecked Sendable {
    let id: NSManagedObjectID
    let snapshot: Snapshot?
  }

  /// Methods that read from the parent context, or from the coordinator's stores if there is no
  /// parent.
  extension NSManagedObjectContext {
    /// Returns the stored values of an object, or `nil` if no stored object has the ID.
    final func storedSnapshot(of id: NSManagedObjectID) throws -> Snapshot? {
      let id = current(id)
      if let parent {
        return try parent.onQueue { try parent.exportedSnapshot(of: id) }
      }
      return try coordinator().snapshot(of: id, self)
    }

    /// Returns the ID of the stored related object of a to-one relationship.
    final func storedOne(
      of object: NSManagedObject, _ index: Int
    ) throws -> NSManagedObjectID? {
      if let id = object.snapshot?.one(index) { return id }
      guard object.snapshot?.unknownOnes.contains(index) == true else { return nil }
      let relationship = object.plan.relationships[index]
      if let parent {
        return try parent.onQueue {
          let twin = parent.object(with: object.objectID)
          try twin.realizeRelationship(named: relationship.name)
          return twin.resolved(index).ids.first
        }
      }
      return try coordinator().related(of: object.objectID, relationship, self).first
    }

    /// Returns the IDs of the stored related objects of a to-many relationship.
    final func storedMany(
      of object: NSManagedObject, _ index: Int
    ) throws -> [NSManagedObjectID] {
      let id = current(object.objectID)
      let relationship = object.plan.relationships[index]
      if let parent {
        return try parent.onQueue {
          let twin = parent.object(with: id)
          try twin.realizeRelationship(named: relationship.name)
          return twin.resolved(index).ids
        }
      }
      guard !id.isTemporaryID else { return [] }
      return try coordinator().related(of: id, relationship, self)
    }

    /// Returns the objects that match a query, in the parent context or in the stores.
    final func storedRows(_ query: FetchQuery) throws -> [FetchedRow] {
      if let parent {
        return try parent.onQueue {
          try parent.matching(query).map { FetchedRow(id: $0.objectID, snapshot: nil) }
        }
      }
      return try coordinator().rows(query, self)
    }

    final func coordinator() throws -> NSPersistentStoreCoordinator {
      guard let coordinator = persistentStoreCoordinator else {
        throw NSError.coreData(
          NSPersistentStoreCoordinatorLockingError, "The context has no coordinator.")
      }
      return coordinator
    }

    /// Returns the values of an object for a child context, including changes that are not saved
    /// yet.
    private func exportedSnapshot(of id: NSManagedObjectID) throws -> Snapshot? {
      let object = object(with: id)
      do { try object.realize() } catch {
        guard (error as NSError).code != NSManagedObjectReferentialIntegrityError else {
          return nil
        }
        throw error
      }
      guard !object.isDeleted else { return nil }
      return object.exported
    }
  }

  extension NSManagedObject {
    /// The current values, for a child context or after a save.
    final var exported: Snapshot {
      Snapshot(
        values: values, ones: oneIDs, version: snapshot?.version ?? 0, unknownOnes: unknownOnes)
    }

    /// The to-one relationships for which neither the store nor the app has provided a value.
    final var unknownOnes: ChangeBits {
      var unknown = snapshot?.unknownOnes ?? ChangeBits()
      guard !unknown.isEmpty else { return unknown }
      for index in relations.indices where !relations[index].isUnresolved { unknown.remove(index) }
      return unknown
    }

    /// The IDs of the related objects of to-one relationships, without reading the objects.
    ///
    /// The array has an element for each relationship, `nil` for a to-many one. It is empty if the
    /// entity does not have a to-one relationship.
    final var oneIDs: [NSManagedObjectID?] {
      guard plan.relationships.contains(where: { !$0.isToMany }) else { return [] }
      return plan.relationships.indices.map { index in
        switch relations[index] {
        case .one(let object): object?.objectID
        case .unresolved: snapshot?.one(index)
        case .set, .ordered: nil
        }
      }
    }
  }
#endif
