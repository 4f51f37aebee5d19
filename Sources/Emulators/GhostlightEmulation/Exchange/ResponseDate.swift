import GhostlightCore

/// The `Date` field of a backend's responses, printed once a second.
///
/// What it answers follows from the moment alone, so that a copied backend answers the same.
package struct ResponseDate: Sendable {
  private var second: Int64 = -1
  private var text = ""

  package init() {}

  /// The text of the field at a moment.
  package mutating func text(at moment: Moment) -> String {
    guard moment.milliseconds >= 0 else {
      return HTTPDate.format(milliseconds: moment.milliseconds)
    }
    if moment.seconds != second {
      second = moment.seconds
      text = HTTPDate.format(milliseconds: moment.milliseconds)
    }
    return text
  }
}
