import GhostlightCore
import GhostlightRecording
import Testing

/// One row of the table of matchers: a part of a matcher, two requests and their differences.
struct MatchPartRow: Sendable, CustomTestStringConvertible {
  let part: MatchPart
  let request: Request
  let recorded: Request
  /// The descriptions of the differences; empty if the requests match.
  let differences: [String]

  init(_ part: MatchPart, _ request: Request, _ recorded: Request, _ differences: String...) {
    self.part = part
    self.request = request
    self.recorded = recorded
    self.differences = differences
  }

  var testDescription: String {
    "\(part.name): \(request.target.raw) \(String(decoding: request.body, as: UTF8.self))"
      + " beside \(recorded.target.raw) \(String(decoding: recorded.body, as: UTF8.self))"
  }
}
