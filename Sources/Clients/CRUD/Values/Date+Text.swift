import Foundation
import GhostlightCore

extension Date {
  static let outOfRange = "The service knows dates from year 0 to 9999 only."

  /// The date as the service reads and writes it: `2020-04-05T17:16:14.175Z`; `nil` out of range.
  var serviceText: String? {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
    return ISODate.format(milliseconds: Int64(milliseconds))
  }
}
