#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import GhostlightLedger
  import GhostlightSync
  import GhostlightSyncStatus
  import HTTPTypes

  /// The CRUD service as the backend of a synchronisation.
  ///
  /// - Source: protocol reference A13, A15 and C7.1.
  struct CRUDService: SyncService {
    /// The maximum number of documents in a response.
    static let limit = 200
    /// The maximum number of already received documents that a pull requests again, because their
    /// `updatedAt` is the cursor's.
    ///
    /// Some of them may have been changed since they were read.
    static let overlap = 100
    private static let allStates = FormField(
      "_st", [State.pub, .draft, .trash, .deleted].text)

    let crud: CRUD

    let form = ValueForm(
      date: { $0.serviceText.map(JSON.string) },
      readDate: { json in
        json.string.flatMap(ISODate.milliseconds).map {
          Date(timeIntervalSince1970: Double($0) / 1000)
        }
      }, moment: { Date(timeIntervalSince1970: Double($0) / 1000) }, sendsData: true)

    // MARK: Pull

    func page(of collection: String, after cursor: PullCursor) async throws -> PullPage {
      var draft = try CallDraft(.get, collection)
      draft.parameters = [
        FormField("_l", String(Self.limit)), FormField("_s", "updatedAt"), Self.allStates,
      ]
      if let since = cursor.since {
        let filter: JSON = ["updatedAt": ["$gte": .string(ISODate.format(milliseconds: since))]]
        draft.parameters.append(FormField("_q", filter.description))
      }
      let skipped = cursor.ids.count - Self.overlap
      if skipped > 0 { draft.parameters.append(FormField("_sk", String(skipped))) }
      let response = try await crud.response(to: .success(draft))
      guard let documents = response.json?.array else {
        throw SyncError.unexpectedAnswer("a list is not an array.")
      }
      return PullPage(
        documents: try documents.map { try Self.document($0) },
        isLast: documents.count < Self.limit,
        serviceTime: response.headers[.date].flatMap(HTTPDate.milliseconds))
    }

    static func document(_ json: JSON) throws(SyncError) -> RemoteDocument {
      guard var fields = json.object, let id = fields["_id"]?.string,
        let updatedAt = time(fields["updatedAt"])
      else { throw SyncError.unexpectedAnswer("a document does not have _id and updatedAt.") }
      let whole = fields
      for key in ["_id", "creatorId", "createdAt", "updaterId", "updatedAt", "__STATE__"] {
        fields[key] = nil
      }
      let state = whole["__STATE__"]?.string ?? State.pub.rawValue
      return RemoteDocument(
        id: id, createdAt: time(whole["createdAt"]), updatedAt: updatedAt,
        creatorID: whole["creatorId"]?.string, updaterID: whole["updaterId"]?.string, state: state,
        standing: standing(State(rawValue: state)), fields: fields)
    }

    private static func time(_ json: JSON?) -> Int64? {
      json?.string.flatMap(ISODate.milliseconds)
    }

    private static func standing(_ state: State?) -> RemoteDocument.Standing {
      switch state {
      case .pub: .live
      case .draft: .draft
      case .trash, .deleted: .discarded
      case nil: .undefined
      }
    }

    // MARK: Push

    func push(_ item: PushItem, to collection: String, _ session: PushSession) async throws {
      let target = Self.target(item.mark)
      guard !Marks.remove(item.mark) else {
        if let id = item.record.remoteID, let target {
          _ = try await walk(collection, id, from: item.record.state, to: target, session)
        }
        return try await session.removeLocally()
      }
      guard let id = item.record.remoteID,
        try await change(item, collection, id, to: target, session)
      else { return try await create(item, collection, in: target ?? .pub, session) }
    }

    /// Returns the state that a mark requests, or `nil` if the mark keeps the state.
    private static func target(_ mark: String) -> State? {
      switch mark {
      case Marks.publish: .pub
      case Marks.draft: .draft
      case Marks.trash: .trash
      case Marks.delete: .deleted
      default: nil
      }
    }

    private func create(
      _ item: PushItem, _ collection: String, in state: State, _ session: PushSession
    ) async throws {
      var draft = try CallDraft(.post, collection)
      var body = item.fields
      body["__STATE__"] = .string(state.rawValue)
      draft.body = .object(body)
      let sent = draft
      let id = try await session.send(.create, item.fields, state: state.rawValue, by: self) {
        try await crud.response(to: .success(sent)).objectID()
      }
      try await session.created(id)
      guard let document = try await read(collection, id) else {
        throw CRUDError.http(statusCode: 404, error: "not found", message: nil)
      }
      try await session.finish(document)
    }

    /// Updates a document and its state, and returns whether the document still exists.
    private func change(
      _ item: PushItem, _ collection: String, _ id: String, to target: State?,
      _ session: PushSession
    ) async throws -> Bool {
      if item.isChanged {
        guard let document = try await patch(item, collection, id, session) else { return false }
        try await session.update(document)
      }
      guard let target else {
        try await session.finish()
        return true
      }
      var start = item.record.state
      if item.record.ledger.writes.contains(where: { $0.operation == .move }) {
        // An earlier change of the state, whose response was lost, may have taken effect since the
        // pull, so the current state is read.
        guard let document = try await read(collection, id) else { return false }
        try await session.update(document)
        start = document.state
      }
      switch try await walk(collection, id, from: start, to: target, session) {
      case .gone: return false
      case .stayed: try await session.finish()
      case .moved:
        guard let document = try await read(collection, id) else { return false }
        try await session.finish(document)
      }
      return true
    }

    /// Updates a document's fields and returns the new document, or `nil` if it does not exist.
    private func patch(
      _ item: PushItem, _ collection: String, _ id: String, _ session: PushSession
    ) async throws -> RemoteDocument? {
      var draft = try CallDraft(.patch, collection, id: id)
      draft.parameters = [Self.allStates]
      var body = JSONObject()
      if !item.fields.isEmpty { body["$set"] = .object(item.fields) }
      var (cleared, fields) = (JSONObject(), item.fields)
      for name in item.cleared {
        cleared[name] = true
        fields[name] = .null
      }
      if !cleared.isEmpty { body["$unset"] = .object(cleared) }
      draft.body = .object(body)
      let sent = draft
      return try await session.send(.update, fields, state: nil, by: self) {
        try await document(sent)
      }
    }

    /// Reads a document, whatever its state is, or returns `nil` if it does not exist.
    func read(_ collection: String, _ id: String) async throws -> RemoteDocument? {
      var draft = try CallDraft(.get, collection, id: id)
      draft.parameters = [Self.allStates]
      return try await document(draft)
    }

    private func document(_ draft: CallDraft) async throws -> RemoteDocument? {
      do throws(CRUDError) {
        let json = try await crud.response(to: .success(draft)).json
        do { return try Self.document(json ?? .null) } catch { throw CRUDError.invalidResponse }
      } catch {
        guard error.status == 404 else { throw error }
        return nil
      }
    }

    func outcome(of error: any Error) -> WriteOutcome {
      switch error as? CRUDError {
      case .http(let status, _, _): WriteOutcome(status: status)
      case .invalidURL, .encoding, .emptyPatch: .refused
      case .transport, .decoding, .invalidResponse, nil: .open
      }
    }

    func fulfils(_ document: RemoteDocument, _ mark: String) -> Bool {
      Self.target(mark).map { $0.rawValue == document.state } ?? true
    }
  }

  extension CRUDError {
    /// The HTTP status of the service's error response; `nil` for any other error.
    var status: Int? {
      guard case .http(let status, _, _) = self else { return nil }
      return status
    }
  }
#endif
