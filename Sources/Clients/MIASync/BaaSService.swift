import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSync
import GhostlightSyncStatus
import HTTPTypes
import mkApp

/// The backend up to BaaS 3 as a service that a synchronisation pulls from and pushes to.
///
/// - Source: protocol reference B11 and C6.
struct BaaSService: SyncService {
  /// The maximum number of items in a response to a pull.
  static let limit = 500

  let form: ValueForm
  private let instance: MKAppInstance

  init(_ instance: MKAppInstance) {
    self.instance = instance
    form = ValueForm(
      date: { instance.dates.json($0) }, readDate: { instance.dates.date($0) },
      moment: { instance.dates.date(.integer($0)) ?? Date(timeIntervalSince1970: 0) },
      sendsData: false)
  }

  // MARK: Pull

  func page(of collection: String, after cursor: PullCursor) async throws -> PullPage {
    var query = JSONObject()
    if let since = cursor.since {
      query["$and"] = [["updatedAt": ["$gt": .integer(since)]]]
    }
    query["$limit"] = .integer(Int64(Self.limit))
    query["$sort"] = ["updatedAt": 1, "id": 1]
    let response = try await instance.send(
      RequestDraft(.get, collection, isFolder: true).asking(query))
    let items = try response.objects()
    return PullPage(
      documents: try items.map { try Self.document($0) }, isLast: items.count < Self.limit,
      serviceTime: response.headers[.date].flatMap(HTTPDate.milliseconds))
  }

  private static func document(_ item: JSONObject) throws(SyncError) -> RemoteDocument {
    guard let id = item["id"]?.string, let updatedAt = time(item["updatedAt"]) else {
      throw SyncError.unexpectedAnswer("an item does not have id and updatedAt.")
    }
    let (sync, trash) = (item["sync"]?.integer ?? 0, item["trash"]?.integer ?? 0)
    var fields = item
    for key in [
      "id", "creatorId", "createdAt", "updaterId", "updatedAt", "sync", "trash",
    ] { fields[key] = nil }
    return RemoteDocument(
      id: id, createdAt: time(item["createdAt"]), updatedAt: updatedAt,
      creatorID: item["creatorId"]?.string, updaterID: item["updaterId"]?.string,
      state: "\(sync)/\(trash)", standing: standing(sync, trash), fields: fields)
  }

  private static func time(_ json: JSON?) -> Int64? {
    json?.integer ?? json?.number.flatMap { Int64(exactly: $0.rounded()) }
  }

  /// Returns the state that an item's members `sync` and `trash` express.
  ///
  /// - Source: protocol reference B11.
  private static func standing(_ sync: Int64, _ trash: Int64) -> RemoteDocument.Standing {
    switch (sync, trash) {
    case (0, 0): .live
    case (2, 0): .draft
    case (0, 1), (0, 2), (2, 1), (2, 2): .discarded
    default: .undefined
    }
  }

  // MARK: Push

  func push(_ item: PushItem, to collection: String, _ session: PushSession) async throws {
    switch (item.mark, item.record.remoteID) {
    case (Marks.trash, .none), (Marks.delete, .none): try await session.removeLocally()
    case (Marks.trash, .some(let id)):
      try await trash(id, item, in: collection, session)
      try await session.removeLocally()
    case (Marks.delete, .some(let id)):
      try await session.send(.delete, state: nil, by: self) {
        try await delete(id, from: collection)
      }
      try await session.removeLocally()
    case (_, .none):
      var body = item.fields
      body["sync"] = 0
      body["trash"] = 0
      let sent = body.sorted
      let document = try await session.send(.create, item.fields, state: "0/0", by: self) {
        try await post(sent, to: collection)
      }
      try await session.finish(document)
    case (_, .some(let id)):
      var fields = item.fields
      for name in item.cleared { fields[name] = .null }
      var body = fields
      body["id"] = .string(id)
      body["sync"] = 0
      let sent = body.sorted
      let document = try await session.send(
        .update, fields, state: "0/" + Self.trash(item.record.state), by: self
      ) { try await post(sent, to: collection) }
      try await session.finish(document)
    }
  }

  /// Returns the `trash` number of an item's state `sync/trash`; an update does not change the
  /// number.
  private static func trash(_ state: String?) -> Substring {
    state?.split(separator: "/").last ?? "0"
  }

  private func post(_ body: JSONObject, to collection: String) async throws -> RemoteDocument {
    let draft = RequestDraft(.post, collection, isFolder: true).sending(.object(body))
    return try Self.document(try await instance.object(draft))
  }

  /// Moves an item to the backend's trash.
  ///
  /// If the item is missing because of an earlier deletion without a response, it counts as moved.
  private func trash(
    _ id: String, _ item: PushItem, in collection: String, _ session: PushSession
  ) async throws {
    let body: JSONObject = ["id": .string(id), "sync": 2, "trash": 1]
    do {
      _ = try await session.send(.move, state: "2/1", by: self) {
        try await instance.object(
          RequestDraft(.post, collection, isFolder: true).sending(.object(body)))
      }
    } catch let error as MKError {
      let isDeleted = item.record.ledger.writes.contains { $0.operation == .delete }
      guard isDeleted, error.statusCode == 404 else { throw error }
    }
  }

  /// Deletes an item permanently on the backend.
  ///
  /// An item that does not exist any more counts as deleted.
  private func delete(_ id: String, from collection: String) async throws {
    let draft = RequestDraft(.delete, collection, isFolder: true).asking(["id": .string(id)])
    do { _ = try await instance.send(draft) } catch {
      guard error.statusCode == 404 else { throw error }
    }
  }

  func outcome(of error: any Error) -> WriteOutcome {
    let outcome = WriteOutcome(status: (error as? MKError)?.statusCode)
    return outcome == .taken ? .open : outcome
  }

  func fulfils(_ document: RemoteDocument, _ mark: String) -> Bool {
    switch mark {
    case Marks.trash: document.standing == .discarded
    case Marks.delete: false
    default: document.state.hasPrefix("0/")
    }
  }
}
