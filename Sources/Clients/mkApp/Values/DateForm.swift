package import Foundation
package import GhostlightCore

/// How dates travel.
package enum DateForm: Sendable {
  case milliseconds
  case seconds

  /// The number for a date; `nil` beyond what a number can hold.
  package func json(_ date: Date) -> JSON? {
    let unit = self == .milliseconds ? 1000.0 : 1
    return Int64(exactly: (date.timeIntervalSince1970 * unit).rounded()).map(JSON.integer)
  }

  /// The date of a number, or of text as ISO 8601 writes it.
  package func date(_ json: JSON) -> Date? {
    if let number = json.number {
      return Date(timeIntervalSince1970: self == .milliseconds ? number / 1000 : number)
    }
    return json.string.flatMap(ISODate.milliseconds).map {
      Date(timeIntervalSince1970: Double($0) / 1000)
    }
  }
}
