#if canImport(CoreData) || ManagedObjects
  public import Dispatch
  import Foundation
  import GhostlightClient
  public import ManagedObjects

  /// Saving a context and its parents, down to the requests to StackMob.
  ///
  /// The context must be the main queue's context of an ``SMCoreDataStore``, or a direct child of
  /// it. For any other context the call fails with `SMExceptionIncompatibleObject`. The context is
  /// saved first, then the main context, then the main context's private parent, whose save sends
  /// the requests. If that last save fails, the changes that StackMob has not accepted stay in the
  /// private context, and are sent with the next save. New objects need a primary key, because they
  /// get their permanent IDs before the save.
  ///
  /// - Source: protocol reference B14; the guide, "Performing Saves".
  extension NSManagedObjectContext {
    /// Saves this context and its parents, and calls a block on the main queue.
    public func save(onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?) {
      save(
        withSuccessCallbackQueue: nil, failureCallbackQueue: nil, options: nil,
        onSuccess: onSuccess, onFailure: onFailure)
    }

    /// Saves this context and its parents, and calls a block on the given queue; `nil` means the
    /// main queue.
    ///
    /// Of the options, only ``SMRequestOptions/isSecure`` has an effect. Fails with `SMError` -108
    /// if objects could not be saved, and with -109 or -103 if the session could not be refreshed.
    /// If there is a token refresh failure block, it gets -109 instead of `onFailure`.
    public func save(
      withSuccessCallbackQueue successCallbackQueue: DispatchQueue?,
      failureCallbackQueue: DispatchQueue?, options: SMRequestOptions? = nil,
      onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
    ) {
      let callbacks = OutcomeCallbacks<Void>(
        self, successCallbackQueue, failureCallbackQueue, { onSuccess?() }, onFailure)
      do {
        let levels = try ContextLevels(self)
        levels.save(levels.upwards, options) { callbacks.call($0) }
      } catch {
        callbacks.call(.failure(error))
      }
    }

    /// Saves this context and its parents, and blocks the caller until the server has responded.
    ///
    /// - Throws: The errors of
    ///   ``save(withSuccessCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``. An
    ///   error -109 is also passed to the token refresh failure block.
    public func saveAndWait(options: SMRequestOptions? = nil) throws {
      let levels = try ContextLevels(self)
      try levels.reportingRefreshFailure {
        for context in levels.upwards {
          try context.performAndWait { try levels.save(one: context, options) }
        }
      }
    }

    /// Saves this context and its parents without blocking a thread.
    ///
    /// The options cannot be omitted, because `try save()` is Core Data's own method, which saves
    /// only to the parent.
    ///
    /// - Throws: The errors of
    ///   ``save(withSuccessCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``. An
    ///   error -109 is also passed to the token refresh failure block.
    nonisolated(nonsending) public func save(options: SMRequestOptions?) async throws {
      let levels = try ContextLevels(self)
      let outcome = await withCheckedContinuation { continuation in
        levels.save(levels.upwards, options) { continuation.resume(returning: $0) }
      }
      try levels.reportingRefreshFailure { try outcome.get() }
    }
  }

  /// A context and its ancestors, down to the private context whose saves are sent to StackMob.
  struct ContextLevels {
    let receiver: NSManagedObjectContext
    let main: NSManagedObjectContext
    /// The private context, whose parent is the coordinator.
    let bottom: NSManagedObjectContext

    /// - Throws: ``SMException`` if the context does not belong to a Core Data store.
    init(_ receiver: NSManagedObjectContext) throws(SMException) {
      self.receiver = receiver
      let isMain = receiver.concurrencyType == .mainQueueConcurrencyType
      guard let main = isMain ? receiver : receiver.parent,
        main.concurrencyType == .mainQueueConcurrencyType, let bottom = main.parent
      else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason:
            "This method needs the main queue's context with its private parent, or a child of "
            + "that context: use contextForCurrentThread() of SMCoreDataStore.")
      }
      self.main = main
      self.bottom = bottom
    }

    /// The contexts in the order in which they are saved: a child before its parent.
    var upwards: [NSManagedObjectContext] {
      receiver === main ? [main, bottom] : [receiver, main, bottom]
    }

    /// Runs `body`; if `body` throws the error -109, calls the token refresh failure block on the
    /// main queue before rethrowing.
    func reportingRefreshFailure<Value>(_ body: () throws -> Value) throws -> Value {
      do { return try body() } catch {
        if case SMErrorRefreshTokenFailed = error {
          let session = receiver.stackMobStore?.session
          DispatchQueue.main.async { session?.tokenRefreshFailureBlock?(error) { _ in } }
        }
        throw error
      }
    }

    /// Saves contexts in order, each on its own queue, and stops at the first error.
    func save(
      _ contexts: [NSManagedObjectContext], _ options: SMRequestOptions?,
      then completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
      guard let first = contexts.first else { return completion(.success(())) }
      first.perform {
        do { try save(one: first, options) } catch { return completion(.failure(error)) }
        save(Array(contexts.dropFirst()), options, then: completion)
      }
    }

    /// Saves one context to its parent.
    ///
    /// Call it on the context's queue.
    func save(one context: NSManagedObjectContext, _ options: SMRequestOptions?) throws {
      try context.obtainPermanentIDs(for: Array(context.insertedObjects))
      guard context === bottom else { return try context.save() }
      let saved = context.insertedObjects.union(context.updatedObjects)
      try context.withRequestOptions(options) {
        try context.save()
        try context.stackMobStore?.deleteAbandoned(context)
      }
      // StackMob can store different values, such as a URL for the bytes of a binary field, so the
      // saved objects are refreshed.
      for object in saved { context.refresh(object, mergeChanges: false) }
    }
  }

  extension NSManagedObjectContext {
    /// Runs `body` with the options in the context's user info, where the store finds them.
    func withRequestOptions<Value>(
      _ options: SMRequestOptions?, _ body: () throws -> Value
    ) rethrows -> Value {
      userInfo[RequestOptionsInContext.key] = options.map { RequestOptionsInContext($0) }
      defer { userInfo.removeObject(forKey: RequestOptionsInContext.key) }
      return try body()
    }
  }

  /// The success and failure blocks of a save or a fetch, each with the queue on which it is
  /// called.
  struct OutcomeCallbacks<Value> {
    private let successQueue: DispatchQueue
    private let failureQueue: DispatchQueue
    private let handler: CompletionHandler<Result<Value, any Error>>

    init(
      _ context: NSManagedObjectContext, _ successQueue: DispatchQueue?,
      _ failureQueue: DispatchQueue?, _ onSuccess: @escaping (Value) -> Void,
      _ onFailure: SMFailureBlock?
    ) {
      self.successQueue = successQueue ?? .main
      self.failureQueue = failureQueue ?? .main
      let session = context.stackMobStore?.session
      handler = CompletionHandler { outcome in
        switch outcome {
        case .success(let value): onSuccess(value)
        case .failure(let error):
          guard case SMErrorRefreshTokenFailed = error,
            let block = session?.tokenRefreshFailureBlock
          else {
            onFailure?(error)
            return
          }
          block(error) { onFailure?($0) }
        }
      }
    }

    func call(_ outcome: Result<Value, any Error>) {
      let isSuccess = if case .success = outcome { true } else { false }
      let work = Callback { [handler] in handler(outcome) }
      (isSuccess ? successQueue : failureQueue).async { work.block() }
    }
  }
#endif
