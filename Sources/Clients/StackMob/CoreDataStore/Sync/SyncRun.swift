#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import HTTPTypes
  import ManagedObjects

  /// One sync: reads what the server has of dirty objects, decides, and sends all writes as one batch.
  ///
  /// What is sent is noted in the cache before: should the app or the connection die meanwhile, the
  /// next sync knows what this device did itself when it meets that on the server.
  ///
  /// - Source: protocol reference B21.
  struct SyncRun: Sendable {
    let cache: ObjectCache
    let store: SMIncrementalStore
    let session: SMUserSession
    let options: SyncSettings.Options
    /// Whether requests go over https.
    let isSecure: Bool

    /// A dirty object, what the server has, and what is to be done.
    private struct Entry: Sendable {
      let object: DirtyObject
      let server: JSONObject?
      var decision: SyncDecision
    }

    /// Synchronises; answers `nil` where there is no network.
    func run() async -> SyncReport? {
      guard await session.probeNetwork() else { return nil }
      var report = SyncReport()
      do {
        let entries = await decide(await read(try cache.dirtyObjects(), &report))
        try resolveLocally(entries, &report)
        try await send(entries, &report)
      } catch {
        store.log("sync: \(error)")
      }
      return report
    }

    // MARK: Reading and deciding

    private func read(_ objects: [DirtyObject], _ report: inout SyncReport) async -> [Entry] {
      let drafts = objects.map { object in
        RequestDraft(.get, Self.path(naming(object)?.schema ?? "", object.id.key))
      }
      let results = await results(of: drafts)
      return zip(objects, results).compactMap { object, result in
        let server: JSONObject?
        switch result {
        case .success(let exchange): server = exchange.json.object
        case .failure(let failure):
          guard result.refusal == .notFound else {
            report.fail(object, failure.error)
            return nil
          }
          server = nil
        }
        let decision = SyncDecision(object.kind, object.standing(server))
        return Entry(object: object, server: server, decision: decision)
      }
    }

    /// Asks merge policies where they are needed, on the app's queue.
    private func decide(_ entries: [Entry]) async -> [Entry] {
      guard entries.contains(where: { $0.decision == .askPolicy }) else { return entries }
      return await withCheckedContinuation { continuation in
        options.queue.async {
          let decided = entries.map { entry in
            guard entry.decision == .askPolicy else { return entry }
            var entry = entry
            let object = entry.object
            let answer = options.policy(for: object.kind).block(
              object.forPolicy, entry.server?.forPolicy, object.base)
            entry.decision = SyncDecision(
              object.kind, isClient: answer == SMClientObject, isOnServer: entry.server != nil)
            return entry
          }
          continuation.resume(returning: decided)
        }
      }
    }

    /// Does what needs no request.
    private func resolveLocally(_ entries: [Entry], _ report: inout SyncReport) throws {
      for entry in entries {
        switch entry.decision {
        case .confirm:
          try cache.resolve(entry.object, .confirmed(entry.server))
          report.note(
            entry.object,
            entry.object.kind == .inserted
              ? SMSyncActionInsertedOnServer : SMSyncActionUpdatedOnServer)
        case .takeServer:
          try cache.resolve(entry.object, .replaced(entry.server ?? [:]))
          report.note(entry.object, SMSyncActionUpdatedCache)
        case .purge:
          try cache.resolve(entry.object, .gone)
          report.note(entry.object, SMSyncActionUpdatedCache)
        case .drop: try cache.resolve(entry.object, .gone)
        case .insert, .update, .delete, .askPolicy: break
        }
      }
    }

    // MARK: Sending

    private func send(_ entries: [Entry], _ report: inout SyncReport) async throws {
      var (writes, drafts): ([Entry], [RequestDraft]) = ([], [])
      for entry in entries where [.insert, .update, .delete].contains(entry.decision) {
        do {
          let draft = try draft(entry)
          // Objects that were saved meanwhile wait for the next sync.
          let body = entry.object.body(sendsTimestamps: options.sendsTimestamps)
          let isOwn = [.sent, .sentBefore].contains(entry.object.standing(entry.server))
          guard
            try cache.noteSent(
              entry.object, entry.decision == .delete ? nil : body,
              base: isOwn ? entry.server?.date(SMLastModDateKey) : nil)
          else { continue }
          writes.append(entry)
          drafts.append(draft)
        } catch {
          report.fail(entry.object, error)
        }
      }
      var results = await results(of: drafts)
      // A schema that is still inferred takes no null for a field that it has never seen.
      let refused = writes.indices.filter {
        results[$0].refusal == .badRequest && lean(writes[$0]) != nil
      }
      let again = await self.results(of: refused.compactMap { lean(writes[$0]) })
      for (index, result) in zip(refused, again) { results[index] = result }
      for (entry, result) in zip(writes, results) { try resolve(entry, result, &report) }
    }

    /// The request without the nulls that change nothing; `nil` where that is the same one.
    private func lean(_ entry: Entry) -> RequestDraft? {
      guard entry.decision != .delete else { return nil }
      let known = entry.server ?? [:]
      func isNeeded(_ member: JSONObject.Member) -> Bool {
        member.value != .null || known[member.key] ?? .null != .null
      }
      return entry.object.fields.members.allSatisfy(isNeeded)
        ? nil : try? draft(entry, isNeeded)
    }

    private func resolve(
      _ entry: Entry, _ result: Result<Exchange, CallFailure>, _ report: inout SyncReport
    ) throws {
      let object = entry.object
      switch (result, entry.decision) {
      case (.success, .delete):
        try cache.resolve(object, .gone)
        report.note(object, SMSyncActionDeletedFromServer)
      case (.success(let exchange), let decision):
        if decision == .insert, naming(object)?.isUser == true {
          session.forgetPassword(of: object.id.key)
        }
        try cache.resolve(object, .confirmed(exchange.json.object))
        report.note(
          object,
          decision == .insert ? SMSyncActionInsertedOnServer : SMSyncActionUpdatedOnServer)
      case (.failure, .delete) where result.refusal == .notFound:
        try cache.resolve(object, .gone)
      case (.failure(let failure), _):
        // What was sent before a deletion may be on the server still.
        if !failure.leavesOutcomeOpen, entry.decision != .delete { try cache.forgetSent(object) }
        report.fail(object, failure.error)
      }
    }

    private func draft(
      _ entry: Entry, _ isSent: (JSONObject.Member) -> Bool = { _ in true }
    ) throws -> RequestDraft {
      let object = entry.object
      guard let naming = naming(object) else {
        throw SMException(
          name: SMExceptionUnknownSchema, reason: "The model has no entity \(object.id.entity).")
      }
      let path = Self.path(naming.schema, object.id.key)
      let whole = object.body(sendsTimestamps: options.sendsTimestamps)
      var body = JSONObject(uniqueMembers: whole.members.filter(isSent))
      if entry.decision == .delete { return RequestDraft(.delete, path) }
      if entry.decision == .insert, naming.isUser {
        body[session.userPasswordField] = .string(try session.password(of: object.id.key))
        var draft = RequestDraft.json(
          .post, WireText.schemaPath(naming.schema), .object(body.sorted), isSecure: true)
        draft.headers[.stackMobRelations] = object.relations
        return draft
      }
      guard entry.decision == .insert || object.relations != nil else {
        return .json(.put, path, .object(body))
      }
      var draft = RequestDraft.json(.post, WireText.schemaPath(naming.schema), .object(body))
      draft.headers[.stackMobRelations] = object.relations
      return draft
    }

    /// Sends requests; all fail where the session could not be refreshed before.
    private func results(of drafts: [RequestDraft]) async -> [Result<Exchange, CallFailure>] {
      guard !drafts.isEmpty else { return [] }
      let batch = RequestBatch(session: session, drafts: drafts, isSecure: isSecure)
      do throws(CallFailure) { return try await batch.run().results } catch {
        return drafts.map { _ in .failure(error) }
      }
    }

    private func naming(_ object: DirtyObject) -> EntityNaming? {
      store.entity(named: object.id.entity).map { EntityNaming($0, session) }
    }

    private static func path(_ schema: String, _ key: String) -> String {
      WireText.schemaPath(schema) + "/" + WireText.segment(key)
    }
  }

  /// What became of the objects of a sync.
  struct SyncReport: Sendable {
    private(set) var handled: [(id: ObjectKey, action: SMSyncAction)] = []
    private(set) var failures: [DirtyKind: [(id: ObjectKey, error: any Error)]] = [:]

    mutating func note(_ object: DirtyObject, _ action: SMSyncAction) {
      handled.append((object.id, action))
    }

    mutating func fail(_ object: DirtyObject, _ error: any Error) {
      failures[object.kind, default: []].append((object.id, error))
    }

    /// Calls the app's callbacks, those for failures first; answers what was handled.
    func notify(_ options: SyncSettings.Options, _ store: SMIncrementalStore) async
      -> [SMSyncedObject]
    {
      await withCheckedContinuation { continuation in
        options.queue.async {
          for kind in DirtyKind.allCases {
            guard let failed = failures[kind] else { continue }
            let list = failed.compactMap { failure -> [String: Any]? in
              guard let id = store.objectID(of: failure.id) else { return nil }
              return [
                SMFailedManagedObjectID: id, SMFailedManagedObjectError: failure.error as NSError,
              ]
            }
            options.onFailure[kind]?.block(list)
          }
          let objects = handled.compactMap { synced($0.id, $0.action, store) }
          options.onCompletion?.block(objects)
          continuation.resume(returning: objects)
        }
      }
    }

    private func synced(
      _ id: ObjectKey, _ action: SMSyncAction, _ store: SMIncrementalStore
    ) -> SMSyncedObject? {
      if action == SMSyncActionDeletedFromServer {
        return SMSyncedObject(.primaryKey(id.key), action)
      }
      return store.objectID(of: id).map { SMSyncedObject(.managedObject($0), action) }
    }
  }
#endif
