import GhostlightEmulation
import HTTPTypes

/// The refusals of the `expand` grammar (A11).
extension Fault {
  static let unavailableExpandLevel = egf2(
    .badRequest, "UnavailableExpandLevel", "Unavailable expand level", source: "A11")
  static let incorrectExpandFormat = egf2(
    .badRequest, "IncorrectExpandFormat", "Incorrect expand format", source: "A11")

  static let egf2Expand: [Fault] = [unavailableExpandLevel, incorrectExpandFormat]
}
