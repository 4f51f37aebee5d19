public import GhostlightCore
import HTTPTypes

/// A request that a recording has no answer to, and why.
public struct ReplayMiss: Sendable, Hashable {
  /// What was asked, as the replayer compares it.
  public var request: Request
  /// Why there is no answer and what to do, in one line.
  public var explanation: String
  /// The nearest recorded exchanges, the nearest first; three at most.
  public var nearest: [NearEntry]

  /// Makes a miss.
  public init(request: Request, explanation: String, nearest: [NearEntry]) {
    self.request = request
    self.explanation = explanation
    self.nearest = nearest
  }

  /// What the client gets: 501, which no client retries, and why in body and `X-Ghostlight-Reason`.
  public var response: Response {
    let body: JSON = [
      "error": .string(explanation),
      "nearest": .array(nearest.map { .string($0.description) }),
    ]
    var response = Response.json(.notImplemented, body)
    response.headers[.ghostlightReason] = HeaderText.print(explanation)
    return response
  }
}

extension ReplayMiss: CustomStringConvertible {
  /// The explanation, then each near exchange on a line of its own, indented.
  public var description: String {
    ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n")
  }
}
