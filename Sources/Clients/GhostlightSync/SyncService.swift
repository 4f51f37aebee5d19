package import Foundation
package import GhostlightCore
package import GhostlightLedger

/// What a synchronisation asks of a service: pages of changes, and one push after another.
package protocol SyncService: Sendable {
  /// How attributes travel.
  var form: ValueForm { get }

  /// The changes behind a cursor, oldest first.
  func page(of collection: String, after cursor: PullCursor) async throws -> PullPage

  /// Sends what an object's mark asks for, and tells the outcome to the session.
  ///
  /// - Throws: What failed; the mark stays.
  func push(_ item: PushItem, to collection: String, _ session: PushSession) async throws

  /// Returns what an error says about a write; never that the service has done it.
  func outcome(of error: any Error) -> WriteOutcome

  /// Returns whether a document is in the state that a mark asks for.
  func fulfils(_ document: RemoteDocument, _ mark: String) -> Bool
}

/// A marked object, as it is when its turn comes.
package struct PushItem: Sendable {
  /// What is known of the twin.
  package var record: SyncRecord
  /// The attributes that have a value, by their names.
  package var fields: JSONObject
  /// The attributes that have none any more, though the twin has.
  package var cleared: [String]
  /// Whether the object differs from what was received.
  package var isChanged: Bool

  /// The mark.
  package var mark: String { record.mark ?? "" }
}

/// How attributes travel: what JSON has no words for.
package struct ValueForm: Sendable {
  /// A date as it is sent; `nil` where it is out of range.
  package var date: @Sendable (Date) -> JSON?
  /// The date that was sent.
  package var readDate: @Sendable (JSON) -> Date?
  /// A time of the service, in its own unit, as a date.
  package var moment: @Sendable (Int64) -> Date
  /// Whether bytes are sent, as Base64; else they are refused.
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
