#if canImport(CoreData) || ManagedObjects
  public import Dispatch
  import Foundation
  import GhostlightClient
  public import ManagedObjects

  #if canImport(CoreData)
    /// The constraint for results of fetch requests, the same on all platforms.
    ///
    /// Apple's Core Data has a protocol for results, while the module `ManagedObjects` accepts any
    /// type. Use this alias as the constraint of generic functions that pass a request on to
    /// `executeFetchRequestAndWait(_:options:)`.
    public typealias SMFetchable = NSFetchRequestResult
  #else
    /// The constraint for results of fetch requests, the same on all platforms.
    ///
    /// Apple's Core Data has a protocol for results, while the module `ManagedObjects` accepts any
    /// type. Use this alias as the constraint of generic functions that pass a request on to
    /// `executeFetchRequestAndWait(_:options:)`.
    public typealias SMFetchable = Any
  #endif

  /// Fetching from StackMob without blocking the main queue.
  ///
  /// The context must be the main queue's context of an ``SMCoreDataStore``, or a direct child of
  /// it. For any other context the call fails with `SMExceptionIncompatibleObject`. Results are
  /// faults: an object's values are read when one of them is first used.
  ///
  /// - Source: protocol reference B14; the guide, "Reading Objects".
  extension NSManagedObjectContext {
    /// Fetches objects, and calls a block on the given queue; `nil` means the main queue.
    ///
    /// If `returnManagedObjectIDs` is `true`, the results are object IDs. Otherwise they are
    /// objects. If the success block runs on the main queue, the objects belong to the main
    /// context. On any other queue they belong to a separate context, and are valid only within the
    /// block.
    ///
    /// Fails with `SMError` -100 for a condition that StackMob does not support, with -105 without
    /// a network, with -109 or -103 if the session could not be refreshed, otherwise with the HTTP
    /// status.
    public func execute<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, returnManagedObjectIDs: Bool = false,
      successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
      options: SMRequestOptions? = nil, onSuccess: SMResultsSuccessBlock?,
      onFailure: SMFailureBlock? = nil
    ) {
      typealias Found = (objects: [Any], context: NSManagedObjectContext?)
      let callbacks = OutcomeCallbacks<Found>(
        self, successCallbackQueue, failureCallbackQueue,
        { found in withExtendedLifetime(found.context) { onSuccess?(found.objects) } }, onFailure)
      let levels: ContextLevels
      do { levels = try ContextLevels(self) } catch { return callbacks.call(.failure(error)) }
      let isForMain = successCallbackQueue == nil || successCallbackQueue === DispatchQueue.main
      let request = Callback(request)
      levels.bottom.perform {
        do {
          let ids = try levels.ids(request.block, options)
          if returnManagedObjectIDs { return callbacks.call(.success((ids, nil))) }
          guard !isForMain else {
            return levels.main.perform {
              callbacks.call(.success((levels.main.refreshed(ids), nil)))
            }
          }
          let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          context.persistentStoreCoordinator = levels.bottom.persistentStoreCoordinator
          context.mergePolicy = levels.bottom.mergePolicy
          callbacks.call(.success((ids.map { context.object(with: $0) }, context)))
        } catch {
          callbacks.call(.failure(error))
        }
      }
    }

    /// Fetches objects, and calls a block; the original Objective-C name.
    public func executeFetchRequest<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, returnManagedObjectIDs: Bool = false,
      successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
      options: SMRequestOptions? = nil, onSuccess: SMResultsSuccessBlock?,
      onFailure: SMFailureBlock? = nil
    ) {
      execute(
        request, returnManagedObjectIDs: returnManagedObjectIDs,
        successCallbackQueue: successCallbackQueue, failureCallbackQueue: failureCallbackQueue,
        options: options, onSuccess: onSuccess, onFailure: onFailure)
    }

    /// Fetches objects, and blocks the caller until the server has responded.
    ///
    /// The results are objects of this context, or object IDs if the request's result type is
    /// `.managedObjectIDResultType`.
    ///
    /// - Throws: The errors of
    ///   ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``,
    ///   or `SMExceptionIncompatibleObject` if a result is not an `Entity`. An error -109 is also
    ///   passed to the token refresh failure block.
    public func executeFetchRequestAndWait<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, options: SMRequestOptions? = nil
    ) throws -> [Entity] {
      let isForIDs = Entity.self == NSManagedObjectID.self
      return try Self.typed(
        executeFetchRequestAndWait(request, returnManagedObjectIDs: isForIDs, options: options))
    }

    /// Fetches object IDs, or objects of this context, and blocks the caller until the server has
    /// responded.
    ///
    /// - Throws: The errors of
    ///   ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``.
    ///   An error -109 is also passed to the token refresh failure block.
    public func executeFetchRequestAndWait<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, returnManagedObjectIDs: Bool,
      options: SMRequestOptions? = nil
    ) throws -> [Any] {
      let levels = try ContextLevels(self)
      let ids = try levels.reportingRefreshFailure {
        try levels.bottom.performBlocking { try levels.ids(request, options) }
      }
      if returnManagedObjectIDs { return ids }
      for context in levels.upwards.dropLast().reversed() where context !== self {
        context.performAndWait { _ = context.refreshed(ids) }
      }
      return performAndWait { refreshed(ids) }
    }

    /// Fetches objects without blocking a thread, on the queues of the contexts.
    ///
    /// The results are objects of this context, which must be used on its queue, or object IDs if
    /// the request's result type is `.managedObjectIDResultType`.
    ///
    /// - Throws: The errors of
    ///   ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``,
    ///   or `SMExceptionIncompatibleObject` if a result is not an `Entity`. An error -109 is also
    ///   passed to the token refresh failure block.
    nonisolated(nonsending) public func executeFetchRequest<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, options: SMRequestOptions? = nil
    ) async throws -> [Entity] {
      let isForIDs = Entity.self == NSManagedObjectID.self
      return try Self.typed(
        await executeFetchRequest(request, returnManagedObjectIDs: isForIDs, options: options))
    }

    /// Fetches object IDs, or objects of this context, without blocking a thread.
    ///
    /// Use the objects only on this context's queue.
    ///
    /// - Throws: The errors of
    ///   ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``.
    ///   An error -109 is also passed to the token refresh failure block.
    nonisolated(nonsending) public func executeFetchRequest<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, returnManagedObjectIDs: Bool,
      options: SMRequestOptions? = nil
    ) async throws -> [Any] {
      let levels = try ContextLevels(self)
      let request = Callback(request)
      let outcome: FetchOutcome = await withCheckedContinuation { continuation in
        levels.bottom.perform {
          let ids = Result { try levels.ids(request.block, options) }
          guard case .success(let found) = ids, !returnManagedObjectIDs else {
            return continuation.resume(returning: FetchOutcome(ids.map { $0 as [Any] }))
          }
          levels.main.perform {
            let objects = levels.main.refreshed(found)
            guard levels.receiver !== levels.main else {
              return continuation.resume(returning: FetchOutcome(.success(objects)))
            }
            levels.receiver.perform {
              continuation.resume(
                returning: FetchOutcome(.success(levels.receiver.refreshed(found))))
            }
          }
        }
      }
      return try levels.reportingRefreshFailure { try outcome.result.block.get() }
    }

    /// Counts the objects that a request would fetch, and calls a block on the given queue; `nil`
    /// means the main queue.
    public func count<Entity: SMFetchable>(
      for request: NSFetchRequest<Entity>, successCallbackQueue: DispatchQueue? = nil,
      failureCallbackQueue: DispatchQueue? = nil, options: SMRequestOptions? = nil,
      onSuccess: ((_ count: UInt) -> Void)?, onFailure: SMFailureBlock?
    ) {
      let callbacks = OutcomeCallbacks<UInt>(
        self, successCallbackQueue, failureCallbackQueue, { onSuccess?($0) }, onFailure)
      do {
        let levels = try ContextLevels(self)
        let request = Callback(request)
        levels.bottom.perform {
          callbacks.call(Result { try levels.count(request.block, options) })
        }
      } catch {
        callbacks.call(.failure(error))
      }
    }

    /// Counts the objects that a request would fetch, and blocks the caller until the server has
    /// responded.
    ///
    /// - Throws: The errors of the form with blocks. An error -109 is also passed to the token
    ///   refresh failure block.
    public func countAndWait<Entity: SMFetchable>(
      for request: NSFetchRequest<Entity>, options: SMRequestOptions? = nil
    ) throws -> UInt {
      let levels = try ContextLevels(self)
      return try levels.reportingRefreshFailure {
        try levels.bottom.performBlocking { try levels.count(request, options) }
      }
    }

    /// Returns the objects with the given IDs.
    ///
    /// Objects without unsaved changes become faults.
    fileprivate func refreshed(_ ids: [NSManagedObjectID]) -> [NSManagedObject] {
      ids.map { id in
        let object = object(with: id)
        if !object.isFault { refresh(object, mergeChanges: true) }
        return object
      }
    }

    /// Casts the results of a request to the type that the request declares.
    fileprivate static func typed<Entity>(_ found: [Any]) throws -> [Entity] {
      guard let typed = found as? [Entity] else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The results of the request are not of the type \(Entity.self): fetch as "
            + "NSFetchRequest<NSManagedObject>.")
      }
      return typed
    }
  }

  /// The result of a fetch, sent to the task that waits for it.
  private struct FetchOutcome: Sendable {
    let result: Callback<Result<[Any], any Error>>

    init(_ result: Result<[Any], any Error>) { self.result = Callback(result) }
  }

  extension ContextLevels {
    /// Returns the IDs of the objects that a request finds, and turns these objects into faults.
    ///
    /// Call it on the private context's queue.
    fileprivate func ids<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, _ options: SMRequestOptions?
    ) throws -> [NSManagedObjectID] {
      let found = try bottom.withRequestOptions(options) { try bottom.fetch(request) }
      return try found.map { element in
        switch element as Any {
        case let object as NSManagedObject:
          if !object.hasChanges { bottom.refresh(object, mergeChanges: false) }
          return object.objectID
        case let id as NSManagedObjectID: return id
        default:
          throw SMException(
            name: SMExceptionIncompatibleObject,
            reason: "A fetch from StackMob results in objects or their ids.")
        }
      }
    }

    fileprivate func count<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, _ options: SMRequestOptions?
    ) throws -> UInt {
      try bottom.withRequestOptions(options) { UInt(max(0, try bottom.count(for: request))) }
    }
  }
#endif
