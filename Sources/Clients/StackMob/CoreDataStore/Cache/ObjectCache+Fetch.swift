#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import ManagedObjects

  /// Fetching from the cache.
  ///
  /// - Source: protocol reference B20.
  extension ObjectCache {
    /// Returns the primary keys of the objects that a request finds in the cache, in the request's
    /// order.
    ///
    /// The result does not contain objects of which only the key is cached, nor objects that were
    /// deleted offline. A geographic condition finds nothing.
    func keys(
      for request: NSFetchRequest<any NSFetchRequestResult>, of entity: NSEntityDescription
    ) throws -> [String] {
      guard let name = entity.name else { return [] }
      var predicate = request.predicate
      if let original = predicate, let condition = try? FetchCondition(original) {
        if condition.hasGeographicPart { return [] }
        // The condition can contain objects of the app's contexts, which the cache's context cannot
        // use, so they are replaced by primary keys.
        predicate = condition.cachePredicate ?? original
      }
      return try read { context in
        let search = NSFetchRequest<NSManagedObject>(entityName: name)
        let visible = NSPredicate(
          format: "\(CacheModel.isReference) == NO AND \(CacheModel.dirty) != %d",
          Int(DirtyKind.deleted.rawValue))
        search.predicate = NSCompoundPredicate(
          andPredicateWithSubpredicates: [visible] + (predicate.map { [$0] } ?? []))
        search.sortDescriptors = request.sortDescriptors
        search.fetchOffset = request.fetchOffset
        search.fetchLimit = request.fetchLimit
        return try context.fetch(search).compactMap {
          $0.value(forKey: CacheModel.key) as? String
        }
      }
    }

    /// Stores the objects that the server found for a request, and removes all other objects that
    /// the same request finds in the cache.
    ///
    /// The server no longer has these other objects, or has them with values that the request does
    /// not match.
    ///
    /// The request is run on the cache with its offset, its limit and its order, so for a page only
    /// the objects of that page are removed. An object that has moved to another page is read from
    /// the server when it is next fetched. Unlike in the original SDK, objects that wait for a sync
    /// stay. If the cache cannot evaluate the request's condition, nothing is removed.
    ///
    /// - Source: suleymancalik/stackmob-ios-sdk at 2738b8d3 (2.0.0beta.1),
    ///   CoreData/Classes/SMIncrementalStore.m, `SM_fetchObjectsFromNetwork:`: the request itself
    ///   is executed on the cache, all that it finds is purged, then the results are stored; for no
    ///   request with a geographic condition.
    func replace(
      _ request: NSFetchRequest<any NSFetchRequestResult>, of entity: NSEntityDescription,
      with objects: [JSONObject]
    ) throws {
      let found = (try? keys(for: request, of: entity)) ?? []
      let returned = Set(try objects.compactMap { try key(of: $0, entity)?.key })
      let name = entity.name ?? ""
      try write { _ in
        try forget(
          found.filter { !returned.contains($0) }.map { ObjectKey(entity: name, key: $0) })
        try put(objects, of: entity)
      }
    }

    /// Stores an object with its related objects, and removes cached objects that the relationship
    /// no longer contains.
    ///
    /// - Source: suleymancalik/stackmob-ios-sdk at 2738b8d3 (2.0.0beta.1),
    ///   CoreData/Classes/SMIncrementalStore.m, `SM_retrieveAndCacheRelatedObjectForRelationship:`:
    ///   the objects of the relationship are purged, then those of the expanded object are stored.
    func replace(
      _ relationship: NSRelationshipDescription, of id: ObjectKey, with object: JSONObject,
      _ entity: NSEntityDescription
    ) throws {
      try write { context in
        let before = try row(id, context).map { related($0, relationship.name) } ?? []
        try put([object], of: entity, isExpanded: true)
        let after = try row(id, context).map { related($0, relationship.name) } ?? []
        try forget(Set(before).subtracting(after).sorted { $0.key < $1.key })
      }
    }

    /// Returns the primary keys of an entity's objects that were deleted offline.
    func deletedKeys(of entity: NSEntityDescription) throws -> Set<String> {
      guard let name = entity.name else { return [] }
      return try read { context in
        let search = NSFetchRequest<NSManagedObject>(entityName: name)
        search.predicate = NSPredicate(
          format: "\(CacheModel.dirty) == %d", Int(DirtyKind.deleted.rawValue))
        return Set(
          try context.fetch(search).compactMap { $0.value(forKey: CacheModel.key) as? String })
      }
    }

    /// Returns the IDs in `ids` whose objects are cached with their fields.
    ///
    /// Objects that were deleted offline are included.
    func held(_ ids: [ObjectKey]) throws -> Set<ObjectKey> {
      try read { context in
        let rows = try rows(ids, context)
        return Set(ids.filter { rows[$0]?.value(forKey: CacheModel.isReference) as? Bool == false })
      }
    }
  }

  extension FetchCondition {
    /// Whether a part of the condition is geographic.
    var hasGeographicPart: Bool {
      switch self {
      case .always, .comparison: false
      case .geographic: true
      case .and(let parts), .or(let parts): parts.contains { $0.hasGeographicPart }
      case .not(let part): part.hasGeographicPart
      }
    }

    /// Whether a part of the condition compares with a managed object.
    private var hasObjects: Bool {
      switch self {
      case .always, .geographic: false
      case .comparison(_, _, let value): Self.key(value) != nil
      case .and(let parts), .or(let parts): parts.contains { $0.hasObjects }
      case .not(let part): part.hasObjects
      }
    }

    /// The condition with primary keys instead of managed objects; `nil` if it contains no managed
    /// objects.
    fileprivate var cachePredicate: NSPredicate? { hasObjects ? rebuilt : nil }

    private var rebuilt: NSPredicate {
      switch self {
      case .always, .geographic: return NSPredicate(value: true)
      case .and(let parts):
        return NSCompoundPredicate(andPredicateWithSubpredicates: parts.map(\.rebuilt))
      case .or(let parts):
        return NSCompoundPredicate(orPredicateWithSubpredicates: parts.map(\.rebuilt))
      case .not(let part): return NSCompoundPredicate(notPredicateWithSubpredicate: part.rebuilt)
      case .comparison(let path, let operation, let value):
        let key = Self.key(value)
        let left = key == nil ? path : "\(path).\(CacheModel.key)"
        let arguments: [Any] = [left, key ?? value ?? NSNull()]
        return NSPredicate(format: "%K \(operation.sign) %@", argumentArray: arguments)
      }
    }

    private static func key(_ value: Any?) -> String? {
      switch value {
      case let object as NSManagedObject: object.stackMobID
      case let id as NSManagedObjectID: id.stackMobID
      default: nil
      }
    }
  }

  extension FetchCondition.Operation {
    fileprivate var sign: String {
      switch self {
      case .equal: "=="
      case .notEqual: "!="
      case .less: "<"
      case .lessOrEqual: "<="
      case .greater: ">"
      case .greaterOrEqual: ">="
      case .between: "BETWEEN"
      case .isIn: "IN"
      }
    }
  }
#endif
