import GhostlightCore
import GhostlightRecording
import Testing

/// A test case for a `MatchPart`: two requests and the differences that the part must find.
struct MatchPartRow: Sendable, CustomTestStringConvertible {
  let part: MatchPart
  let request: Request
  let recorded: Request
  /// The descriptions of the expected differences; empty if the requests match.
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
