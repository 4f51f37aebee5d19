#if canImport(CoreData) || ManagedObjects
  public import Dispatch
  import Foundation
  import GhostlightClient
  public import ManagedObjects

  #if canImport(CoreData)
    /// What fetch requests may result in.
    public typealias SMFetchable = NSFetchRequestResult
  #else
    /// What fetch requests may result in.
    public typealias SMFetchable = Any
  #endif

  /// Fetching from StackMob without blocking the main queue.
  ///
  /// The receiver is the main queue's context of an ``SMCoreDataStore`` or one directly above it; for
  /// any other the call fails with `SMExceptionIncompatibleObject`. Results are faults: the values of
  /// an object are read when the first of them is asked for.
  ///
  /// - Source: protocol reference B14; the guide, "Reading Objects".
  extension NSManagedObjectContext {
    /// Fetches, and tells on queues; the main one for `nil`.
    ///
    /// The results are ids where they are asked for. Else they are objects: of the main context where
    /// the success block runs on the main queue, of a context of their own on any other, valid within
    /// the block. Fails with -100 for what StackMob cannot be asked, -105 without a network, -109 or
    /// -103 where the session could not be refreshed, else with HTTP's status.
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

    /// Fetches, by the selector's original name.
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

    /// Fetches, and waits for the server.
    ///
    /// The results are objects of this context, or ids if the request is one for ids.
    ///
    /// - Throws: As ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``
    ///   fails, or `SMExceptionIncompatibleObject` for results that are not of the request's type. The
    ///   token refresh failure block gets -109 as well.
    public func executeFetchRequestAndWait<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, options: SMRequestOptions? = nil
    ) throws -> [Entity] {
      let isForIDs = Entity.self == NSManagedObjectID.self
      return try Self.typed(
        executeFetchRequestAndWait(request, returnManagedObjectIDs: isForIDs, options: options))
    }

    /// Fetches, and waits for the server: ids, or objects of this context.
    ///
    /// - Throws: As ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``
    ///   fails; the token refresh failure block is told of -109 as well.
    public func executeFetchRequestAndWait<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, returnManagedObjectIDs: Bool,
      options: SMRequestOptions? = nil
    ) throws -> [Any] {
      let levels = try ContextLevels(self)
      let ids = try levels.tellingOfRefusedRefresh {
        try levels.bottom.performBlocking { try levels.ids(request, options) }
      }
      if returnManagedObjectIDs { return ids }
      for context in levels.upwards.dropLast().reversed() where context !== self {
        context.performAndWait { _ = context.refreshed(ids) }
      }
      return performAndWait { refreshed(ids) }
    }

    /// Fetches on the contexts' queues.
    ///
    /// The results are objects of this context, to be used on its queue, or ids if the request is one
    /// for ids.
    ///
    /// - Throws: As ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``
    ///   fails, or `SMExceptionIncompatibleObject` for results that are not of the request's type. The
    ///   token refresh failure block gets -109 as well.
    nonisolated(nonsending) public func executeFetchRequest<Entity: SMFetchable>(
      _ request: NSFetchRequest<Entity>, options: SMRequestOptions? = nil
    ) async throws -> [Entity] {
      let isForIDs = Entity.self == NSManagedObjectID.self
      return try Self.typed(
        await executeFetchRequest(request, returnManagedObjectIDs: isForIDs, options: options))
    }

    /// Fetches on the contexts' queues: ids, or objects of this context, to be used on its queue.
    ///
    /// - Throws: As ``execute(_:returnManagedObjectIDs:successCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``
    ///   fails; the token refresh failure block is told of -109 as well.
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
      return try levels.tellingOfRefusedRefresh { try outcome.result.block.get() }
    }

    /// Counts what a request would fetch, and tells on queues; the main one for `nil`.
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

    /// Counts what a request would fetch, and waits for the server.
    ///
    /// - Throws: As the form with blocks fails; the token refresh failure block is told of -109 as well.
    public func countAndWait<Entity: SMFetchable>(
      for request: NSFetchRequest<Entity>, options: SMRequestOptions? = nil
    ) throws -> UInt {
      let levels = try ContextLevels(self)
      return try levels.tellingOfRefusedRefresh {
        try levels.bottom.performBlocking { try levels.count(request, options) }
      }
    }

    /// The objects of ids, as faults unless they have changes.
    fileprivate func refreshed(_ ids: [NSManagedObjectID]) -> [NSManagedObject] {
      ids.map { id in
        let object = object(with: id)
        if !object.isFault { refresh(object, mergeChanges: true) }
        return object
      }
    }

    /// The results of a request, of the request's type.
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

  /// What a fetch found, on its way to the task that waits for it.
  private struct FetchOutcome: Sendable {
    let result: Callback<Result<[Any], any Error>>

    init(_ result: Result<[Any], any Error>) { self.result = Callback(result) }
  }

  extension ContextLevels {
    /// The ids that a request finds, on the private context's queue, whose objects become faults.
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
