#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import GhostlightLedger
  import HTTPTypes
  import ManagedObjects

  /// Saving: new objects first, then changed ones, then deletions.
  ///
  /// The requests of each of these three groups are sent concurrently.
  ///
  /// Before they are sent, the group's writes are stored in the ledgers of its objects, and each
  /// response settles its writes. From writes that got no response, the next save, sync or fetch
  /// recognizes this device's own changes.
  ///
  /// - Source: protocol reference B17.
  extension SMIncrementalStore {
    private typealias Failure = (object: NSManagedObjectID, error: any Error)

    /// Sends the changes of a context, or stores them for a sync if the save policy requires it.
    ///
    /// An object that already waits for a sync is changed only in the cache, because the server may
    /// not have it yet.
    ///
    /// - Throws: `SMError` -108 with the failed objects of a group, in which case later groups are
    ///   not sent; -109 or -103 if the session could not be refreshed; -104 if a new user's
    ///   password is missing; ``SMException`` for a value that StackMob does not accept.
    func save(_ request: NSSaveChangesRequest, _ context: NSManagedObjectContext?) throws {
      let session = try requireSession()
      let changes = SaveChanges(request, forgotten: try abandonedObjects())
      guard let cache = settings?.cache else { return try send(changes, session, context) }
      if try savesOffline(context) { return try saveOffline(changes, session, cache) }
      let waiting = Set(try cache.dirtyKinds().keys)
      guard !waiting.isEmpty else { return try send(changes, session, context) }
      let (dirty, clean) = try changes.split(waiting)
      try send(clean, session, context)
      try saveOffline(dirty, session, cache)
    }

    /// Deletes objects on the server that an app created, failed to save and then deleted.
    ///
    /// If the context has other changes, its next save deletes these objects. Otherwise Core Data
    /// does not save, and this method deletes them.
    func deleteAbandoned(_ context: NSManagedObjectContext) throws {
      guard settings?.held.abandoned.isEmpty == false else { return }
      try save(
        NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil), context)
    }

    /// Returns the IDs of objects that StackMob may have stored, although their first save failed
    /// and the app then deleted them.
    private func abandonedObjects() throws -> [NSManagedObjectID] {
      guard let settings else { return [] }
      let abandoned = settings.held.abandoned
      guard !abandoned.isEmpty else { return [] }
      // Objects without a ledger were rejected or never sent, so this client has nothing to delete.
      let sent = Set(try settings.writes.ledgers(of: Array(abandoned)).keys)
      settings.held.release(abandoned.subtracting(sent))
      return sent.compactMap(objectID)
    }

    /// Sends the changes of a context in three groups, and stops after a group with failures.
    private func send(
      _ changes: SaveChanges, _ session: SMUserSession, _ context: NSManagedObjectContext?
    ) throws {
      var done: [SaveAnswer] = []
      try save(steps(.insert, changes.inserted, session), .insert, session, context, &done)
      try save(steps(.update, changes.updated, session), .update, session, context, &done)
      try save(deletions(changes, session, context), .delete, session, context, &done)
      let ids = try changes.objectIDs.map { try LocalChange.key(of: $0) }
      settings?.held.release(ids)
      let nested = done.flatMap { $0.step.nested.map(\.id) }
      try settings?.writes.change(ids + nested) { $1.removeAll() }
      for id in changes.objectIDs { forgetRelated(of: id) }
    }

    // MARK: Requests

    private func deletions(
      _ changes: SaveChanges, _ session: SMUserSession, _ context: NSManagedObjectContext?
    ) throws -> (steps: [SaveStep], unread: [Failure]) {
      let ids = try changes.deleted.map { try LocalChange.key(of: $0.id) }
      let ledgers = try settings?.writes.ledgers(of: ids) ?? [:]
      var (steps, unread): ([SaveStep], [Failure]) = ([], [])
      for (deletion, id) in zip(changes.deleted, ids) {
        let before = ledgers[id] ?? WriteLedger()
        let taken = certain(id, before)
        if taken?.operation == .delete { continue }
        let step = try SaveStep(deleting: deletion.id, session, before)
        do {
          // The creation may have failed, so an object with this key may belong to another client.
          // Only an object that this client created is deleted.
          if deletion.object == nil, taken == nil {
            guard case .own = try read(step, session, context).1 else { continue }
          }
          steps.append(step)
        } catch {
          unread.append((deletion.id, error))
        }
      }
      return (steps, unread)
    }

    private func steps(
      _ kind: SaveKind, _ objects: [NSManagedObject], _ session: SMUserSession
    ) throws -> (steps: [SaveStep], unread: [Failure]) {
      var unread: [Failure] = []
      var serialized: [(NSManagedObject, ObjectSerialization)] = []
      for object in objects {
        do {
          serialized.append((object, try ObjectSerialization(of: object, session)))
        } catch {
          guard case SMErrorCouldNotFillRelationshipFault = error else { throw error }
          let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
          unread.append((object.objectID, reason ?? error))
        }
      }
      let nested = Set(serialized.flatMap { $0.1.nested.keys })
      let ids = try serialized.map { try LocalChange.key(of: $0.0) }
      let ledgers = try settings?.writes.ledgers(of: ids) ?? [:]
      let steps = try zip(serialized, ids).compactMap { entry, id -> SaveStep? in
        let (object, serialization) = entry
        let before = ledgers[id] ?? WriteLedger()
        guard let taken = certain(id, before) else {
          return try SaveStep(
            kind, as: kind, object, serialization, session, before,
            isNested: nested.contains(object.objectID))
        }
        let step = try SaveStep(.update, as: kind, object, serialization, session, before)
        return step.fields.members(differingFrom: taken.fields).isEmpty ? nil : step
      }
      return (steps, unread)
    }

    /// Returns the object's last write if StackMob is known to have executed it, and a context will
    /// save the object again.
    private func certain(_ id: ObjectKey, _ before: WriteLedger) -> UnansweredWrite? {
      guard let last = before.writes.last, last.isTaken, settings?.held.contains(id) == true else {
        return nil
      }
      return last
    }

    // MARK: Sending

    private func save(
      _ group: (steps: [SaveStep], unread: [Failure]), _ kind: SaveKind, _ session: SMUserSession,
      _ context: NSManagedObjectContext?, _ done: inout [SaveAnswer]
    ) throws {
      let steps = group.steps
      guard !steps.isEmpty || !group.unread.isEmpty else { return }
      for step in steps { log("\(step.draft.method.rawValue) \(step.draft.target) \(step.text)") }
      settings?.held.hold(steps.map(\.id), kind)
      let writes = steps.map(\.writes)
      var numbers = (try settings?.writes.record(writes.flatMap { $0 }) ?? [])[...]
      let recorded = writes.map { drafts in
        defer { numbers = numbers.dropFirst(drafts.count) }
        return Array(zip(drafts.map(\.id), numbers))
      }
      let outcome: RequestBatch.Outcome
      do {
        outcome = try self.outcome(
          RequestBatch(session: session, drafts: steps.map(\.draft), isSecure: isSecure(context)))
      } catch {
        for writes in recorded { try resolve(writes, .refused) }
        throw error
      }
      var failures = group.unread
      var answers: [SaveAnswer] = []
      for (step, result) in zip(steps, outcome.results) {
        let answer = answer(to: step, result, session, context)
        answers.append(answer)
        if answer.outcome != .taken, case .failure(let failure) = result {
          failures.append((step.object, failure.error))
        } else if step.kind == .insert, step.isUser {
          session.forgetPassword(of: step.id.key)
        }
      }
      storeInCache(answers, recorded, context)
      done += answers
      guard !failures.isEmpty else { return }
      throw error(of: failures, kind, outcome.refreshFailure)
    }

    private func error(
      of failures: [Failure], _ kind: SaveKind, _ refreshFailure: CallFailure?
    ) -> NSError {
      let list = failures.map { failure -> [String: Any] in
        [
          SMFailedManagedObjectID: failure.object,
          SMFailedManagedObjectError: failure.error as NSError,
        ]
      }
      let error = (refreshFailure?.error as NSError?) ?? SMFailure.stackMob(SMErrorCoreDataSave)
      log("failed: \(list)")
      return SMFailure.error(
        error.domain, error.code, error.userInfo.merging([kind.failuresKey: list]) { $1 })
    }

    private func outcome(_ batch: RequestBatch) throws -> RequestBatch.Outcome {
      do throws(CallFailure) {
        return try BlockingCall { () async throws(CallFailure) in try await batch.run() }.value()
      } catch {
        throw error.error
      }
    }

    // MARK: Responses

    /// Returns the outcome of a save step, from its response or from earlier writes of the object.
    private func answer(
      to step: SaveStep, _ result: Result<Exchange, CallFailure>, _ session: SMUserSession,
      _ context: NSManagedObjectContext?
    ) -> SaveAnswer {
      switch result {
      case .success(let exchange):
        return SaveAnswer(step: step, outcome: .taken, stored: exchange.json.object)
      case .failure(let failure):
        switch (step.verb, result.refusal) {
        case (.delete, .notFound) where !step.before.isEmpty:
          return SaveAnswer(step: step, outcome: .taken)
        case (.insert, .conflict) where !step.before.isEmpty:
          return (try? existing(step, session, context))
            ?? SaveAnswer(step: step, outcome: .refused)
        default: return SaveAnswer(step: step, outcome: failure.outcome)
        }
      }
    }

    /// Returns the outcome for a new object whose key is already in use, if an earlier write of the
    /// object got no response.
    ///
    /// This device may have created the object on the server, or may have tried to delete it
    /// with a request that did not arrive.
    private func existing(
      _ step: SaveStep, _ session: SMUserSession, _ context: NSManagedObjectContext?
    ) throws -> SaveAnswer {
      let (stored, standing) = try read(step, session, context)
      let address = try StoreAddress(id: step.id.key, schema: step.schema)
      let deletion = step.before.writes.last { $0.operation == .delete }
      if let deletion, deletion.base == stored?[SMLastModDateKey]?.integer {
        _ = try answer(to: RequestDraft(.delete, address.path), context)
        let created = try answer(to: step.draft, context)
        return SaveAnswer(step: step, outcome: .taken, stored: created.json.object)
      }
      guard let stored, case .own = standing else {
        return SaveAnswer(step: step, outcome: .refused)
      }
      if step.fields.isStored(as: .object(try stored.flattened(step.object.entity, session))) {
        return SaveAnswer(step: step, outcome: .taken, stored: stored)
      }
      // The app changed the object between the two attempts, so StackMob's object is updated.
      var draft = RequestDraft.json(.put, address.path, .object(step.body))
      draft.headers[.stackMobRelations] = step.draft.headers[.stackMobRelations]
      guard let updated = try? answer(to: draft, context) else {
        return SaveAnswer(step: step, outcome: .open)
      }
      return SaveAnswer(step: step, outcome: .taken, stored: updated.json.object)
    }

    /// Reads the object of `step` from the server, and compares it with the object's earlier
    /// writes.
    private func read(
      _ step: SaveStep, _ session: SMUserSession, _ context: NSManagedObjectContext?
    ) throws -> (JSONObject?, WriteLedger.Standing) {
      let address = try StoreAddress(id: step.id.key, schema: step.schema)
      do {
        let object = try answer(to: RequestDraft(.get, address.path), context).json.object
        let flat = try object?.flattened(step.object.entity, session)
        return (object, step.before.standing(of: flat, since: nil))
      } catch {
        guard case SMErrorNotFound = error else { throw error }
        return (nil, .missing)
      }
    }

    /// Stores the server's versions of saved objects in the cache, and settles the writes of these
    /// objects.
    ///
    /// With the policy "network only", the objects are removed from the cache instead.
    private func storeInCache(
      _ answers: [SaveAnswer], _ recorded: [[(ObjectKey, Int64?)]],
      _ context: NSManagedObjectContext?
    ) {
      func settleAll() throws {
        for (answer, writes) in zip(answers, recorded) { try resolve(writes, answer.outcome) }
      }
      do {
        guard let settings, let cache = settings.cache else { return try settleAll() }
        let isKept =
          (options(context).savePolicy ?? settings.policies.save) != SMSavePolicyNetworkOnly
        try cache.write { _ in
          for answer in answers where answer.outcome == .taken {
            if isKept, answer.step.kind != .delete, let stored = answer.stored {
              try cache.put([stored], of: answer.step.object.entity, isExpanded: true)
            } else {
              try cache.forget([answer.step.id])
            }
          }
          try settleAll()
        }
      } catch {
        // The objects are saved on the server, so the app's call succeeds in spite of this error.
        session?.environment.log("\(SMExceptionCacheError): \(error)")
      }
    }

    /// Settles the writes of one request in their ledgers.
    ///
    /// The first write is the object's own, the others belong to nested objects. If the first was
    /// accepted, it stays in the ledger as confirmed, because the context repeats it until the
    /// whole save succeeds.
    private func resolve(_ writes: [(ObjectKey, Int64?)], _ outcome: WriteOutcome) throws {
      for (index, (id, number)) in writes.enumerated() {
        guard let number else { continue }
        try settings?.writes.change([id]) { _, ledger in
          if index == 0, outcome == .taken {
            ledger.confirm(number)
          } else {
            ledger.resolve(number, outcome)
          }
        }
      }
    }
  }
#endif
