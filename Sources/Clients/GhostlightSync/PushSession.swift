import Foundation
import GhostlightCore
import GhostlightSyncStatus
import ManagedObjects

/// What a push learns of one object's twin, written down as it comes.
package final class PushSession: Sendable {
  private let context: NSManagedObjectContext
  private let records: SyncRecords
  private let form: ValueForm
  /// The object, by the URI of its id.
  private let uri: String
  /// The place of the mark that is carried out.
  private let order: Int64

  init(
    _ context: NSManagedObjectContext, _ records: SyncRecords, _ form: ValueForm,
    _ record: SyncRecord
  ) {
    self.context = context
    self.records = records
    self.form = form
    uri = record.object
    order = record.order
  }

  /// Notes that a creation is sent: should its answer be lost, the next pull knows the twin by this.
  package func beginCreation(_ item: PushItem) throws {
    let since = try records.since(item.record.entity)
    let order = order
    try records.update(uri) { record in
      record.remoteID = nil
      record.updatedAt = nil
      record.received = [:]
      record.creation = SyncRecord.Creation(fields: item.fields, since: since, order: order)
    }
  }

  /// Notes that the service has refused the creation.
  package func endCreation() throws { try records.update(uri) { $0.creation = nil } }

  /// Notes the id of a twin of which nothing else is known yet.
  package func created(_ id: String, in state: String) throws {
    try records.update(uri) { record in
      record.received = record.creation?.fields ?? [:]
      record.creation = nil
      record.remoteID = id
      record.state = state
    }
  }

  /// Notes what the twin is now; the mark stays.
  package func update(_ document: RemoteDocument) async throws {
    try await note(document, ends: false)
  }

  /// Notes what the twin is now; the mark is done, unless it was set again meanwhile.
  package func finish(_ document: RemoteDocument) async throws {
    try await note(document, ends: true)
  }

  /// Notes that the mark is done, unless it was set again meanwhile.
  package func finish() throws {
    let order = order
    try records.update(uri) { if $0.order == order { $0.mark = nil } }
  }

  private func note(_ document: RemoteDocument, ends: Bool) async throws {
    let (context, records, form, uri, order) = (context, records, form, uri, order)
    try await context.perform {
      guard let object = LocalObjects(context: context).object(uri) else {
        return try records.save([], forgetting: [uri])
      }
      if !object.entity.mirrors.isEmpty {
        object.mirror(document, form)
        try context.save()
      }
      try records.update(uri) { record in
        record.take(document)
        if ends, record.order == order { record.mark = nil }
      }
    }
  }

  /// Deletes the object, and forgets its twin.
  package func removeLocally() async throws {
    let (context, records, uri) = (context, records, uri)
    try await context.perform {
      if let object = LocalObjects(context: context).object(uri) {
        context.delete(object)
        try context.save()
      }
      try records.save([], forgetting: [uri])
    }
  }
}
