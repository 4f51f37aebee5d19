#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import ManagedObjects

  extension SMIncrementalStore {
    /// Returns what a fetch request asks for: objects, object IDs or a count.
    ///
    /// The fetch policy decides whether the server or the cache is searched.
    ///
    /// - Throws: `SMError` -100 for a condition that StackMob does not support, -105 without a
    ///   network, -109 or -103 if the session could not be refreshed, or an error with the HTTP
    ///   status if the server rejects the request.
    func fetch(
      _ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext
    ) throws -> Any {
      guard request.fetchBatchSize == 0 else {
        throw SMFailure.invalidArguments("NSFetchRequest fetchBatchSize not supported")
      }
      guard let entity = request.entity else {
        throw SMFailure.invalidArguments("The fetch request has no entity.")
      }
      let types: [NSFetchRequestResultType] = [
        .countResultType, .managedObjectResultType, .managedObjectIDResultType,
      ]
      guard types.contains(request.resultType) else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "StackMob supports only fetches of objects, of their ids or of their number.")
      }
      let options = options(context)
      guard let settings, let cache = settings.cache else {
        return try fetchFromServer(request, entity, options, context)
      }
      func fetchFromCache() throws -> [String] {
        let keys = try cache.keys(for: request, of: entity)
        log("fetched from the cache \(entity.name ?? "") \(keys)")
        return keys
      }
      switch options.fetchPolicy ?? settings.policies.fetch {
      case SMFetchPolicyCacheOnly: return try found(fetchFromCache(), request, entity, context)
      case SMFetchPolicyTryCacheElseNetwork:
        let keys = try fetchFromCache()
        guard keys.isEmpty else { return found(keys, request, entity, context) }
      case SMFetchPolicyTryNetworkElseCache:
        do { return try fetchFromServer(request, entity, options, context) } catch {
          guard case SMErrorNetworkNotReachable = error else { throw error }
          return try found(fetchFromCache(), request, entity, context)
        }
      default: break
      }
      return try fetchFromServer(request, entity, options, context)
    }

    private func fetchFromServer(
      _ request: NSFetchRequest<any NSFetchRequestResult>, _ entity: NSEntityDescription,
      _ options: SMRequestOptions, _ context: NSManagedObjectContext
    ) throws -> Any {
      let session = try requireSession()
      let query = try FetchQueryBuilder(entity, session).query(
        request.predicate, order: request.sortDescriptors ?? [], offset: request.fetchOffset,
        limit: request.fetchLimit)
      log("fetch \(query.schemaName) \(query.requestParameters) \(query.requestHeaders)")
      let sent = SMRequestOptions()
      sent.isSecure = options.isSecure
      let store = SMDataStore(apiVersion: session.apiVersion, session: session)
      if request.resultType == .countResultType {
        let count = try wait(for: store.counting(query, options: sent))
        return [NSNumber(value: bounded(count, request))]
      }
      let answer = try wait(for: store.call(for: query, options: sent)).json
      log("fetched \(answer.text())")
      var keys = try keys(in: answer, entity, session, limit: request.fetchLimit)
      if let cache = settings?.cache {
        if options.cacheResults, try !isGeographic(request) {
          try cache.replace(
            request, of: entity, with: answer.array?.compactMap(\.object) ?? [])
        }
        // Objects that were deleted offline are left out until a sync has handled them.
        let deleted = try cache.deletedKeys(of: entity)
        keys.removeAll { deleted.contains($0) }
      }
      return found(keys, request, entity, context)
    }

    private func isGeographic(
      _ request: NSFetchRequest<any NSFetchRequestResult>
    ) throws -> Bool {
      try request.predicate.map { try FetchCondition($0).hasGeographicPart } ?? false
    }

    /// Converts primary keys to the results that `request` asks for: objects, object IDs or a
    /// count.
    private func found(
      _ keys: [String], _ request: NSFetchRequest<any NSFetchRequestResult>,
      _ entity: NSEntityDescription, _ context: NSManagedObjectContext
    ) -> Any {
      if request.resultType == .countResultType { return [NSNumber(value: keys.count)] }
      let ids = keys.map { newObjectID(for: entity, referenceObject: $0) }
      if request.resultType == .managedObjectIDResultType { return ids }
      return ids.map { context.object(with: $0) }
    }

    /// Returns how many of `count` matching objects the request's offset and limit select.
    private func bounded(
      _ count: Int, _ request: NSFetchRequest<any NSFetchRequestResult>
    ) -> Int {
      let rest = max(0, count - max(0, request.fetchOffset))
      return request.fetchLimit > 0 ? min(rest, request.fetchLimit) : rest
    }

    private func keys(
      in answer: JSON, _ entity: NSEntityDescription, _ session: SMUserSession, limit: Int
    ) throws -> [String] {
      let key = try EntityNaming(entity, session).primaryKeyField
      let found = answer.array ?? []
      return try (limit > 0 ? Array(found.prefix(limit)) : found).map { object in
        guard let id = object[key]?.string else {
          throw SMException(
            name: SMExceptionIncompatibleObject,
            reason:
              "The response has a \(entity.name ?? "") object without its primary key \(key).")
        }
        return id
      }
    }
  }
#endif
