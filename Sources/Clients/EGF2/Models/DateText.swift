import Foundation
import GhostlightCore

/// Dates as they travel.
enum DateText {
  /// `2017-01-20T09:15:00.123Z`; the nearest that can be written for dates far away.
  static func text(_ date: Date) -> String {
    let limit = 8_640_000_000_000_000.0
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard !milliseconds.isNaN else { return ISODate.format(milliseconds: 0) }
    return ISODate.format(milliseconds: Int64(min(max(milliseconds, -limit), limit)))
  }
}
