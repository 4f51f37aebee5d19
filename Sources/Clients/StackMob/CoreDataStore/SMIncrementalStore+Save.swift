#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import HTTPTypes
  import ManagedObjects

  /// Saving: new objects, then changed ones, then deletions; each group side by side.
  ///
  /// - Source: protocol reference B17.
  extension SMIncrementalStore {
    /// An object that was not saved, and why.
    private typealias Failure = (object: NSManagedObject, error: any Error)

    /// Sends the changes of a context, or keeps them for a sync where the policy says so.
    ///
    /// What waits for a sync already is changed there: the server may not know it.
    ///
    /// - Throws: -108 with the objects of a group that failed, after which no later group is sent;
    ///   -109 and -103 where the session could not be refreshed, -104 without a user's password,
    ///   ``SMException`` for what StackMob cannot take.
    func save(_ request: NSSaveChangesRequest, _ context: NSManagedObjectContext?) throws {
      let session = try requireSession()
      guard let cache = settings?.cache else { return try send(request, session, context) }
      if try savesOffline(context) { return try saveOffline(request, session, cache) }
      let waiting = Set(try cache.dirtyKinds().keys)
      guard !waiting.isEmpty else { return try send(request, session, context) }
      try send(try request.part(dirty: false, waiting), session, context)
      try saveOffline(try request.part(dirty: true, waiting), session, cache)
    }

    /// Sends the changes of a context.
    private func send(
      _ request: NSSaveChangesRequest, _ session: SMUserSession,
      _ context: NSManagedObjectContext?
    ) throws {
      let groups: [(SaveKind, Set<NSManagedObject>?)] = [
        (.insert, request.insertedObjects), (.update, request.updatedObjects),
        (.delete, request.deletedObjects),
      ]
      for (kind, objects) in groups {
        let objects = (objects ?? []).sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
        guard !objects.isEmpty else { continue }
        var unread: [Failure] = []
        let steps = try steps(kind, objects, session, &unread)
        try save(steps, kind, unread, session, context)
      }
      let done = groups.flatMap { $0.1 ?? [] }
      memory.forget(done.map(\.objectID))
      for object in done { forgetRelated(of: object.objectID) }
    }

    private func steps(
      _ kind: SaveKind, _ objects: [NSManagedObject], _ session: SMUserSession,
      _ unread: inout [Failure]
    ) throws -> [SaveStep] {
      guard kind != .delete else {
        return try objects.compactMap { object in
          let before = memory.entry(of: object, kind)
          return before?.isCertain == true ? nil : try SaveStep(deleting: object, session, before)
        }
      }
      var serialized: [(NSManagedObject, ObjectSerialization)] = []
      for object in objects {
        do {
          serialized.append((object, try ObjectSerialization(of: object, session)))
        } catch {
          guard case SMErrorCouldNotFillRelationshipFault = error else { throw error }
          let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
          unread.append((object, reason ?? error))
        }
      }
      let nested = serialized.reduce(into: Set<NSManagedObjectID>()) { $0.formUnion($1.1.nested) }
      return try serialized.compactMap { object, serialization in
        let before = memory.entry(of: object, kind)
        if let before, before.isCertain {
          let rest = serialization.body.members(differingFrom: before.body)
          guard !rest.isEmpty else { return nil }
          return try SaveStep(.update, as: kind, object, serialization, session, before)
        }
        return try SaveStep(
          kind, as: kind, object, serialization, session, before,
          isNested: nested.contains(object.objectID))
      }
    }

    private func save(
      _ steps: [SaveStep], _ kind: SaveKind, _ unread: [Failure], _ session: SMUserSession,
      _ context: NSManagedObjectContext?
    ) throws {
      guard !steps.isEmpty || !unread.isEmpty else { return }
      for step in steps { log("\(step.draft.method.rawValue) \(step.draft.target) \(step.text)") }
      let outcome = try outcome(
        RequestBatch(session: session, drafts: steps.map(\.draft), isSecure: isSecure(context)))
      var failures = unread
      defer { keep(zip(steps, outcome.results), kind, context) }
      for (step, result) in zip(steps, outcome.results) {
        switch result {
        case .success: noteSaved(step, session)
        case .failure(let failure):
          if try isResolved(step, result, session, context) {
            noteSaved(step, session)
          } else {
            if failure.leavesOutcomeOpen { note(step, isCertain: false) }
            failures.append((step.object, failure.error))
          }
        }
      }
      guard !failures.isEmpty else { return }
      let list = failures.map { failure -> [String: Any] in
        [
          SMFailedManagedObjectID: failure.object.objectID,
          SMFailedManagedObjectError: failure.error as NSError,
        ]
      }
      let error =
        (outcome.refreshFailure?.error as NSError?) ?? SMFailure.stackMob(SMErrorCoreDataSave)
      log("failed: \(list)")
      throw SMFailure.error(
        error.domain, error.code, error.userInfo.merging([kind.failuresKey: list]) { $1 })
    }

    /// Takes what the server has of saved objects into the cache, or gives up what it had of them.
    private func keep(
      _ saved: some Sequence<(SaveStep, Result<Exchange, CallFailure>)>, _ kind: SaveKind,
      _ context: NSManagedObjectContext?
    ) {
      guard let settings, let cache = settings.cache else { return }
      let isKept =
        (options(context).savePolicy ?? settings.policies.save) != SMSavePolicyNetworkOnly
      do {
        for (step, result) in saved {
          guard let id = try? LocalChange.key(of: step.object) else { continue }
          // What StackMob certainly refused, or never got, changes nothing.
          if case .failure(let failure) = result, step.before == nil, !failure.leavesOutcomeOpen {
            continue
          }
          if isKept, kind != .delete, case .success(let exchange) = result,
            let object = exchange.json.object
          {
            try cache.put([object], of: step.object.entity)
          } else {
            try cache.forget([id])
          }
        }
      } catch {
        // The objects are saved; that alone counts for the app.
        session?.environment.log("\(SMExceptionCacheError): \(error)")
      }
    }

    private func outcome(_ batch: RequestBatch) throws -> RequestBatch.Outcome {
      do throws(CallFailure) {
        return try BlockingCall { () async throws(CallFailure) in try await batch.run() }.value()
      } catch {
        throw error.error
      }
    }

    /// Whether a refusal means that an earlier attempt, of which no word came, was served.
    private func isResolved(
      _ step: SaveStep, _ result: Result<Exchange, CallFailure>, _ session: SMUserSession,
      _ context: NSManagedObjectContext?
    ) throws -> Bool {
      guard let before = step.before, !before.isCertain else { return false }
      switch (step.kind, result.refusal) {
      case (.delete, .notFound): return true
      case (.insert, .conflict):
        let address = try StoreAddress(id: step.object.stackMobID, schema: step.schema)
        guard let stored = try? answer(to: RequestDraft(.get, address.path), context).json,
          before.body.isStored(as: stored)
        else { return false }
        guard step.body.members(differingFrom: before.body).isEmpty == false else { return true }
        // The object was changed between the two attempts.
        var draft = RequestDraft.json(.put, address.path, .object(step.body))
        draft.headers[.stackMobRelations] = step.draft.headers[.stackMobRelations]
        return (try? answer(to: draft, context)) != nil
      default: return false
      }
    }

    private func noteSaved(_ step: SaveStep, _ session: SMUserSession) {
      note(step, isCertain: true)
      if step.kind == .insert, step.isUser, let name = step.object.stackMobID {
        session.forgetPassword(of: name)
      }
    }

    private func note(_ step: SaveStep, isCertain: Bool) {
      let entry = SaveMemory.Entry(
        object: step.object, kind: step.kind, body: step.body, isCertain: isCertain)
      memory.note(entry, of: step.object.objectID)
    }
  }

  /// One object of a save, and its request.
  private struct SaveStep {
    let object: NSManagedObject
    /// The group of the object.
    let kind: SaveKind
    let schema: String
    let body: JSONObject
    let draft: RequestDraft
    let isUser: Bool
    /// What an earlier save that failed did with the object.
    let before: SaveMemory.Entry?

    /// The request of a new or changed object.
    ///
    /// A new object whose creation is certain is updated. One that also stands in the body of another
    /// of its group, which may come first, must not be refused as a duplicate.
    init(
      _ verb: SaveKind, as kind: SaveKind, _ object: NSManagedObject,
      _ serialization: ObjectSerialization, _ session: SMUserSession, _ before: SaveMemory.Entry?,
      isNested: Bool = false
    ) throws {
      self.object = object
      self.kind = kind
      self.before = before
      body = serialization.body
      isUser = object is SMUserManagedObject
      let naming = EntityNaming(object.entity, session)
      schema = naming.schema
      var sent = serialization.body
      let address = try StoreAddress(id: object.stackMobID, schema: schema)
      let header = serialization.header ?? (isNested && verb == .insert ? "" : nil)
      var draft: RequestDraft
      if verb == .insert, isUser {
        sent[session.userPasswordField] = .string(try session.password(of: address.id))
        draft = .json(.post, WireText.schemaPath(schema), .object(sent.sorted), isSecure: true)
      } else if verb == .insert || header != nil {
        draft = .json(.post, WireText.schemaPath(schema), .object(sent))
      } else {
        draft = .json(.put, address.path, .object(sent))
      }
      draft.headers[.stackMobRelations] = header
      self.draft = draft
    }

    init(
      deleting object: NSManagedObject, _ session: SMUserSession, _ before: SaveMemory.Entry?
    ) throws {
      self.object = object
      kind = .delete
      self.before = before
      body = [:]
      isUser = false
      schema = EntityNaming(object.entity, session).schema
      draft = RequestDraft(
        .delete, try StoreAddress(id: object.stackMobID, schema: schema).path)
    }

    /// What is sent but for a password, as it is logged.
    var text: String { body.isEmpty ? "" : JSON.object(body).text() }
  }

  extension NSSaveChangesRequest {
    /// The changes of objects that wait for a sync, or of all others.
    fileprivate func part(dirty: Bool, _ waiting: Set<ObjectKey>) throws -> NSSaveChangesRequest {
      func part(_ objects: Set<NSManagedObject>?) throws -> Set<NSManagedObject> {
        try (objects ?? []).filter { waiting.contains(try LocalChange.key(of: $0)) == dirty }
      }
      return NSSaveChangesRequest(
        inserted: try part(insertedObjects), updated: try part(updatedObjects),
        deleted: try part(deletedObjects), locked: nil)
    }
  }

  extension NSManagedObject {
    /// The place of an object among those of a save.
    fileprivate var sortKey: [String] { [entity.name ?? "", stackMobID ?? ""] }
  }
#endif
