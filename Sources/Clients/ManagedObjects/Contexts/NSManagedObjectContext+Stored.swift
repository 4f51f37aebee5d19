#if !canImport(CoreData)
  import Foundation

  /// What a fetch found: the id, and what the store has of the object where it said so.
  struct FetchedRow: @unchecked Sendable {
    let id: NSManagedObjectID
    let snapshot: Snapshot?
  }

  /// Where a context reads: its parent's objects, or the coordinator's stores.
  extension NSManagedObjectContext {
    /// What is stored of an object, or `nil` where there is none.
    final func storedSnapshot(of id: NSManagedObjectID) throws -> Snapshot? {
      let id = current(id)
      if let parent {
        return try parent.onQueue { try parent.exportedSnapshot(of: id) }
      }
      return try coordinator().snapshot(of: id, self)
    }

    /// The stored object of a relationship to one.
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

    /// The stored objects of a relationship to many.
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

    /// The objects that a query finds below this context.
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

    /// What a child reads of an object, changes that are not saved yet included.
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
    /// The values as they are, for a child context or after a save.
    final var exported: Snapshot {
      Snapshot(
        values: values, ones: oneIDs, version: snapshot?.version ?? 0, unknownOnes: unknownOnes)
    }

    /// The relationships to one that neither store nor app told of.
    final var unknownOnes: ChangeBits {
      var unknown = snapshot?.unknownOnes ?? ChangeBits()
      guard !unknown.isEmpty else { return unknown }
      for index in relations.indices where !relations[index].isUnresolved { unknown.remove(index) }
      return unknown
    }

    /// The ids of the objects of relationships to one, without bringing any.
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
