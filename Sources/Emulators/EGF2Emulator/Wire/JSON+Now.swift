import GhostlightCore
import GhostlightEmulation

extension JSON {
  /// The time of an exchange, as text.
  static func now(_ moment: Moment) -> JSON {
    .string(ISODate.format(milliseconds: moment.milliseconds))
  }
}
