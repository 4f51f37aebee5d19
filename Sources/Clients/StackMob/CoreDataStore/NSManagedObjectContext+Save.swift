#if canImport(CoreData) || ManagedObjects
  public import Dispatch
  import Foundation
  import GhostlightClient
  public import ManagedObjects

  /// Saving through all levels of contexts.
  ///
  /// The receiver must be the main queue's context of an ``SMCoreDataStore``, or a direct child of
  /// it. For any other context the call fails with `SMExceptionIncompatibleObject`. The receiver is
  /// saved first, then the main context, then the private context below it, whose save sends the
  /// requests. If that save fails, the changes that StackMob has not accepted stay in the private
  /// context, and are sent with the next save. New objects get their permanent IDs first, for which
  /// they need a primary key.
  ///
  /// - Source: protocol reference B14; the guide, "Performing Saves".
  extension NSManagedObjectContext {
    /// Saves, and calls a block on the main queue.
    public func save(onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?) {
      save(
        withSuccessCallbackQueue: nil, failureCallbackQueue: nil, options: nil,
        onSuccess: onSuccess, onFailure: onFailure)
    }

    /// Saves, and calls a block on the given queue; `nil` means the main queue.
    ///
    /// Only ``SMRequestOptions/isSecure`` of the options has an effect. Fails with -108 if objects
    /// could not be saved, and with -109 or -103 if the session could not be refreshed. If there is
    /// a token refresh failure block, it gets -109 instead of `onFailure`.
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

    /// Saves, and blocks the caller until the server has responded.
    ///
    /// - Throws: As
    ///   ``save(withSuccessCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``
    ///   fails; the token refresh failure block gets -109 as well.
    public func saveAndWait(options: SMRequestOptions? = nil) throws {
      let levels = try ContextLevels(self)
      try levels.tellingOfRefusedRefresh {
        for context in levels.upwards {
          try context.performAndWait { try levels.save(one: context, options) }
        }
      }
    }

    /// Saves on the contexts' queues.
    ///
    /// The options cannot be omitted, because `try save()` is Core Data's own method, which saves
    /// only to the parent.
    ///
    /// - Throws: As
    ///   ``save(withSuccessCallbackQueue:failureCallbackQueue:options:onSuccess:onFailure:)``
    ///   fails; the token refresh failure block gets -109 as well.
    nonisolated(nonsending) public func save(options: SMRequestOptions?) async throws {
      let levels = try ContextLevels(self)
      let outcome = await withCheckedContinuation { continuation in
        levels.save(levels.upwards, options) { continuation.resume(returning: $0) }
      }
      try levels.tellingOfRefusedRefresh { try outcome.get() }
    }
  }

  /// A context and the contexts below it, down to the private one whose saves are sent to StackMob.
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
          reason: "This method needs the context of the main queue with its private parent, or a "
            + "context whose parent that is: take contextForCurrentThread() of SMCoreDataStore.")
      }
      self.main = main
      self.bottom = bottom
    }

    /// The contexts in the order in which they are saved.
    var upwards: [NSManagedObjectContext] {
      receiver === main ? [main, bottom] : [receiver, main, bottom]
    }

    /// Runs `body`, and calls the token refresh failure block on the main queue if it throws -109.
    ///
    /// This is for callers that get the error as a thrown error.
    func tellingOfRefusedRefresh<Value>(_ body: () throws -> Value) throws -> Value {
      do { return try body() } catch {
        if case SMErrorRefreshTokenFailed = error {
          let session = receiver.stackMobStore?.session
          DispatchQueue.main.async { session?.tokenRefreshFailureBlock?(error) { _ in } }
        }
        throw error
      }
    }

    /// Saves contexts in order, each on its queue, and stops at the first error.
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

    /// Saves one context.
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
      // Refreshes the objects, because StackMob can store other values: binary fields have become
      // URLs.
      for object in saved { context.refresh(object, mergeChanges: false) }
    }
  }

  extension NSManagedObjectContext {
    /// Runs `body` while the store can find the options in the context's user info.
    func withRequestOptions<Value>(
      _ options: SMRequestOptions?, _ body: () throws -> Value
    ) rethrows -> Value {
      userInfo[RequestOptionsInContext.key] = options.map { RequestOptionsInContext($0) }
      defer { userInfo.removeObject(forKey: RequestOptionsInContext.key) }
      return try body()
    }
  }

  /// The blocks of a save or a fetch, which are called with its outcome on their queues.
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
