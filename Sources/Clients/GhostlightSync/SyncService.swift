package import Foundation
package import GhostlightCore
package import GhostlightLedger

/// A service that a sync pulls from and pushes to.
package protocol SyncService: Sendable {
  /// The conversion between attributes and the service's JSON.
  var form: ValueForm { get }

  /// Returns a page of the changes in a collection after a cursor, oldest first.
  func page(of collection: String, after cursor: PullCursor) async throws -> PullPage

  /// Sends the requests that an object's mark asks for, and reports the outcome to the session.
  ///
  /// - Throws: The error of the request that failed; the object's mark stays.
  func push(_ item: PushItem, to collection: String, _ session: PushSession) async throws

  /// Returns the outcome of a write whose request failed; never ``WriteOutcome/taken``.
  func outcome(of error: any Error) -> WriteOutcome

  /// Returns whether a document is in the state that the given mark asks for.
  func fulfils(_ document: RemoteDocument, _ mark: String) -> Bool
}

/// A marked object as it was when the push started.
package struct PushItem: Sendable {
  /// The object's record, with the information about the remote object.
  package var record: SyncRecord
  /// The values of the object's attributes by name, without attributes that have no value.
  package var fields: JSONObject
  /// The names of attributes that the remote object has or may have, but the local object no longer
  /// has.
  package var cleared: [String]
  /// Whether a write is needed: the object differs from the fields that were last received, or a
  /// pending write may have changed the remote object.
  package var isChanged: Bool

  package var mark: String { record.mark ?? "" }
}

/// Converts the values for which JSON does not have a type.
package struct ValueForm: Sendable {
  /// Converts a date to JSON; returns `nil` if the service cannot represent the date.
  package var date: @Sendable (Date) -> JSON?
  /// Converts JSON to a date; returns `nil` if it is not a date.
  package var readDate: @Sendable (JSON) -> Date?
  /// Converts a time in the service's own unit to a date.
  package var moment: @Sendable (Int64) -> Date
  /// Whether `Data` attributes are sent, as Base64 strings; if `false`, pushing one throws an
  /// error.
  package var sendsData: Bool

  package init(
    date: @escaping @Sendable (Date) -> JSON?, readDate: @escaping @Sendable (JSON) -> Date?,
    moment: @escaping @Sendable (Int64) -> Date, sendsData: Bool
  ) {
    self.date = date
    self.readDate = readDate
    self.moment = moment
    self.sendsData = sendsData
  }
}
