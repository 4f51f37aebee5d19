import GRDB
import GhostlightCore

/// A row of a partition's table.
struct DocumentRow: Sendable {
  var partition: String
  var id: String
  /// The inner document's text.
  var document: String?
  var eTag: String?
  /// Seconds since 1970, or -1 for never.
  var expiration: Int64
  /// Seconds since 1970.
  var downloaded: Int64
  /// Seconds since 1970, 0 where unknown.
  var updated: Int64
  var pending: PendingOperation?

  static let never: Int64 = -1

  /// When what is kept now ends.
  static func expiration(_ timeToLive: Int, at seconds: Int64) -> Int64 {
    guard timeToLive != kMSDataTimeToLiveInfinite else { return never }
    let (sum, overflows) = seconds.addingReportingOverflow(Int64(timeToLive))
    return overflows ? .max : sum
  }

  func isExpired(at seconds: Int64) -> Bool { expiration != Self.never && expiration <= seconds }

  /// The row of a record.
  init(
    _ record: DocumentRecord, _ pending: PendingOperation?, until expiration: Int64, at now: Int64
  ) {
    partition = record.partition ?? ""
    id = record.id ?? ""
    document = record.document?.text()
    eTag = record.eTag
    self.expiration = expiration
    downloaded = now
    updated = record.updated ?? 0
    self.pending = pending
  }

  init(_ row: Row) {
    partition = row["partition"] ?? ""
    id = row["document_id"] ?? ""
    document = row["document"]
    eTag = row["etag"]
    expiration = row["expiration_time"] ?? Self.never
    downloaded = row["download_time"] ?? 0
    updated = row["operation_time"] ?? 0
    pending = (row["pending_operation"] as String?).flatMap(PendingOperation.init)
  }

  /// The record; text that is no object's is an error, with the entity tag kept.
  var record: DocumentRecord {
    var record = DocumentRecord(
      partition: partition, id: id, eTag: eTag, updated: updated == 0 ? nil : updated,
      isFromDevice: true)
    guard let document else { return record }
    do throws(JSONError) {
      let json = try JSON.parse(document)
      record.document = json.object == nil ? nil : json
      if json.object == nil { record.error = .payloadNoObject }
    } catch {
      record.error = .payload(error)
    }
    return record
  }
}
