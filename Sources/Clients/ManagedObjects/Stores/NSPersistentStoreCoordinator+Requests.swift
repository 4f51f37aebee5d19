#if !canImport(CoreData)
  import Foundation

  /// The coordinator's methods for contexts.
  extension NSPersistentStoreCoordinator {
    private func store(of id: NSManagedObjectID) throws -> NSPersistentStore {
      if let store = id.persistentStore, store.persistentStoreCoordinator === self { return store }
      if let store = persistentStores.first(where: { $0.identifierText == id.storeIdentifier }) {
        return store
      }
      throw NSError.coreData(
        NSManagedObjectReferentialIntegrityError,
        "The store of \(id) is not reachable from the coordinator.")
    }

    final func snapshot(
      of id: NSManagedObjectID, _ context: NSManagedObjectContext
    ) throws -> Snapshot? {
      guard !id.isTemporaryID else { return nil }
      return try locked {
        let store = try store(of: id)
        guard store.cachesRows else { return try store.storedSnapshot(of: id, context) }
        if let known = rowCache.snapshot(id) { return known }
        let found = try store.storedSnapshot(of: id, context)
        if let found { rowCache.store(found, id) }
        return found
      }
    }

    final func related(
      of id: NSManagedObjectID, _ relationship: NSRelationshipDescription,
      _ context: NSManagedObjectContext
    ) throws -> [NSManagedObjectID] {
      try locked {
        let store = try store(of: id)
        guard store.cachesRows else {
          return try store.storedRelated(of: id, relationship, context)
        }
        if let known = rowCache.related(id, relationship.name) { return known }
        let found = try store.storedRelated(of: id, relationship, context)
        rowCache.store(found, id, relationship.name)
        return found
      }
    }

    private func stores(for query: FetchQuery) -> [NSPersistentStore] {
      let names = Set(query.entities.map(\.displayName))
      return (query.stores ?? persistentStores).filter { store in
        (managedObjectModel.entities(forConfigurationName: store.configurationName) ?? [])
          .contains { names.contains($0.displayName) }
      }
    }

    final func rows(
      _ query: FetchQuery, _ context: NSManagedObjectContext
    ) throws -> [FetchedRow] {
      try locked {
        try requireStores()
        let stores = stores(for: query)
        if stores.count == 1 { return try rows(query, stores[0], context) }
        var wide = query
        wide.limit = 0
        wide.offset = 0
        let found = try stores.flatMap { store in
          try rows(wide, store, context).map { StoreRow($0.id, $0.snapshot, store, context) }
        }
        return found.ordered(by: query.order ?? [])
          .bounded(limit: query.limit, offset: query.offset)
          .map { FetchedRow(id: $0.id, snapshot: nil) }
      }
    }

    private func rows(
      _ query: FetchQuery, _ store: NSPersistentStore, _ context: NSManagedObjectContext
    ) throws -> [FetchedRow] {
      let rows = try store.rows(query, context)
      if store.cachesRows {
        for row in rows { if let snapshot = row.snapshot { rowCache.store(snapshot, row.id) } }
      }
      return rows
    }

    final func count(_ query: FetchQuery, _ context: NSManagedObjectContext) throws -> Int {
      try locked {
        try requireStores()
        let stores = stores(for: query)
        if stores.count == 1 { return try stores[0].count(query, context) }
        return try rows(query, context).count
      }
    }

    private func requireStores() throws {
      guard persistentStores.isEmpty else { return }
      throw NSError.coreData(
        NSPersistentStoreCoordinatorLockingError,
        "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save or "
          + "fetch operation.")
    }

    final func permanentIDs(
      for objects: [NSManagedObject], _ context: NSManagedObjectContext
    ) throws -> [NSManagedObjectID] {
      try locked {
        try requireStores()
        let stores = try storesToTake(objects)
        if let first = stores.first, stores.allSatisfy({ $0 === first }) {
          return try first.newIDs(for: objects)
        }
        var groups: [ObjectIdentifier: (store: NSPersistentStore, positions: [Int])] = [:]
        for (position, store) in stores.enumerated() {
          groups[ObjectIdentifier(store), default: (store, [])].positions.append(position)
        }
        var ids: [NSManagedObjectID?] = Array(repeating: nil, count: objects.count)
        for group in groups.values {
          let made = try group.store.newIDs(for: group.positions.map { objects[$0] })
          for (position, id) in zip(group.positions, made) { ids[position] = id }
        }
        return ids.compactMap(\.self)
      }
    }

    final func save(_ changes: ChangeSet, _ context: NSManagedObjectContext) throws {
      guard !changes.isEmpty else { return }
      try locked {
        try requireStores()
        var parts: [(store: NSPersistentStore, changes: ChangeSet)] = []
        func part(of object: NSManagedObject) throws -> Int {
          let store = try store(of: object.objectID)
          if let known = parts.firstIndex(where: { $0.store === store }) { return known }
          parts.append((store, ChangeSet(inserted: [], updated: [], deleted: [])))
          return parts.count - 1
        }
        if persistentStores.count == 1 {
          parts = [(persistentStores[0], changes)]
        } else {
          for object in changes.inserted {
            parts[try part(of: object)].changes.inserted.append(object)
          }
          for object in changes.updated {
            parts[try part(of: object)].changes.updated.append(object)
          }
          for object in changes.deleted {
            parts[try part(of: object)].changes.deleted.append(object)
          }
        }
        for part in parts {
          if part.store.isReadOnly {
            throw NSError.coreData(
              NSPersistentStoreSaveError, "Attempt to save to a read-only store.",
              [NSAffectedStoresErrorKey: [part.store]])
          }
          try part.store.save(part.changes, context)
          guard part.store.cachesRows else { continue }
          for object in part.changes.all { rowCache.forget(object.objectID) }
        }
      }
    }

    // MARK: Rows of living objects

    final func didRegister(_ id: NSManagedObjectID, _ context: NSManagedObjectContext) {
      guard !id.isTemporaryID, let store = id.persistentStore, store.cachesRows else { return }
      locked {
        context.registry.watch()
        rowCache.retain(id)
        (store as? NSIncrementalStore)?.managedObjectContextDidRegisterObjects(with: [id])
        didUnregister(context.registry.drainGone(), context)
      }
    }

    final func didUnregister(_ ids: [NSManagedObjectID], _ context: NSManagedObjectContext) {
      let ids = ids.filter { !$0.isTemporaryID && $0.persistentStore?.cachesRows == true }
      guard !ids.isEmpty else { return }
      locked {
        for id in ids { rowCache.release(id) }
        let stores = Dictionary(grouping: ids) { $0.storeIdentifier }
        for ids in stores.values {
          (ids.first?.persistentStore as? NSIncrementalStore)?
            .managedObjectContextDidUnregisterObjects(with: ids)
        }
      }
    }

    final func forgetRow(_ id: NSManagedObjectID) {
      guard id.persistentStore?.cachesRows == true else { return }
      locked { rowCache.forget(id) }
    }

    // MARK: Batches

    final func execute(
      _ request: NSBatchDeleteRequest, _ context: NSManagedObjectContext
    ) throws -> NSBatchDeleteResult {
      try locked {
        var ids = request.ids
        if let settings = request.settings {
          ids = try rows(query(settings, request.affectedStores), context).map(\.id)
        }
        for group in Dictionary(grouping: ids, by: \.storeIdentifier).values {
          try store(of: group[0]).delete(group, context)
        }
        return NSBatchDeleteResult(ids, request.resultType)
      }
    }

    final func execute(
      _ request: NSBatchUpdateRequest, _ context: NSManagedObjectContext
    ) throws -> NSBatchUpdateResult {
      try locked {
        let settings = FetchSettings()
        settings.entity = request.entityDescription
        settings.entityName = request.entityName
        settings.predicate = request.predicate
        settings.includesSubentities = request.includesSubentities
        let query = query(settings, request.affectedStores)
        var values: [String: StoredValue] = [:]
        for (key, value) in request.propertiesToUpdate ?? [:] {
          let name = (key.base as? NSPropertyDescription)?.name ?? "\(key.base)"
          guard let attribute = query.entity.attributesByName[name],
            let stored = StoredValue.coerced(value, for: attribute)
          else {
            throw NSError.coreData(
              NSCoreDataError, "Invalid value or property '\(name)' in propertiesToUpdate")
          }
          values[name] = stored
        }
        let ids = try rows(query, context).map(\.id)
        for group in Dictionary(grouping: ids, by: \.storeIdentifier).values {
          try store(of: group[0]).update(group, values, context)
        }
        return NSBatchUpdateResult(ids, request.resultType)
      }
    }

    private func query(_ settings: FetchSettings, _ stores: [NSPersistentStore]?) -> FetchQuery {
      guard
        let entity = settings.entity
          ?? settings.entityName.flatMap({ managedObjectModel.entitiesByName[$0] })
      else { preconditionFailure("A request must have an entity of the model.") }
      let descriptors = settings.sortDescriptors ?? []
      return FetchQuery(
        entity: entity, includesSubentities: settings.includesSubentities,
        predicate: settings.predicate, order: descriptors.keys ?? [], descriptors: descriptors,
        limit: settings.fetchLimit, offset: settings.fetchOffset, stores: stores,
        settings: settings)
    }
  }
#endif
