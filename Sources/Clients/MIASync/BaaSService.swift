import Foundation
import GhostlightCore
import GhostlightSync
import GhostlightSyncStatus
import HTTPTypes
import mkApp

/// The backend up to BaaS 3, as a synchronisation sees it.
///
/// - Source: protocol reference B11 and C6.
struct BaaSService: SyncService {
  /// How many items an answer has at most.
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
    let items = try await instance.objects(
      RequestDraft(.get, collection, isFolder: true).asking(query))
    return PullPage(
      documents: try items.map { try Self.document($0) }, isLast: items.count < Self.limit)
  }

  private static func document(_ item: JSONObject) throws(SyncError) -> RemoteDocument {
    guard let id = item["id"]?.string, let updatedAt = time(item["updatedAt"]) else {
      throw SyncError.unexpectedAnswer("an item has no id or no updatedAt.")
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

  /// What an item's two numbers ask of the object.
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
    let path = RequestDraft(.post, collection, isFolder: true)
    switch (item.mark, item.record.remoteID) {
    case (Marks.trash, .none), (Marks.delete, .none): try await session.removeLocally()
    case (Marks.trash, .some(let id)):
      let body: JSON = ["id": .string(id), "sync": 2, "trash": 1]
      _ = try await instance.object(path.sending(body))
      try await session.removeLocally()
    case (Marks.delete, .some(let id)):
      try await delete(id, from: collection)
      try await session.removeLocally()
    case (_, .none):
      var body = item.fields
      body["sync"] = 0
      body["trash"] = 0
      let answer = try await session.creating(item, by: self) {
        try await instance.object(path.sending(.object(body.sorted)))
      }
      try await session.finish(try Self.document(answer))
    case (_, .some(let id)):
      var body = item.fields
      for name in item.cleared { body[name] = .null }
      body["id"] = .string(id)
      body["sync"] = 0
      let answer = try await instance.object(path.sending(.object(body.sorted)))
      try await session.finish(try Self.document(answer))
    }
  }

  /// Deletes an item for good; one that is gone already is as good as deleted.
  private func delete(_ id: String, from collection: String) async throws {
    let draft = RequestDraft(.delete, collection, isFolder: true).asking(["id": .string(id)])
    do { _ = try await instance.send(draft) } catch {
      guard error.statusCode == 404 else { throw error }
    }
  }

  func isRefusal(_ error: any Error) -> Bool {
    guard let status = (error as? MKError)?.statusCode else { return false }
    return (400..<500).contains(status)
  }
}
