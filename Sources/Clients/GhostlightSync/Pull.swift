import Foundation
import GhostlightCore
import GhostlightSyncStatus
import ManagedObjects

/// Brings documents into a context, page by page; to be used on the context's queue.
///
/// The app's store and the records cannot be saved in one transaction. What a new object is the twin
/// of is written before the object is saved, its version after; a process that dies in between
/// receives the page again, and knows its objects.
struct Pull {
  let context: NSManagedObjectContext
  let records: SyncRecords
  let entity: NSEntityDescription
  let form: ValueForm
  let keepsDrafts: Bool

  private var name: String { entity.name ?? "" }

  /// What a page changes.
  private struct Changes {
    var inserted: [(object: NSManagedObject, document: RemoteDocument)] = []
    var replaced: [(object: NSManagedObject, record: SyncRecord)] = []
    var deleted: [(object: NSManagedObject?, record: SyncRecord)] = []
    /// What is known afterwards of objects that were there.
    var records: [SyncRecord] = []
    var problems: [any Error] = []
  }

  /// Brings a page in and saves it.
  ///
  /// - Returns: Why documents could not become objects, one for each.
  func apply(_ documents: [RemoteDocument], since: Int64?) throws -> [any Error] {
    var known = try records.records(of: name, remoteIDs: documents.map(\.id))
    try adopt(documents, into: &known)
    var changes = Changes()
    for document in documents { bring(document, known[document.id], &changes) }
    try save(changes, since)
    return changes.problems
  }

  private func bring(_ document: RemoteDocument, _ record: SyncRecord?, _ changes: inout Changes) {
    let object = record.flatMap { LocalObjects(context: context).object($0.object) }
    let isHere = object != nil || record?.mark.map(Marks.remove) == true
    let local: PullDecision.Local =
      !isHere ? .unknown : document.updatedAt > record?.updatedAt ?? .min ? .older : .current
    switch PullDecision(document.standing, local, keepsDrafts: keepsDrafts) {
    case .ignore, .keep: break
    case .delete:
      guard let record else { break }
      object.map(context.delete)
      changes.deleted.append((object, record))
    case .replace:
      guard let object, var record else { fallthrough }
      do {
        try object.take(document, form)
        record.take(document)
        record.mark = nil
        changes.replaced.append((object, record))
      } catch { changes.problems.append(error) }
    case .insert:
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      do {
        try object.take(document, form)
        changes.inserted.append((object, document))
        if let record { changes.deleted.append((nil, record)) }
      } catch {
        context.delete(object)
        changes.problems.append(error)
      }
    }
  }

  private func save(_ changes: Changes, _ since: Int64?) throws {
    var fresh: [SyncRecord] = []
    do {
      let uris = try LocalObjects.uris(of: changes.inserted.map(\.object))
      for (uri, twin) in zip(uris, changes.inserted) {
        var record = SyncRecord(object: uri, entity: name)
        record.remoteID = twin.document.id
        fresh.append(record)
      }
      // A record whose object is gone makes room first: two objects have no twin in common.
      let gone = changes.deleted.filter { $0.object == nil }.map(\.record.object)
      if !fresh.isEmpty || !gone.isEmpty { try records.save(fresh, forgetting: gone) }
      if context.hasChanges { try context.save() }
    } catch {
      undo(changes)
      try? records.save([], forgetting: fresh.map(\.object))
      throw error
    }
    for index in fresh.indices { fresh[index].take(changes.inserted[index].document) }
    try records.save(
      fresh + changes.replaced.map(\.record),
      forgetting: changes.deleted.filter { $0.object != nil }.map(\.record.object),
      since: since.map { (name, $0) })
  }

  /// Leaves the context as it was: what could not be saved comes again.
  private func undo(_ changes: Changes) {
    for (object, _) in changes.inserted { context.delete(object) }
    for (object, _) in changes.replaced { context.refresh(object, mergeChanges: false) }
    for (object, _) in changes.deleted { object.map(context.insert) }
  }

  // MARK: Creations whose answer was lost

  /// Recognises documents that this app has created without learning of it.
  private func adopt(
    _ documents: [RemoteDocument], into known: inout [String: SyncRecord]
  ) throws(SyncProblem) {
    var open = try records.uncertain(name)
    guard !open.isEmpty else { return }
    for document in documents where known[document.id] == nil {
      let fields: JSONObject
      do throws(UnfitValue) { fields = try entity.fields(document.fields, form) } catch { continue }
      guard
        let index = open.firstIndex(where: { record in
          guard let creation = record.creation else { return false }
          return document.createdAt ?? .min >= creation.since ?? .min
            && JSON.object(creation.fields) == JSON.object(fields)
        })
      else { continue }
      var record = open.remove(at: index)
      let order = record.creation?.order
      record.take(document)
      if record.order == order { record.mark = nil }
      // Changed since by somebody else: the version that the object has is an older one.
      if document.createdAt != document.updatedAt { record.updatedAt = nil }
      try records.save([record])
      known[document.id] = record
    }
  }
}
