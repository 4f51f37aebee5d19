import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects

/// Applies the documents of a pull to a context, page by page.
///
/// Use it only on the context's queue.
///
/// The app's store and the sync records cannot be saved in one transaction. For a new object, the
/// ID of its document is recorded before the object is saved, and the document's version
/// afterwards. If the process ends in between, the next pull receives the page again and recognises
/// the objects.
struct Pull {
  let context: NSManagedObjectContext
  let records: SyncRecords
  let entity: NSEntityDescription
  let form: ValueForm
  let keepsDrafts: Bool
  let cursor: PullCursor
  /// Returns whether a document is in the state that the given mark asks for.
  let fulfils: (RemoteDocument, String) -> Bool

  private var name: String { entity.name ?? "" }

  /// The changes of one page, until they are saved.
  private struct Changes {
    var inserted: [(object: NSManagedObject, document: RemoteDocument)] = []
    var replaced: [(object: NSManagedObject, record: SyncRecord)] = []
    var deleted: [(object: NSManagedObject?, record: SyncRecord)] = []
    /// The records to save for objects whose attributes do not change.
    var records: [SyncRecord] = []
    var report = PullReport()
  }

  /// Applies a page of documents, and saves the context.
  ///
  /// - Parameters:
  ///   - documents: The documents of the page.
  ///   - position: The position of the pull to store after the page; `nil` if it does not change.
  /// - Returns: The errors of documents that could not become objects, and the local edits that
  ///   were replaced.
  /// - Throws: An error if the context or the records could not be saved; the context is then
  ///   unchanged.
  func apply(
    _ documents: [RemoteDocument], until position: PullPosition?
  ) throws -> PullReport {
    var known = try records.records(of: name, remoteIDs: documents.map(\.id))
    try adopt(documents, into: &known)
    var changes = Changes()
    for document in documents { applyDocument(document, known[document.id], &changes) }
    try save(changes, position)
    return changes.report
  }

  private func applyDocument(
    _ document: RemoteDocument, _ record: SyncRecord?, _ changes: inout Changes
  ) {
    let object = record.flatMap { LocalObjects(context: context).object($0.object) }
    if let record, !record.ledger.isEmpty, applyOwn(document, record, object, &changes) { return }
    let isHere = object != nil || record?.mark.map(Marks.remove) == true
    let local: PullDecision.Local =
      !isHere ? .unknown : cursor.isNewer(document, than: record?.updatedAt) ? .older : .current
    let edit = local == .older ? record.flatMap { replacedEdit($0, object, document) } : nil
    switch PullDecision(document.standing, local, keepsDrafts: keepsDrafts) {
    case .ignore, .keep: return
    case .delete:
      guard let record else { return }
      object.map(context.delete)
      changes.deleted.append((object, record))
    case .replace:
      guard let object, var record else { fallthrough }
      do {
        try object.apply(document, form)
        record.apply(document)
        record.mark = nil
        changes.replaced.append((object, record))
      } catch { return changes.report.errors.append(error) }
    case .insert:
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      do {
        try object.apply(document, form)
        changes.inserted.append((object, document))
        if let record { changes.deleted.append((nil, record)) }
      } catch {
        context.delete(object)
        return changes.report.errors.append(error)
      }
    }
    if let edit { changes.report.replaced.append(edit) }
  }

  /// Returns the local edit that a newer document replaces, or `nil` if the object was not edited.
  private func replacedEdit(
    _ record: SyncRecord, _ object: NSManagedObject?, _ document: RemoteDocument
  ) -> ReplacedEdit? {
    let fields = object.flatMap { try? $0.fields(form) } ?? [:]
    let received = (try? entity.fields(record.received, form)) ?? record.received
    guard record.mark != nil || object != nil && JSON.object(fields) != JSON.object(received) else {
      return nil
    }
    return ReplacedEdit(
      entity: name, id: document.id, mark: record.mark, attributes: JSON.object(fields).text())
  }

  private func save(_ changes: Changes, _ position: PullPosition?) throws {
    var fresh: [SyncRecord] = []
    do {
      let uris = try LocalObjects.uris(of: changes.inserted.map(\.object))
      for (uri, twin) in zip(uris, changes.inserted) {
        var record = SyncRecord(object: uri, entity: name)
        record.remoteID = twin.document.id
        fresh.append(record)
      }
      // The records of missing objects are removed first, because a document can have only one
      // record.
      let gone = changes.deleted.filter { $0.object == nil }.map(\.record.object)
      if !fresh.isEmpty || !gone.isEmpty { try records.save(fresh, forgetting: gone) }
      if context.hasChanges { try context.save() }
    } catch {
      undo(changes)
      try? records.save([], forgetting: fresh.map(\.object))
      throw error
    }
    for index in fresh.indices { fresh[index].apply(changes.inserted[index].document) }
    try records.save(
      fresh + changes.replaced.map(\.record) + changes.records,
      forgetting: changes.deleted.filter { $0.object != nil }.map(\.record.object),
      position: position.map { (name, $0) })
  }

  /// Discards the changes of a page after the context could not be saved.
  ///
  /// The next pull receives the page again.
  private func undo(_ changes: Changes) {
    for (object, _) in changes.inserted { context.delete(object) }
    for (object, _) in changes.replaced { context.refresh(object, mergeChanges: false) }
    for (object, _) in changes.deleted { object.map(context.insert) }
  }

  // MARK: Writes without a response

  /// Updates an object's record if this device wrote the document itself; the object's attributes
  /// do not change.
  ///
  /// - Returns: Whether this device has written the document.
  private func applyOwn(
    _ document: RemoteDocument, _ record: SyncRecord, _ object: NSManagedObject?,
    _ changes: inout Changes
  ) -> Bool {
    guard let stored = try? entity.fields(document.fields, form) else { return false }
    func matches(_ fields: JSONObject?) -> Bool {
      let fields = fields ?? (try? entity.fields(record.received, form)) ?? record.received
      let values = fields.members.filter { !$0.value.isNull }
      return JSON.object(JSONObject(uniqueMembers: values)) == JSON.object(stored)
    }
    guard case .own(let sequence) = record.standing(of: document, matches: matches) else {
      return false
    }
    let isDone =
      record.mark.map { fulfils(document, $0) } ?? true
      && record.ledger.hasArrived(record.order, by: sequence, matches: matches)
    if isDone, record.mark.map(Marks.remove) == true {
      object.map(context.delete)
      changes.deleted.append((object, record))
      return true
    }
    var known = record
    known.apply(document)
    if isDone {
      known.mark = nil
    } else {
      known.ledger = record.ledger
      known.ledger.resolve(sequence, .taken)
    }
    object?.mirror(document, form)
    changes.records.append(known)
    return true
  }

  /// Adds to `known` the records of documents that this device created without receiving a
  /// response.
  private func adopt(
    _ documents: [RemoteDocument], into known: inout [String: SyncRecord]
  ) throws(SyncError) {
    var open = try records.uncertain(name)
    guard !open.isEmpty else { return }
    for document in documents where known[document.id] == nil {
      guard let fields = try? entity.fields(document.fields, form),
        let index = open.firstIndex(where: { record in
          record.ledger.creations.contains { creation in
            document.createdAt ?? .min >= creation.base ?? .min
              && JSON.object(creation.fields) == JSON.object(fields)
          }
        })
      else { continue }
      known[document.id] = open.remove(at: index)
      known[document.id]?.remoteID = document.id
    }
  }
}

/// The errors and replaced edits of a pull.
struct PullReport: Sendable {
  /// The error that ended the pull early; `nil` if the pull was complete.
  var failure: (any Error)?
  /// The errors of documents that could not become objects, one for each document.
  var errors: [any Error] = []
  /// The local edits that newer documents have replaced.
  var replaced: [ReplacedEdit] = []
}
