#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import ManagedObjects

  extension SMIncrementalStore {
    /// Objects, ids or their number, as a request asks.
    ///
    /// - Throws: -100 for what StackMob cannot be asked, -105 without a network, -109 or -103 where
    ///   the session could not be refreshed, HTTP's status where the server refuses.
    func fetch(
      _ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext
    ) throws -> Any {
      guard request.fetchBatchSize == 0 else {
        throw SMFailure.invalidArguments("NSFetchRequest fetchBatchSize not supported")
      }
      guard let entity = request.entity else {
        throw SMFailure.invalidArguments("The fetch request has no entity.")
      }
      let session = try requireSession()
      let query = try FetchQueryBuilder(entity, session).query(
        request.predicate, order: request.sortDescriptors ?? [], offset: request.fetchOffset,
        limit: request.fetchLimit)
      log("fetch \(query.schemaName) \(query.requestParameters) \(query.requestHeaders)")
      let options = SMRequestOptions()
      options.isSecure = isSecure(context)
      let store = SMDataStore(apiVersion: session.apiVersion, session: session)
      switch request.resultType {
      case .countResultType:
        let count = try wait(for: store.counting(query, options: options))
        return [NSNumber(value: bounded(count, request))]
      case .managedObjectResultType, .managedObjectIDResultType:
        let exchange = try wait(for: store.performance(of: query, options: options))
        let ids = try ids(in: exchange.json, entity, session, limit: request.fetchLimit)
        try settings?.cache?.put(exchange.json.array?.compactMap(\.object) ?? [], of: entity)
        log("fetched \(exchange.json.text())")
        if request.resultType == .managedObjectIDResultType { return ids }
        return ids.map { context.object(with: $0) }
      default:
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "StackMob answers fetches with objects, their ids or their number.")
      }
    }

    /// The number of objects on a page of a number.
    private func bounded(
      _ count: Int, _ request: NSFetchRequest<any NSFetchRequestResult>
    ) -> Int {
      let rest = max(0, count - max(0, request.fetchOffset))
      return request.fetchLimit > 0 ? min(rest, request.fetchLimit) : rest
    }

    private func ids(
      in answer: JSON, _ entity: NSEntityDescription, _ session: SMUserSession, limit: Int
    ) throws -> [NSManagedObjectID] {
      let key = try EntityNaming(entity, session).primaryKeyField
      let found = answer.array ?? []
      return try (limit > 0 ? Array(found.prefix(limit)) : found).map { object in
        guard let id = object[key]?.string else {
          throw SMException(
            name: SMExceptionIncompatibleObject,
            reason: "An object of \(entity.name ?? "") came without its primary key \(key).")
        }
        return newObjectID(for: entity, referenceObject: id)
      }
    }
  }
#endif
