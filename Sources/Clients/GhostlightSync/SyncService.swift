package import Foundation
package import GhostlightCore
package import GhostlightLedger

/// A service that a sync pulls from and pushes to.
package protocol SyncService: Sendable {
  /// The conversion of attributes to JSON.
  var form: ValueForm { get }

  /// Returns a page of the changes after a cursor, oldest first.
  func page(of collection: String, after cursor: PullCursor) async throws -> PullPage

  /// Sends the requests for an object's mark, and reports the outcome to the session.
  ///
  /// - Throws: The error of the request that failed; the mark stays.
  func push(_ item: PushItem, to collection: String, _ session: PushSession) async throws

  /// Returns the outcome of a write that failed with an error; never ``WriteOutcome/taken``.
  func outcome(of error: any Error) -> WriteOutcome

  /// Returns whether a document is in the state that a mark asks for.
  func fulfils(_ document: RemoteDocument, _ mark: String) -> Bool
}

/// A marked object, in its state when it is pushed.
package struct PushItem: Sendable {
  /// The information about the twin.
  package var record: SyncRecord
  /// The attributes that have a value, by name.
  package var fields: JSONObject
  /// The attributes that no longer have a value, although the twin has one.
  package var cleared: [String]
  /// Whether the object differs from the fields that were received last.
  package var isChanged: Bool

  package var mark: String { record.mark ?? "" }
}

/// The conversion of values that JSON has no type for.
package struct ValueForm: Sendable {
  /// Returns the JSON of a date, or `nil` if it is out of range.
  package var date: @Sendable (Date) -> JSON?
  /// Returns the date of a JSON value, or `nil` if it is not a date.
  package var readDate: @Sendable (JSON) -> Date?
  /// Converts a time in the service's own unit to a date.
  package var moment: @Sendable (Int64) -> Date
  /// Whether bytes are sent, as Base64.
  ///
  /// With `false` they are refused.
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
