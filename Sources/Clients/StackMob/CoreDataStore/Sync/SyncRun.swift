#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import GhostlightLedger
  import HTTPTypes
  import ManagedObjects

  /// One sync: reads the server's versions of dirty objects, decides about each, and sends all
  /// writes as one batch.
  ///
  /// The writes are stored in the cache's ledgers before they are sent. If the app ends or the
  /// connection breaks before the responses arrive, the next sync recognizes this device's own
  /// changes on the server.
  ///
  /// - Source: protocol reference B21.
  struct SyncRun: Sendable {
    let cache: ObjectCache
    let store: SMIncrementalStore
    let session: SMUserSession
    let options: SyncSettings.Options
    let isSecure: Bool

    /// A dirty object, the server's version of it, and the decision about it.
    private struct Entry: Sendable {
      let object: DirtyObject
      let server: JSONObject?
      let standing: SyncDecision.Standing
      var decision: SyncDecision

      var operation: UnansweredWrite.Operation {
        switch decision {
        case .insert: .create
        case .delete: .delete
        default: .update
        }
      }
    }

    /// Runs the sync, and returns its results, or `nil` without a network.
    func run() async -> SyncReport? {
      guard await session.probeNetwork() else { return nil }
      var report = SyncReport()
      do {
        let entries = await decide(try await read(try cache.dirtyObjects(), &report))
        try resolveLocally(entries, &report)
        try await send(entries, &report)
      } catch {
        store.log("sync: \(error)")
      }
      return report
    }

    // MARK: Reading and deciding

    /// Reads the server's versions of dirty objects, and settles the ledgers of clean objects that
    /// have writes without a response.
    private func read(
      _ objects: [DirtyObject], _ report: inout SyncReport
    ) async throws -> [Entry] {
      let open = try cache.openObjects()
      let drafts = (objects.map(\.id) + open).map { id in
        RequestDraft(.get, Self.path(naming(id)?.schema ?? "", id.key))
      }
      let results = await results(of: drafts)
      for (id, result) in zip(open, results.dropFirst(objects.count)) {
        switch result {
        case .success(let exchange): try cache.settleRead(id, exchange.json.object)
        case .failure where result.refusal == .notFound: try cache.settleRead(id, nil)
        case .failure: continue
        }
        report.settled.append(id)
      }
      var entries: [Entry] = []
      for (object, result) in zip(objects, results) {
        var server: JSONObject?
        switch result {
        case .success(let exchange): server = exchange.json.object
        case .failure(let failure):
          guard result.refusal == .notFound else {
            report.fail(object, failure.error)
            continue
          }
        }
        let entity = store.entity(named: object.id.entity)
        let flat = try entity.flatMap { try server?.flattened($0, session) } ?? server
        let standing = object.standing(flat)
        entries.append(
          Entry(
            object: object, server: server, standing: standing,
            decision: SyncDecision(object.kind, standing)))
      }
      return entries
    }

    /// Calls the merge policies for the entries that need them, on the queue that the app has
    /// chosen.
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

    /// Applies the decisions that need no request.
    private func resolveLocally(_ entries: [Entry], _ report: inout SyncReport) throws {
      for entry in entries {
        switch entry.decision {
        case .confirm:
          try cache.resolve(entry.object, .confirmed(entry.server))
          report.record(
            entry.object,
            entry.object.kind == .inserted
              ? SMSyncActionInsertedOnServer : SMSyncActionUpdatedOnServer)
        case .takeServer:
          try cache.resolve(entry.object, .replaced(entry.server ?? [:]))
          report.record(entry.object, SMSyncActionUpdatedCache)
        case .purge:
          try cache.resolve(entry.object, .gone)
          report.record(entry.object, SMSyncActionUpdatedCache)
        case .drop: try cache.resolve(entry.object, .gone)
        case .insert, .update, .delete, .askPolicy: break
        }
      }
    }

    // MARK: Sending

    private func send(_ entries: [Entry], _ report: inout SyncReport) async throws {
      var (writes, drafts, numbers): ([Entry], [RequestDraft], [Int64]) = ([], [], [])
      for entry in entries where [.insert, .update, .delete].contains(entry.decision) {
        do {
          let draft = try draft(entry)
          let isOwn = entry.standing == .sent || entry.standing == .sentBefore
          // An object that was saved again since it was read is not recorded, and waits for the
          // next sync.
          guard
            let number = try cache.record(
              entry.object, entry.operation,
              base: isOwn ? entry.server?.date(SMLastModDateKey) : nil)
          else { continue }
          writes.append(entry)
          drafts.append(draft)
          numbers.append(number)
        } catch {
          report.fail(entry.object, error)
        }
      }
      var results = await results(of: drafts)
      // StackMob does not accept null for a field that the schema does not have yet, so requests
      // that it rejected with status 400 are repeated without such nulls.
      let refused = writes.indices.filter {
        results[$0].refusal == .badRequest && lean(writes[$0]) != nil
      }
      let again = await self.results(of: refused.compactMap { lean(writes[$0]) })
      for (index, result) in zip(refused, again) { results[index] = result }
      for index in writes.indices {
        try resolve(writes[index], numbers[index], results[index], &report)
      }
    }

    /// Returns the request without nulls for fields that the server does not have either, or `nil`
    /// if the object contains no such nulls.
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
      _ entry: Entry, _ number: Int64, _ result: Result<Exchange, CallFailure>,
      _ report: inout SyncReport
    ) throws {
      let object = entry.object
      switch (result, entry.decision) {
      case (.success, .delete):
        try cache.resolve(object, .gone)
        report.record(object, SMSyncActionDeletedFromServer)
      case (.success(let exchange), let decision):
        if decision == .insert, naming(object.id)?.isUser == true {
          session.forgetPassword(of: object.id.key)
        }
        try cache.resolve(object, .confirmed(exchange.json.object))
        report.record(
          object,
          decision == .insert ? SMSyncActionInsertedOnServer : SMSyncActionUpdatedOnServer)
      case (.failure, .delete) where result.refusal == .notFound:
        try cache.resolve(object, .gone)
      case (.failure(let failure), _):
        // After a conflict the ledger stays unchanged, because an earlier attempt without a
        // response may have created the object.
        if entry.decision != .insert || result.refusal != .conflict {
          try cache.changeLedgers(of: [object.id]) { $1.resolve(number, failure.outcome) }
        }
        report.fail(object, failure.error)
      }
    }

    private func draft(
      _ entry: Entry, _ isSent: (JSONObject.Member) -> Bool = { _ in true }
    ) throws -> RequestDraft {
      let object = entry.object
      guard let naming = naming(object.id) else {
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

    /// Sends requests and returns their results, which are all failures if a necessary refresh of
    /// the session fails first.
    private func results(of drafts: [RequestDraft]) async -> [Result<Exchange, CallFailure>] {
      guard !drafts.isEmpty else { return [] }
      let batch = RequestBatch(session: session, drafts: drafts, isSecure: isSecure)
      do throws(CallFailure) { return try await batch.run().results } catch {
        return drafts.map { _ in .failure(error) }
      }
    }

    private func naming(_ id: ObjectKey) -> EntityNaming? {
      store.entity(named: id.entity).map { EntityNaming($0, session) }
    }

    private static func path(_ schema: String, _ key: String) -> String {
      WireText.schemaPath(schema) + "/" + WireText.segment(key)
    }
  }

  /// The results of a sync for each object, for the app's callbacks.
  struct SyncReport: Sendable {
    private(set) var handled: [(id: ObjectKey, action: SMSyncAction)] = []
    /// Clean objects that were read because they have writes without a response.
    var settled: [ObjectKey] = []
    private(set) var failures: [DirtyKind: [(id: ObjectKey, error: any Error)]] = [:]

    mutating func record(_ object: DirtyObject, _ action: SMSyncAction) {
      handled.append((object.id, action))
    }

    mutating func fail(_ object: DirtyObject, _ error: any Error) {
      failures[object.kind, default: []].append((object.id, error))
    }

    /// Calls the app's failure callbacks, then its completion callback, and returns the handled
    /// objects.
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
