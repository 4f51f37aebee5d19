#if !canImport(CoreData)
  import Foundation

  /// A query for objects, which a parent context or stores execute.
  struct FetchQuery {
    let entity: NSEntityDescription
    var includesSubentities: Bool
    var predicate: NSPredicate?
    /// The sort keys for stores; `nil` if a descriptor contains code, so that only objects can be
    /// sorted.
    var order: [SortKey]?
    var descriptors: [NSSortDescriptor]
    var limit: Int
    var offset: Int
    /// The stores to search; `nil` means all.
    var stores: [NSPersistentStore]?
    /// The settings of the original fetch request, for an app's own store.
    let settings: FetchSettings

    /// The entities whose objects the query can return.
    var entities: [NSEntityDescription] { includesSubentities ? entity.family : [entity] }

    func includes(_ entity: NSEntityDescription) -> Bool {
      includesSubentities ? entity.isKindOf(entity: self.entity) : entity === self.entity
    }
  }

  extension NSManagedObjectContext {
    /// Returns the results of a fetch request, in the form of its ``NSFetchRequest/resultType``.
    ///
    /// - Throws: `NSCoreDataError` if the generic type does not match the results, otherwise the
    ///   error of the store.
    public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
      let results = try results(of: request.settings, request.affectedStores)
      if let typed = results as? [T] { return typed }
      throw NSError.coreData(
        NSCoreDataError, "The results of the request are not of the type \(T.self).")
    }

    /// Returns the number of objects that match a fetch request.
    ///
    /// - Throws: The error of the store.
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
      let query = try query(for: request.settings, request.affectedStores)
      if parent == nil, !hasLocalChanges(for: query, request.settings) {
        return try coordinator().count(query, self)
      }
      return try matching(query, request.settings).count
    }

    /// Executes a fetch request, a batch update or a batch deletion.
    ///
    /// - Throws: `NSCoreDataError` for any other kind of request, otherwise the error of the store.
    @discardableResult
    public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
      switch request {
      case let batch as NSBatchDeleteRequest:
        return try coordinator().execute(batch, self)
      case let batch as NSBatchUpdateRequest:
        return try coordinator().execute(batch, self)
      default:
        guard let settings = (request as? any FetchRequesting)?.fetchSettings else {
          throw NSError.coreData(NSCoreDataError, "The type of the request is not supported.")
        }
        return NSFetchResult(try results(of: settings, request.affectedStores))
      }
    }

    private func results(
      of settings: FetchSettings, _ stores: [NSPersistentStore]?
    ) throws -> [Any] {
      var query = try query(for: settings, stores)
      switch settings.resultType {
      case .managedObjectIDResultType: return try matching(query, settings).map(\.objectID)
      case .countResultType:
        let isPlain = parent == nil && !hasLocalChanges(for: query, settings)
        let count =
          isPlain
          ? try coordinator().count(query, self) : try matching(query, settings).count
        return [NSNumber(value: count)]
      case .dictionaryResultType:
        let bounds = (query.limit, query.offset)
        query.limit = 0
        query.offset = 0
        let objects = try storedRows(query).map { object(for: $0) }
        return try DictionaryResults(settings, query.entity)
          .dictionaries(of: query.descriptors.sorted(objects))
          .bounded(limit: bounds.0, offset: bounds.1)
      default:
        let objects = try matching(query, settings)
        if !settings.returnsObjectsAsFaults { for object in objects { object.fire() } }
        prefetch(settings.relationshipKeyPathsForPrefetching ?? [], of: objects)
        return objects
      }
    }

    private func query(
      for settings: FetchSettings, _ stores: [NSPersistentStore]?
    ) throws -> FetchQuery {
      guard
        let entity = settings.entity ?? settings.entityName.flatMap({ model?.entitiesByName[$0] })
      else {
        preconditionFailure(
          "A fetch request must have an entity: '\(settings.entityName ?? "")' is not in the model"
        )
      }
      let descriptors = settings.sortDescriptors ?? []
      return FetchQuery(
        entity: entity, includesSubentities: settings.includesSubentities,
        predicate: settings.predicate, order: descriptors.keys, descriptors: descriptors,
        limit: settings.fetchLimit, offset: settings.fetchOffset, stores: stores,
        settings: settings)
    }

    private func hasLocalChanges(for query: FetchQuery, _ settings: FetchSettings) -> Bool {
      guard settings.includesPendingChanges else { return false }
      propagateDeletions()
      func touches(_ objects: Set<NSManagedObject>) -> Bool {
        objects.contains { query.includes($0.entity) }
      }
      return touches(inserted) || touches(updated) || touches(deleted)
    }

    /// Returns the objects that match a child context's query.
    final func matching(_ query: FetchQuery) throws -> [NSManagedObject] {
      try matching(query, query.settings)
    }

    private func matching(
      _ query: FetchQuery, _ settings: FetchSettings
    ) throws -> [NSManagedObject] {
      processPendingChanges()
      let refreshing = settings.shouldRefreshRefetchedObjects
      let isLocal = hasLocalChanges(for: query, settings)
      if !isLocal, query.order != nil {
        let rows = try storedRows(query)
        registry.reserve(rows.count)
        return rows.map { object(for: $0, refreshing: refreshing) }
      }
      var wide = query
      wide.limit = 0
      wide.offset = 0
      wide.order = query.order ?? []
      var objects = try storedRows(wide).map { object(for: $0, refreshing: refreshing) }
      if isLocal {
        objects.removeAll {
          $0.isDeleted || $0.isUpdated && !(query.predicate?.evaluate(with: $0) ?? true)
        }
        var known = Set(objects)
        let changes = changeSet()
        for object in changes.updated + changes.inserted
        where query.includes(object.entity) && !known.contains(object) {
          guard query.predicate?.evaluate(with: object) ?? true else { continue }
          known.insert(object)
          objects.append(object)
        }
      }
      return query.descriptors.sorted(objects).bounded(limit: query.limit, offset: query.offset)
    }

    private func prefetch(_ paths: [String], of objects: [NSManagedObject]) {
      for path in paths {
        var level = objects
        for name in path.split(separator: ".") {
          level = level.flatMap { object -> [NSManagedObject] in
            guard let index = object.plan.relationship(String(name)) else { return [] }
            return object.resolved(index).objects
          }
          for object in level { object.fire() }
        }
      }
    }
  }

  /// A fetch request whose result type is not known.
  protocol FetchRequesting {
    var fetchSettings: FetchSettings { get }
  }

  extension NSFetchRequest: FetchRequesting {
    var fetchSettings: FetchSettings { settings }
  }

  extension Array {
    /// Returns at most `limit` elements after `offset` elements; a limit of 0 means no limit.
    func bounded(limit: Int, offset: Int) -> [Element] {
      guard limit > 0 || offset > 0 else { return self }
      let rest = dropFirst(Swift.max(0, offset))
      return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
  }
#endif
