#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects

  /// Reading from the cache, and deciding whether a save only changes the cache.
  ///
  /// - Source: protocol reference B17 and B20.
  extension SMIncrementalStore {
    /// Returns whether a context's save only changes the cache, because of the save policy or
    /// because there is no network.
    func savesOffline(_ context: NSManagedObjectContext?) throws -> Bool {
      guard let settings, let session else { return false }
      switch options(context).savePolicy ?? settings.policies.save {
      case SMSavePolicyCacheOnly: return true
      case SMSavePolicyNetworkOnly: return false
      default:
        let probe = BlockingCall { () async throws(CallFailure) in await session.probeNetwork() }
        return try !probe.value()
      }
    }

    /// Returns an object's fields from the cache, or `nil` if the cache does not have the fields.
    ///
    /// - Throws: Core Data's error for a missing object if the object was deleted offline.
    func cachedFields(of id: NSManagedObjectID) throws -> StoredFields? {
      guard let cache = settings?.cache, let key = id.stackMobID, let name = id.entity.name else {
        return nil
      }
      return try cache.read { context in
        guard let row = try cache.row(ObjectKey(entity: name, key: key), context),
          row.value(forKey: CacheModel.isReference) as? Bool != true
        else { return nil }
        guard !row.isDeletedOffline else {
          throw NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError,
            userInfo: [NSLocalizedDescriptionKey: "\(name) \(key) was deleted."])
        }
        var values: [String: Any] = [:]
        var related: [String: [String]] = [:]
        for (name, attribute) in id.entity.attributesByName where !attribute.isTransient {
          values[name] = row.value(forKey: name) ?? NSNull()
        }
        for (name, relationship) in id.entity.relationshipsByName where !relationship.isTransient {
          let ids = cache.related(row, name)
          if relationship.isToMany {
            related[name] = ids.map(\.key)
          } else {
            values[name] = ids.first.flatMap { objectID(of: $0) } ?? NSNull()
          }
        }
        return StoredFields(values: values, related: related)
      }
    }

    /// Returns an object's fields from the cache, or `nil` unless the cache also has all related
    /// objects of a relationship.
    ///
    /// With `nil`, the caller reads the object from StackMob together with its related objects. An
    /// object that waits for a sync has the related objects of its last offline save.
    func cachedFields(
      for relationship: NSRelationshipDescription, of id: NSManagedObjectID,
      _ context: NSManagedObjectContext?
    ) throws -> StoredFields? {
      guard let cache = settings?.cache, relationship.isToMany, let name = id.entity.name,
        let key = id.stackMobID, let destination = relationship.destinationEntity?.name
      else { return nil }
      let cached = try cachedFields(of: id)
      if let cached {
        let related = (cached.related[relationship.name] ?? []).map {
          ObjectKey(entity: destination, key: $0)
        }
        let isWhole = try cache.held(related).count == related.count
        if isWhole || cache.isDirty(ObjectKey(entity: name, key: key)) { return cached }
      }
      return try readFromServer(id, context, expanding: relationship)
    }
  }

  extension NSManagedObject {
    fileprivate var isDeletedOffline: Bool {
      value(forKey: CacheModel.dirty) as? Int16 == DirtyKind.deleted.rawValue
    }
  }
#endif
