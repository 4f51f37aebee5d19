import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// An object of the backend: fields by key, of which the server fills in the basic ones.
///
/// Any thread may use it at any time. The main actor, which the class belongs to, has a say only in
/// what a subclass stores: properties of its own are the main actor's unless declared otherwise.
///
/// - Source: protocol reference C.2.
@MainActor open class MKCollection {
  /// The name of the collection, as given.
  nonisolated public let collectionName: String
  nonisolated let instance: MKAppInstance
  nonisolated let state = Mutex(MKCollectionState())

  /// A new object for a collection; `nil` where the name is empty or contains `/`, `?` or `#`.
  nonisolated public required init?(name: String) {
    guard MKAppInstance.isCollectionName(name) else { return nil }
    collectionName = name
    instance = .current
  }

  /// An object of a collection that is known to have a proper name.
  nonisolated init(of collection: String, in instance: MKAppInstance) {
    collectionName = collection
    self.instance = instance
  }

  // What the calls do, in the order of save, refresh, delete; classes of the module differ in it.

  nonisolated func sendSave() async throws(MKError) {
    let dates = instance.dates
    let (isKnown, sent) = state.withLock { ($0.id != nil, $0.changes) }
    if isKnown, sent.isEmpty { return }
    let fields = try draft(dates)
    let item = try await instance.object(savingDraft.sending(.object(fields)))
    guard item["id"]?.string != nil else {
      throw MKError(.invalidResponse, message: "The server's answer has no id.")
    }
    state.withLock { $0.take(item, sent: sent, dates) }
  }

  nonisolated func sendRefresh() async throws(MKError) {
    let item = try await instance.object(RequestDraft(.get, path, try knownID()))
    replace(with: item)
  }

  nonisolated func sendDelete() async throws(MKError) {
    let id = try knownID()
    let draft = RequestDraft(.delete, path, isFolder: true).asking(["id": .string(id)])
    _ = try await instance.send(draft)
    state.withLock { $0.forgetItem() }
  }

  /// Takes an item from the server instead of all that is here.
  nonisolated func replace(with item: JSONObject) {
    let dates = instance.dates
    state.withLock { $0.take(item, sent: $0.changes, dates) }
  }

  nonisolated var savingDraft: RequestDraft { RequestDraft(.post, path, isFolder: true) }
}

nonisolated extension MKCollection {
  /// The name of the collection as paths have it.
  var path: String { instance.path(of: collectionName) }

  /// The fields to send.
  func draft(_ dates: DateForm) throws(MKError) -> JSONObject {
    let state = state.withLock { $0 }
    return try state.draft(dates)
  }

  func knownID() throws(MKError) -> String {
    guard let id = collectionId, !id.isEmpty else {
      throw MKError(.invalidParams, message: "The object has no id; save it first.")
    }
    return id
  }
}
