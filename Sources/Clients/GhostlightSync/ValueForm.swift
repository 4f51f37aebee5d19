package import Foundation
package import GhostlightCore

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
