import Foundation
package import GhostlightCore
package import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects

/// Sends the writes of one object, and records their effects.
///
/// It stores each write before it is sent, and the version of the remote object afterwards.
package final class PushSession: Sendable {
  private let context: NSManagedObjectContext
  private let records: SyncRecords
  private let form: ValueForm
  private let uri: String
  /// The position of the mark that is pushed; the app may set a later mark during the push.
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

  /// Stores a write in the ledger, sends it, and removes it if the service rejects it.
  ///
  /// After a success the write stays in the ledger, until a call such as ``finish(_:)`` stores the
  /// new version of the remote object.
  ///
  /// - Parameters:
  ///   - operation: The kind of write.
  ///   - fields: The attributes to send, with `null` for values to remove.
  ///   - state: The remote object's state after the write; `nil` if the write does not change it.
  ///   - service: The service, which distinguishes a refusal from a missing response.
  ///   - send: Called once to send the request.
  /// - Returns: The result of `send`.
  /// - Throws: The error of `send`, or ``SyncError`` if the write cannot be stored and was
  ///   therefore not sent.
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

  /// Stores the ID of a remote object that the service has created, before its version is known.
  package func created(_ id: String) async throws {
    try await change { record in
      guard let creation = record.ledger.creations.last else { return }
      record.received = creation.fields
      record.state = creation.state
      record.remoteID = id
      record.ledger.confirm(creation.sequence, identifier: id)
    }
  }

  /// Stores the new version of the remote object, and keeps the mark.
  package func update(_ document: RemoteDocument) async throws {
    try await store(document, ends: false)
  }

  /// Stores the new version of the remote object, and removes the mark.
  ///
  /// The mark stays if the app has set it again during the push.
  package func finish(_ document: RemoteDocument) async throws {
    try await store(document, ends: true)
  }

  /// Removes the mark, unless the app has set it again during the push.
  package func finish() async throws {
    let order = order
    try await change { record in if record.order == order { record.mark = nil } }
  }

  /// Changes the object's record on the context's queue, because the app sets marks there too.
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
        record.apply(document)
        if ends, record.order == order { record.mark = nil }
      }
    }
  }

  /// Deletes the object and its record on this device.
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
