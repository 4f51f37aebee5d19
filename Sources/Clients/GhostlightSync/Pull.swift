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
    var errors: [any Error] = []
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
    return changes.errors
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
      } catch { changes.errors.append(error) }
    case .insert:
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      do {
        try object.take(document, form)
        changes.inserted.append((object, document))
        if let record { changes.deleted.append((nil, record)) }
      } catch {
        context.delete(object)
        changes.errors.append(error)
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
  ) throws(SyncError) {
    var open = try records.uncertain(name)
    guard !open.isEmpty else { return }
    for document in documents where known[document.id] == nil {
      let fields: JSONObject
      do throws(UnrepresentableValue) { fields = try entity.fields(document.fields, form) } catch {
        continue
      }
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

/// What a pull does with a document.
///
/// - Source: protocol reference B11, C6 and C7.1: the tables of pulls.
package enum PullDecision: Sendable, Hashable {
  /// Make an object.
  case insert
  /// Replace the object's attributes, and drop its mark.
  case replace
  /// Delete the object, with its mark.
  case delete
  /// Leave the object, and its mark.
  case keep
  /// There is no object, and none is made.
  case ignore

  /// What is there of the document here.
  package enum Local: Sendable, Hashable, CaseIterable {
    case unknown
    /// An object with an older version, or with none that is known.
    case older
    /// An object with this version, or a newer one.
    case current
  }

  package init(_ standing: RemoteDocument.Standing, _ local: Local, keepsDrafts: Bool) {
    let isKept = standing == .live || standing == .draft && keepsDrafts
    self =
      switch (local, standing) {
      case (.unknown, _): isKept ? .insert : .ignore
      case (.current, _), (.older, .undefined): .keep
      case (.older, _): isKept ? .replace : .delete
      }
  }
}

/// How far the pull of a collection is.
package struct PullCursor: Sendable, Equatable {
  /// The last change that was received; `nil` where none was.
  package private(set) var since: Int64?
  /// The documents with exactly that time that this pull has received, by their ids.
  package private(set) var ids: Set<String> = []

  package init(since: Int64?) { self.since = since }

  /// Moves on behind documents, which come by their last change.
  ///
  /// - Returns: Whether any of them was new to this pull.
  package mutating func advance(over documents: [RemoteDocument]) -> Bool {
    var isNew = false
    for document in documents {
      if document.updatedAt == since {
        isNew = ids.insert(document.id).inserted || isNew
      } else if document.updatedAt > since ?? .min {
        since = document.updatedAt
        ids = [document.id]
        isNew = true
      }
    }
    return isNew
  }
}

/// Documents as one answer brings them.
package struct PullPage: Sendable {
  package var documents: [RemoteDocument]
  /// Whether there are no more.
  package var isLast: Bool

  package init(documents: [RemoteDocument], isLast: Bool) {
    self.documents = documents
    self.isLast = isLast
  }
}
