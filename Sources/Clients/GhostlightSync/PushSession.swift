import Foundation
package import GhostlightCore
package import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects

/// The push of one object.
///
/// It stores each write before it is sent, and the twin that the service returns.
package final class PushSession: Sendable {
  private let context: NSManagedObjectContext
  private let records: SyncRecords
  private let form: ValueForm
  /// The URI of the object's permanent ID.
  private let uri: String
  /// The position of the mark that is pushed.
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

  /// Stores a write, sends it, and settles it if the service refuses it.
  ///
  /// After a success the write stays in the ledger until one of the other methods stores the new
  /// version of the twin.
  ///
  /// - Parameters:
  ///   - operation: The kind of write.
  ///   - fields: The attributes that are sent, with `null` for removed ones.
  ///   - state: The twin's state after the write; `nil` if the write does not change it.
  ///   - service: The service, which distinguishes a refusal from a missing response.
  ///   - send: Sends the request.
  /// - Returns: The result of `send`.
  /// - Throws: The error of `send`, or ``SyncError`` if the write cannot be stored; it is not sent
  ///   then.
  package func send<Answer: Sendable>(
    _ operation: UnansweredWrite.Operation, _ fields: JSONObject = [:], state: String?,
    by service: some SyncService, _ send: () async throws -> Answer
  ) async throws -> Answer {
    let sequence = try await begin(operation, fields, state)
    do { return try await send() } catch {
      if service.outcome(of: error) == .refused {
        try await change { record in record.ledger.resolve(sequence, .refused) }
      }
      throw error
    }
  }

  private func begin(
    _ operation: UnansweredWrite.Operation, _ fields: JSONObject, _ state: String?
  ) async throws -> Int64 {
    let (records, uri, order) = (records, uri, order)
    return try await context.perform {
      guard var record = try records.record(ofObject: uri) else { return 0 }
      if operation == .create { record.forgetTwin() }
      let base =
        operation == .create ? try records.position(record.entity)?.since : record.updatedAt
      let sequence = record.ledger.append(
        UnansweredWrite(
          operation, identifier: record.remoteID, fields: fields, state: state, base: base,
          order: order))
      try records.save([record])
      return sequence
    }
  }

  /// Stores the ID of a twin, before anything else about it is known.
  package func created(_ id: String) async throws {
    try await change { record in
      guard let creation = record.ledger.creations.last else { return }
      record.received = creation.fields
      record.state = creation.state
      record.remoteID = id
      record.ledger.confirm(creation.sequence, identifier: id)
    }
  }

  /// Stores the new version of the twin.
  ///
  /// The mark stays.
  package func update(_ document: RemoteDocument) async throws {
    try await store(document, ends: false)
  }

  /// Stores the new version of the twin, and removes the mark unless it was set again in the
  /// meantime.
  package func finish(_ document: RemoteDocument) async throws {
    try await store(document, ends: true)
  }

  /// Removes the mark, unless it was set again in the meantime.
  package func finish() async throws {
    let order = order
    try await change { record in if record.order == order { record.mark = nil } }
  }

  /// Changes the object's record on the context's queue, where the app also sets marks.
  private func change(_ body: @escaping @Sendable (inout SyncRecord) -> Void) async throws {
    let (records, uri) = (records, uri)
    try await context.perform { try records.update(uri, body) }
  }

  private func store(_ document: RemoteDocument, ends: Bool) async throws {
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

  /// Deletes the object and its record.
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
